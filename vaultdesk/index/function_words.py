"""Function words: words that hold a question together and do not say what it is about. Looks nothing up.

The vault's own counts tell common words too, but not in a small vault, and "how" is rare where notes state things.
Left out are those that say something in another of these languages: "die" and "war" in English, "son" and "pour".
"""

_WRITTEN = (
    # English
    "a about after all also am an and any are as at be been before but by can could did do does every for from "
    "get had has have having how i if in into is it its just me more most my not of on one or our out over please "
    "should so some than that the their them then there these they this those to under up us use was way we were "
    "what when where which who whom whose why will with would you your "
    # German, as it is compared: without accents
    "aber alle als am auf aus bei beim bin bis bitte da damit das dass dem den denn der des dich dies diese "
    "diesem diesen dieser dieses dir doch du durch ein eine einem einen einer eines er es etwas fur gibt habe "
    "haben ich ihr im ist ja kann kannst kein keine konnen konnte man mein meine meinem meinen meiner mich mir "
    "mit nach nicht noch nur ob oder ohne sich sie sind soll sollte um und uns unser unsere unter vom von vor "
    "wann warum was welche welchem welchen welcher welches wem wen wenn wer werden weshalb wie wieso wieviel wir "
    "wird wo woher wohin wurde zu zum zur "
    # French
    "au aux avec ce cela ces cet cette chez comment dans de des du elle est et etait il ils je la le les leur lui "
    "ma mais mes moi mon ne nos notre nous on ou par pas peut peux pourquoi qu quand que quel quelle quelles "
    "quels quels qui quoi sa se ses sont sous suis sur ta te tes toi ton un une vos votre vous "
    # Spanish
    "al como con cual cuales cuando de del desde donde el ella ellos en es esa ese eso esta estan estas este esto "
    "estos fue ha hay la las lo los mi mis muy nada ni no nos o para pero por porque puedo que quien se si sin "
    "sobre soy su sus te tiene tu un una unas uno unos y ya yo "
)

FUNCTION_WORDS = frozenset(_WRITTEN.split())
"""Each as the index compares words: small, Latin letters without accents."""
