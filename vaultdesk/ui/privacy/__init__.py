"""Privacy: review of what a request sends, the page of disclosures, and badges of private notes."""
