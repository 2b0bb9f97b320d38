"""Generated notes in plain English whose texts paraphrase their headings. Measures nothing."""

import random
from pathlib import Path

SUBJECTS: dict[str, tuple[str, ...]] = {
    "Heating": ("boiler", "radiators", "furnace"), "Car": ("vehicle", "automobile", "engine"),
    "Garden": ("flower beds", "lawn", "soil"), "Bicycle": ("bike", "pedals", "two wheels"),
    "Roof": ("tiles", "gutters", "attic"), "Kitchen": ("oven", "stove", "worktop"),
    "Computer": ("laptop", "machine", "processor"), "Phone": ("handset", "mobile", "touchscreen"),
    "Dog": ("puppy", "hound", "animal"), "Cat": ("kitten", "pet", "feline"),
    "Piano": ("keyboard", "keys", "instrument"), "Holiday": ("vacation", "trip", "travel"),
    "Wedding": ("marriage", "bride and groom", "ceremony"), "Job": ("employment", "position", "office"),
    "School": ("lessons", "classroom", "pupils"), "Doctor": ("physician", "clinic", "surgery"),
    "Money": ("savings", "cash", "account"), "House": ("home", "building", "residence"),
    "Boat": ("ship", "vessel", "sails"), "Camera": ("lens", "photographs", "pictures"),
    "Coffee": ("espresso", "beans", "cup"), "Bread": ("loaf", "dough", "flour"),
    "Running": ("jogging", "marathon", "laps"), "Sleep": ("rest", "bed", "night"),
    "Window": ("glass", "pane", "frame"), "Painting": ("canvas", "brush", "artwork"),
    "Meeting": ("conference", "gathering", "agenda"), "Film": ("movie", "cinema", "director"),
    "Book": ("novel", "chapters", "author"), "Train": ("railway", "carriage", "platform"),
}  # fmt: skip

ASPECTS: dict[str, tuple[str, ...]] = {
    "Repair": ("We had the {0} fixed by a mechanic last spring.", "A broken part of the {1} was swapped for a new one.",
               "A specialist mended the {2} within two days."),
    "Costs": ("The bill for the {0} came to nine hundred euros.", "It is expensive: the price of the {1} rose again.",
              "We paid the invoice for the {2} from the reserve."),
    "Purchase": ("I bought the {0} from a dealer in town.", "The shop delivered the {1} a week after we ordered.",
                 "Getting a second-hand {2} would have been wiser."),
    "Dangers": ("Be careful with the {0}, one can get hurt.", "There was an accident with the {1} some years ago.",
                "Keep children away from the {2}, it is not safe."),
    "History": ("Long ago the {0} looked quite different.", "In the nineteenth century hardly anybody had the {1}.",
                "My grandfather told us how the {2} used to be."),
    "Cleaning": ("Dust and dirt gather around the {0}.", "Wipe the {1} with a wet cloth and mild soap.",
                 "After washing, the {2} should dry in the air."),
    "Plans": ("Next year we want to change the {0} altogether.", "The idea is to improve the {1} step by step.",
              "In the future somebody else may look after the {2}."),
    "Advice": ("A friend recommended to be patient with the {0}.", "The best hint I got on the {1} was to start small.",
               "Experts suggest to check the {2} twice a month."),
    "Weather": ("When it rains the {0} suffers most.", "Snow and frost are no good for the {1}.",
                "On sunny days the {2} is at its best."),
    "Quarrels": ("We argued about the {0} for an entire evening.", "The neighbours complained about the {1} again.",
                 "Nobody could agree who is in charge of the {2}."),
}  # fmt: skip

FILLER = (
    "I wrote this down so that it is not forgotten.", "More on this another time.", "It took longer than expected.",
    "Not everything went well, but it will do.", "This was on a Thursday.", "See the other notes for details.",
    "Opinions differ, of course.", "I should look into this once more.", "That is all for now.",
)  # fmt: skip

SENTENCES = 14
"""Sentences of a section: about 130 words, one passage."""

MENTION_PROBABILITY = 0.4
"""Probability that a section's text contains the word of its heading, and the name of its note."""


def write_prose(root: Path, seed: int) -> None:
    """Write one note for each subject into the folder *root*, with a section for each aspect."""
    rng = random.Random(seed)
    root.mkdir(parents=True, exist_ok=True)
    for subject, words in SUBJECTS.items():
        lines = [f"About the {words[0]} and what came of it.", ""]
        for aspect, sentences in ASPECTS.items():
            facts = [sentence.format(*words) for sentence in sentences]
            mentions = [f"A word on the {aspect.lower()} first."] if rng.random() < MENTION_PROBABILITY else []
            mentions += [f"This is about the {subject.lower()}, too."] if rng.random() < MENTION_PROBABILITY else []
            text = facts + mentions + rng.choices(FILLER, k=SENTENCES - len(facts) - len(mentions))
            rng.shuffle(text)
            lines += [f"## {aspect}", "", " ".join(text), ""]
        (root / f"{subject}.md").write_text("\n".join(lines), encoding="utf-8")
