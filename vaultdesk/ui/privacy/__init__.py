"""Privacy: review of outgoing requests, the page of disclosures, and badges of private notes."""
