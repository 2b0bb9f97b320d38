<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="fr" sourcelanguage="en">
<context>
    <name>AboutSheet</name>
    <message>
        <source>About</source>
        <translation>À propos</translation>
    </message>
    <message>
        <source>A local-first assistant for a folder of Markdown notes.</source>
        <translation>Un assistant local pour un dossier de notes Markdown.</translation>
    </message>
    <message>
        <source>Settings: {0}</source>
        <translation>Paramètres&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Data: {0}</source>
        <translation>Données&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Logs: {0}</source>
        <translation>Journaux&#xa0;: {0}</translation>
    </message>
    <message>
        <source>MIT License</source>
        <translation>Licence MIT</translation>
    </message>
    <message>
        <source>Project Page</source>
        <translation>Page du projet</translation>
    </message>
    <message>
        <source>Licenses of Components</source>
        <translation>Licences des composants</translation>
    </message>
</context>
<context>
    <name>AccountFooter</name>
    <message>
        <source>Open the whole list</source>
        <translation>Ouvrir la liste complète</translation>
    </message>
</context>
<context>
    <name>AccountPopup</name>
    <message>
        <source>What left this computer</source>
        <translation>Ce qui a quitté cet ordinateur</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Cette discussion</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Aujourd’hui</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>Mois</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>Période</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Total</translation>
    </message>
</context>
<context>
    <name>AccountText</name>
    <message>
        <source>1 more note</source>
        <translation>1 autre note</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 note</translation>
    </message>
    <message>
        <source>1 note today</source>
        <translation>1 note aujourd’hui</translation>
    </message>
    <message>
        <source>1 note was sent today</source>
        <translation>1 note envoyée aujourd’hui</translation>
    </message>
    <message>
        <source>1 note was sent to {who} in this chat</source>
        <translation>1 note envoyée à {who} dans cette discussion</translation>
    </message>
    <message>
        <source>1 passage</source>
        <translation>1 passage</translation>
    </message>
    <message>
        <source>1 question was sent today</source>
        <translation>1 question envoyée aujourd’hui</translation>
    </message>
    <message>
        <source>A page was fetched from {who}</source>
        <translation>Une page a été récupérée depuis {who}</translation>
    </message>
    <message>
        <source>A question from {program} was sent to {who}</source>
        <translation>Une question de {program} a été envoyée à {who}</translation>
    </message>
    <message>
        <source>A tool of {who} was called</source>
        <translation>Un outil a été appelé chez {who}</translation>
    </message>
    <message>
        <source>A transcript was fetched from {who}</source>
        <translation>Une transcription a été récupérée depuis {who}</translation>
    </message>
    <message>
        <source>A web search was sent to {who}</source>
        <translation>Une recherche Web a été envoyée à {who}</translation>
    </message>
    <message>
        <source>Another program</source>
        <translation>Un autre programme</translation>
    </message>
    <message>
        <source>Instructions and earlier answers</source>
        <translation>Instructions et réponses précédentes</translation>
    </message>
    <message>
        <source>Instructions and tools</source>
        <translation>Instructions et outils</translation>
    </message>
    <message>
        <source>No note</source>
        <translation>Aucune note</translation>
    </message>
    <message>
        <source>Nothing has left this computer since midnight.</source>
        <translation>Rien n’a quitté cet ordinateur depuis minuit.</translation>
    </message>
    <message>
        <source>Nothing has left this computer this month.</source>
        <translation>Rien n’a quitté cet ordinateur ce mois-ci.</translation>
    </message>
    <message>
        <source>Nothing has left this computer today</source>
        <translation>Rien n’a quitté cet ordinateur aujourd’hui</translation>
    </message>
    <message>
        <source>Nothing of this chat has left this computer.</source>
        <translation>Rien de cette discussion n’a quitté cet ordinateur.</translation>
    </message>
    <message>
        <source>{tokens} of these from other vaults and programs</source>
        <translation>dont {tokens} d’autres coffres et programmes</translation>
    </message>
    <message>
        <source>A search query was sent to {who}</source>
        <translation>Les mots d’une recherche ont été envoyés à {who}</translation>
    </message>
    <message>
        <source>To {who}, since {day}</source>
        <translation>À {who}, depuis le {day}</translation>
    </message>
    <message>
        <source>To {who}, since {time}</source>
        <translation>À {who}, depuis {time}</translation>
    </message>
    <message>
        <source>Today VaultDesk connected to {who}. Nothing of yours was sent.</source>
        <translation>Aujourd’hui, VaultDesk s’est connecté à {who}. Aucune de vos données n’a été envoyée.</translation>
    </message>
    <message>
        <source>Today about {tokens} were sent to {who}.</source>
        <translation>Aujourd’hui, environ {tokens} ont été envoyés à {who}.</translation>
    </message>
    <message>
        <source>VaultDesk asked {host} for its models</source>
        <translation>VaultDesk a demandé à {host} la liste de ses modèles</translation>
    </message>
    <message>
        <source>VaultDesk asked {host} for updates</source>
        <translation>VaultDesk a cherché des mises à jour sur {host}</translation>
    </message>
    <message>
        <source>VaultDesk tested a model of {who}</source>
        <translation>VaultDesk a testé un modèle chez {who}</translation>
    </message>
    <message>
        <source>Your question</source>
        <translation>Votre question</translation>
    </message>
    <message>
        <source>Your question was sent to {who}</source>
        <translation>Votre question a été envoyée à {who}</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>Vos mots</translation>
    </message>
    <message>
        <source>Your text was sent to {who}</source>
        <translation>Votre texte a été envoyé à {who}</translation>
    </message>
    <message>
        <source>Your {n} questions</source>
        <translation>Vos {n} questions</translation>
    </message>
    <message>
        <source>Your {n} questions were sent to {who}</source>
        <translation>Vos {n} questions ont été envoyées à {who}</translation>
    </message>
    <message>
        <source>line {first}</source>
        <translation>ligne {first}</translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation>lignes {first}–{last}</translation>
    </message>
    <message>
        <source>no note</source>
        <translation>aucune note</translation>
    </message>
    <message>
        <source>none in this chat</source>
        <translation>aucune dans cette discussion</translation>
    </message>
    <message>
        <source>nothing of yours</source>
        <translation>aucune de vos données</translation>
    </message>
    <message>
        <source>sent each time</source>
        <translation>à chaque envoi</translation>
    </message>
    <message>
        <source>under {amount} today</source>
        <translation>moins de {amount} aujourd’hui</translation>
    </message>
    <message>
        <source>whole note</source>
        <translation>note entière</translation>
    </message>
    <message>
        <source>{amount} today</source>
        <translation>{amount} aujourd’hui</translation>
    </message>
    <message>
        <source>{first} and {n} others</source>
        <translation>{first} et {n} autres</translation>
    </message>
    <message>
        <source>{first} and {second}</source>
        <translation>{first} et {second}</translation>
    </message>
    <message>
        <source>{model} read 1 note here</source>
        <translation>{model} a lu 1 note ici</translation>
    </message>
    <message>
        <source>{model} read {n} notes here</source>
        <translation>{model} a lu {n} notes ici</translation>
    </message>
    <message>
        <source>{name}, {host}</source>
        <translation>{name}, {host}</translation>
    </message>
    <message>
        <source>{note} was withheld</source>
        <translation>{note} a été retenue</translation>
    </message>
    <message>
        <source>{note} was sent to {who} to be rewritten</source>
        <translation>{note} a été envoyée à {who} pour être réécrite</translation>
    </message>
    <message>
        <source>{n} more notes</source>
        <translation>{n} autres notes</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notes</translation>
    </message>
    <message>
        <source>{n} notes today</source>
        <translation>{n} notes aujourd’hui</translation>
    </message>
    <message>
        <source>{n} notes were sent today</source>
        <translation>{n} notes envoyées aujourd’hui</translation>
    </message>
    <message>
        <source>{n} notes were sent to {who} in this chat</source>
        <translation>{n} notes envoyées à {who} dans cette discussion</translation>
    </message>
    <message>
        <source>{n} notes were withheld</source>
        <translation>{n} notes ont été retenues</translation>
    </message>
    <message>
        <source>{n} passages</source>
        <translation>{n} passages</translation>
    </message>
    <message>
        <source>{n} questions were sent today</source>
        <translation>{n} questions envoyées aujourd’hui</translation>
    </message>
    <message>
        <source>{n} today</source>
        <translation>{n} aujourd’hui</translation>
    </message>
    <message>
        <source>{program} received 1 note</source>
        <translation>{program} a reçu 1 note</translation>
    </message>
    <message>
        <source>{program} received {n} notes</source>
        <translation>{program} a reçu {n} notes</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>About VaultDesk</source>
        <translation>À propos de VaultDesk</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Activité</translation>
    </message>
    <message>
        <source>Add a property…</source>
        <translation>Ajouter une propriété…</translation>
    </message>
    <message>
        <source>Add the open note to the question</source>
        <translation>Ajouter la note ouverte à la question</translation>
    </message>
    <message>
        <source>Toggle bookmark</source>
        <translation>Ajouter ou retirer le signet</translation>
    </message>
    <message>
        <source>Agents…</source>
        <translation>Agents…</translation>
    </message>
    <message>
        <source>Append the last answer to the note</source>
        <translation>Ajouter la dernière réponse à la fin de la note</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Précédent</translation>
    </message>
    <message>
        <source>Position of the chat…</source>
        <translation>Position de la discussion…</translation>
    </message>
    <message>
        <source>Chats…</source>
        <translation>Discussions…</translation>
    </message>
    <message>
        <source>Check spelling</source>
        <translation>Vérifier l’orthographe</translation>
    </message>
    <message>
        <source>Check this computer</source>
        <translation>Vérifier cet ordinateur</translation>
    </message>
    <message>
        <source>Choose a mode…</source>
        <translation>Choisir un mode…</translation>
    </message>
    <message>
        <source>Choose an agent…</source>
        <translation>Choisir un agent…</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Fermer l’onglet</translation>
    </message>
    <message>
        <source>Close the chat&apos;s tab</source>
        <translation>Fermer l’onglet de la discussion</translation>
    </message>
    <message>
        <source>Close vault</source>
        <translation>Fermer le coffre</translation>
    </message>
    <message>
        <source>Commands…</source>
        <translation>Commandes…</translation>
    </message>
    <message>
        <source>Copy VaultDesk link to the note</source>
        <translation>Copier le lien VaultDesk vers la note</translation>
    </message>
    <message>
        <source>Copy link to the note</source>
        <translation>Copier le lien vers la note</translation>
    </message>
    <message>
        <source>Copy path of the note</source>
        <translation>Copier le chemin de la note</translation>
    </message>
    <message>
        <source>Copy the chat as Markdown</source>
        <translation>Copier la discussion en Markdown</translation>
    </message>
    <message>
        <source>Next daily note</source>
        <translation>Note du jour suivante</translation>
    </message>
    <message>
        <source>Previous daily note</source>
        <translation>Note du jour précédente</translation>
    </message>
    <message>
        <source>Find and replace</source>
        <translation>Rechercher et remplacer</translation>
    </message>
    <message>
        <source>Find in the chat</source>
        <translation>Rechercher dans la discussion</translation>
    </message>
    <message>
        <source>Find in the note</source>
        <translation>Rechercher dans la note</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>Rechercher le suivant</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>Rechercher le précédent</translation>
    </message>
    <message>
        <source>Follow the link at the cursor</source>
        <translation>Suivre le lien sous le curseur</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Suivant</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Plein écran</translation>
    </message>
    <message>
        <source>Go to the chat</source>
        <translation>Aller à la discussion</translation>
    </message>
    <message>
        <source>Go to the next window</source>
        <translation>Aller à la fenêtre suivante</translation>
    </message>
    <message>
        <source>Go to the other side of the split</source>
        <translation>Aller de l’autre côté de la division</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>Importer des discussions…</translation>
    </message>
    <message>
        <source>Insert template…</source>
        <translation>Insérer un modèle…</translation>
    </message>
    <message>
        <source>Insert the last answer at the cursor</source>
        <translation>Insérer la dernière réponse au curseur</translation>
    </message>
    <message>
        <source>Toggle private note</source>
        <translation>Rendre la note privée ou non</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Raccourcis clavier</translation>
    </message>
    <message>
        <source>Toggle large question box</source>
        <translation>Agrandir ou réduire la zone de question</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Agrandir le texte</translation>
    </message>
    <message>
        <source>Toggle light and dark</source>
        <translation>Basculer entre clair et sombre</translation>
    </message>
    <message>
        <source>Graph of all notes</source>
        <translation>Graphe de toutes les notes</translation>
    </message>
    <message>
        <source>Graph of the note</source>
        <translation>Graphe de la note</translation>
    </message>
    <message>
        <source>Move to another folder…</source>
        <translation>Déplacer vers un autre dossier…</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Nouveau dossier…</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>Nouvelle note</translation>
    </message>
    <message>
        <source>New private chat</source>
        <translation>Nouvelle discussion privée</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>Nouvelle fenêtre</translation>
    </message>
    <message>
        <source>Next open chat</source>
        <translation>Discussion ouverte suivante</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>Onglet suivant</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>Ouvrir dans Obsidian</translation>
    </message>
    <message>
        <source>Open in another program</source>
        <translation>Ouvrir dans un autre programme</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>Rouvrir l’onglet fermé</translation>
    </message>
    <message>
        <source>Open vault in a new window…</source>
        <translation>Ouvrir un coffre dans une nouvelle fenêtre…</translation>
    </message>
    <message>
        <source>Open vault…</source>
        <translation>Ouvrir un coffre…</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Plan de la note</translation>
    </message>
    <message>
        <source>Permissions…</source>
        <translation>Autorisations…</translation>
    </message>
    <message>
        <source>Previous open chat</source>
        <translation>Discussion ouverte précédente</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>Onglet précédent</translation>
    </message>
    <message>
        <source>Private notes…</source>
        <translation>Notes privées…</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Question rapide</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Quitter</translation>
    </message>
    <message>
        <source>Toggle reading and editing</source>
        <translation>Alterner lecture et édition</translation>
    </message>
    <message>
        <source>Search test</source>
        <translation>Test de recherche</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Redo the last change of notes</source>
        <translation>Rétablir la dernière modification des notes</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renommer…</translation>
    </message>
    <message>
        <source>Rewrite the selection…</source>
        <translation>Réécrire la sélection…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>Save the search</source>
        <translation>Enregistrer la recherche</translation>
    </message>
    <message>
        <source>Search all notes</source>
        <translation>Rechercher dans toutes les notes</translation>
    </message>
    <message>
        <source>Search index</source>
        <translation>Index de recherche</translation>
    </message>
    <message>
        <source>Search or jump to…</source>
        <translation>Rechercher ou aller à…</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>Show in the Finder</source>
        <translation>Afficher dans le Finder</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>Afficher dans le gestionnaire de fichiers</translation>
    </message>
    <message>
        <source>Show or hide the chat</source>
        <translation>Afficher ou masquer la discussion</translation>
    </message>
    <message>
        <source>Show or hide the notes</source>
        <translation>Afficher ou masquer les notes</translation>
    </message>
    <message>
        <source>Show the files</source>
        <translation>Afficher les fichiers</translation>
    </message>
    <message>
        <source>Show the links</source>
        <translation>Afficher les liens</translation>
    </message>
    <message>
        <source>Show the note in the file list</source>
        <translation>Afficher la note dans la liste des fichiers</translation>
    </message>
    <message>
        <source>Show the tags</source>
        <translation>Afficher les étiquettes</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Réduire le texte</translation>
    </message>
    <message>
        <source>Split downwards</source>
        <translation>Diviser vers le bas</translation>
    </message>
    <message>
        <source>Split to the right</source>
        <translation>Diviser vers la droite</translation>
    </message>
    <message>
        <source>Start or pause a pomodoro</source>
        <translation>Lancer ou suspendre un pomodoro</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Arrêter la réponse</translation>
    </message>
    <message>
        <source>Reset text size</source>
        <translation>Rétablir la taille du texte</translation>
    </message>
    <message>
        <source>Today&apos;s note</source>
        <translation>Note d’aujourd’hui</translation>
    </message>
    <message>
        <source>Undo the last change of notes</source>
        <translation>Annuler la dernière modification des notes</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulaire</translation>
    </message>
    <message>
        <source>What could this agent access?</source>
        <translation>À quoi cet agent pourrait-il accéder&#xa0;?</translation>
    </message>
    <message>
        <source>What left this computer</source>
        <translation>Ce qui a quitté cet ordinateur</translation>
    </message>
    <message>
        <source>What would leave this computer…</source>
        <translation>Ce qui quitterait cet ordinateur…</translation>
    </message>
</context>
<context>
    <name>ActivityPage</name>
    <message>
        <source>Changes</source>
        <translation>Modifications</translation>
    </message>
    <message>
        <source>Tool calls</source>
        <translation>Appels d’outils</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Tout</translation>
    </message>
    <message>
        <source>Type of entry</source>
        <translation>Type d’entrée</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>Période</translation>
    </message>
    <message>
        <source>Search by note or question</source>
        <translation>Rechercher par note ou question</translation>
    </message>
    <message>
        <source>Note or question</source>
        <translation>Note ou question</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exporter…</translation>
    </message>
    <message>
        <source>Clear…</source>
        <translation>Effacer…</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Activité</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Ce qui s’est passé</translation>
    </message>
    <message>
        <source>Every change VaultDesk made to your notes, newest first. An undo can be undone.</source>
        <translation>Chaque modification que VaultDesk a faite dans vos notes, les plus récentes d’abord. Une annulation peut elle-même être annulée.</translation>
    </message>
    <message>
        <source>Every tool call of an assistant, who allowed it, and its result.</source>
        <translation>Chaque appel d’outil d’un assistant, qui l’a autorisé et son résultat.</translation>
    </message>
    <message>
        <source>Changes, tool calls and what left this computer, newest first.</source>
        <translation>Modifications, appels d’outils et ce qui a quitté cet ordinateur, du plus récent au plus ancien.</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Aucun résultat</translation>
    </message>
    <message>
        <source>No activity in this period</source>
        <translation>Aucune activité pendant cette période</translation>
    </message>
    <message>
        <source>Try other words.</source>
        <translation>Essayez d’autres mots.</translation>
    </message>
    <message>
        <source>Actions of assistants are listed here and can be undone here.</source>
        <translation>Les actions des assistants sont listées ici et peuvent y être annulées.</translation>
    </message>
    <message>
        <source>All entries in the audit log of this vault are deleted permanently: which tools were called, who allowed them, and their results. One entry remains, which says who cleared the log, when, and how many entries it had. The history of changes and the list of what left this computer are not affected.</source>
        <translation>Toutes les entrées du journal d’audit de ce coffre sont supprimées définitivement&#xa0;: quels outils ont été appelés, qui les a autorisés et leurs résultats. Il reste une entrée, qui indique qui a effacé le journal, quand, et combien d’entrées il comptait. L’historique des modifications et la liste de ce qui a quitté cet ordinateur ne sont pas touchés.</translation>
    </message>
    <message>
        <source>Clear the audit log of tool calls?</source>
        <translation>Effacer le journal d’audit des appels d’outils&#xa0;?</translation>
    </message>
    <message>
        <source>Clear Log</source>
        <translation>Effacer le journal</translation>
    </message>
    <message>
        <source>1 entry was deleted.</source>
        <translation>1 entrée a été supprimée.</translation>
    </message>
    <message>
        <source>{n} entries were deleted.</source>
        <translation>{n} entrées ont été supprimées.</translation>
    </message>
    <message>
        <source>JSON Lines</source>
        <translation>JSON Lines</translation>
    </message>
    <message>
        <source>Spreadsheet table (CSV)</source>
        <translation>Tableau pour tableur (CSV)</translation>
    </message>
    <message>
        <source>Export the tool calls</source>
        <translation>Exporter les appels d’outils</translation>
    </message>
    <message>
        <source>The file could not be written: {why}.</source>
        <translation>Le fichier n’a pas pu être écrit&#xa0;: {why}.</translation>
    </message>
    <message>
        <source>Written to {file}.</source>
        <translation>Écrit dans {file}.</translation>
    </message>
    <message>
        <source>All time</source>
        <translation>Toute la période</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>30 derniers jours</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>7 derniers jours</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Aujourd’hui</translation>
    </message>
    <message>
        <source>Changed notes</source>
        <translation>Notes modifiées</translation>
    </message>
    <message>
        <source>Withheld</source>
        <translation>Retenu</translation>
    </message>
    <message>
        <source>Read on this computer</source>
        <translation>Lu sur cet ordinateur</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Envoyé</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Afficher</translation>
    </message>
</context>
<context>
    <name>ActivityTabs</name>
    <message>
        <source>Activity</source>
        <translation>Activité</translation>
    </message>
    <message>
        <source>What left this computer</source>
        <translation>Ce qui a quitté cet ordinateur</translation>
    </message>
</context>
<context>
    <name>AgentCard</name>
    <message>
        <source>Its instructions</source>
        <translation>Ses instructions</translation>
    </message>
    <message>
        <source>answers new chats</source>
        <translation>répond aux nouvelles discussions</translation>
    </message>
    <message>
        <source>Answers without extra instructions, with every tool your permissions allow.</source>
        <translation>Répond sans instructions supplémentaires, avec tous les outils que vos autorisations permettent.</translation>
    </message>
    <message>
        <source>Its note has changed since you allowed it. It is inactive until you review and allow it again.</source>
        <translation>Sa note a changé depuis que vous l’avez autorisé. Il est inactif jusqu’à ce que vous le vérifiiez et l’autorisiez à nouveau.</translation>
    </message>
    <message>
        <source>It is inactive until you review and allow it.</source>
        <translation>Il est inactif jusqu’à ce que vous le vérifiiez et l’autorisiez.</translation>
    </message>
    <message>
        <source>Use in New Chats</source>
        <translation>Utiliser par défaut</translation>
    </message>
    <message>
        <source>Review and Allow…</source>
        <translation>Vérifier et autoriser…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Modifier…</translation>
    </message>
    <message>
        <source>Duplicate…</source>
        <translation>Dupliquer…</translation>
    </message>
    <message>
        <source>What Could It Access?</source>
        <translation>À quoi pourrait-il accéder&#xa0;?</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>Révoquer</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Open Note</source>
        <translation>Ouvrir la note</translation>
    </message>
    <message>
        <source>It already answers new chats.</source>
        <translation>Il répond déjà aux nouvelles discussions.</translation>
    </message>
</context>
<context>
    <name>AgentEditor</name>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Librarian</source>
        <translation>Bibliothécaire</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Description</translation>
    </message>
    <message>
        <source>What it is for, in one line</source>
        <translation>À quoi il sert, en une ligne</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Instructions</translation>
    </message>
    <message>
        <source>the chat’s model</source>
        <translation>le modèle de la discussion</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>as in Settings</source>
        <translation>comme dans Paramètres</translation>
    </message>
    <message>
        <source>off</source>
        <translation>désactivé</translation>
    </message>
    <message>
        <source>low</source>
        <translation>faible</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>moyen</translation>
    </message>
    <message>
        <source>high</source>
        <translation>élevé</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Réflexion</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>Lecture seule</translation>
    </message>
    <message>
        <source>It may ask to delete notes and to change many at once</source>
        <translation>Il peut demander à supprimer des notes et à en modifier plusieurs à la fois</translation>
    </message>
    <message>
        <source>Tool rounds per question</source>
        <translation>Tours d’outils par question</translation>
    </message>
    <message>
        <source>Characters per tool result</source>
        <translation>Caractères par résultat d’outil</translation>
    </message>
    <message>
        <source>Tool calls per minute</source>
        <translation>Appels d’outils par minute</translation>
    </message>
    <message>
        <source>Your changes are not saved.</source>
        <translation>Vos modifications ne sont pas enregistrées.</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Abandonner</translation>
    </message>
    <message>
        <source>Keep Editing</source>
        <translation>Continuer à modifier</translation>
    </message>
    <message>
        <source>These are sent to the model, except for comments between %% and %%.</source>
        <translation>Elles sont envoyées au modèle, sauf les commentaires entre %% et %%.</translation>
    </message>
    <message>
        <source>Without a folder, it can see the whole vault, within your permissions.</source>
        <translation>Sans dossier, il peut voir tout le coffre, dans la limite de vos autorisations.</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Dossiers</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Outils</translation>
    </message>
    <message>
        <source>Tool rounds</source>
        <translation>Tours d’outils</translation>
    </message>
    <message>
        <source>Tool result</source>
        <translation>Résultat d’outil</translation>
    </message>
    <message>
        <source>Calls per minute</source>
        <translation>Appels par minute</translation>
    </message>
    <message>
        <source>Resulting permissions</source>
        <translation>Autorisations obtenues</translation>
    </message>
    <message>
        <source>Enter a name first.</source>
        <translation>Saisissez d’abord un nom.</translation>
    </message>
    <message>
        <source>Enter instructions first.</source>
        <translation>Saisissez d’abord des instructions.</translation>
    </message>
    <message>
        <source>A note with this name already exists.</source>
        <translation>Une note de ce nom existe déjà.</translation>
    </message>
    <message>
        <source>Save as a New Note</source>
        <translation>Enregistrer comme nouvelle note</translation>
    </message>
    <message>
        <source>Edit “{0}”</source>
        <translation>Modifier «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>New agent</source>
        <translation>Nouvel agent</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
</context>
<context>
    <name>AgentSelection</name>
    <message>
        <source>This agent no longer exists. Choose another one.</source>
        <translation>Cet agent n’existe plus. Choisissez-en un autre.</translation>
    </message>
    <message>
        <source>Answers without extra instructions, with every tool your permissions allow.</source>
        <translation>Répond sans instructions supplémentaires, avec tous les outils que vos autorisations permettent.</translation>
    </message>
    <message>
        <source>Set Up Agents…</source>
        <translation>Configurer les agents…</translation>
    </message>
    <message>
        <source>What Could It Access?</source>
        <translation>À quoi pourrait-il accéder&#xa0;?</translation>
    </message>
    <message>
        <source>Choose an agent</source>
        <translation>Choisir un agent</translation>
    </message>
    <message>
        <source>Find an agent</source>
        <translation>Trouver un agent</translation>
    </message>
    <message>
        <source>This agent no longer exists.</source>
        <translation>Cet agent n’existe plus.</translation>
    </message>
    <message>
        <source>{0} cannot be used. {1}</source>
        <translation>{0} ne peut pas être utilisé. {1}</translation>
    </message>
</context>
<context>
    <name>AgentText</name>
    <message>
        <source>Answers without extra instructions, with every tool your permissions allow.</source>
        <translation>Répond sans instructions supplémentaires, avec tous les outils que vos autorisations permettent.</translation>
    </message>
    <message>
        <source>Included in VaultDesk</source>
        <translation>Fourni avec VaultDesk</translation>
    </message>
    <message>
        <source>In this vault</source>
        <translation>Dans ce coffre</translation>
    </message>
    <message>
        <source>Default assistant</source>
        <translation>Assistant par défaut</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>autorisé</translation>
    </message>
    <message>
        <source>cannot be used</source>
        <translation>inutilisable</translation>
    </message>
    <message>
        <source>changed since you allowed it</source>
        <translation>modifié depuis que vous l’avez autorisé</translation>
    </message>
    <message>
        <source>included in VaultDesk</source>
        <translation>fourni avec VaultDesk</translation>
    </message>
    <message>
        <source>no extra instructions, all tools</source>
        <translation>sans instructions supplémentaires, tous les outils</translation>
    </message>
    <message>
        <source>not allowed yet</source>
        <translation>pas encore autorisé</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Assistant</translation>
    </message>
</context>
<context>
    <name>AgentsSheet</name>
    <message>
        <source>Assistants that can answer. An agent can only narrow your permissions, and is active only after you allow it.</source>
        <translation>Les assistants qui peuvent répondre. Un agent peut seulement restreindre vos autorisations, et n’est actif qu’une fois autorisé par vous.</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>Agents</translation>
    </message>
    <message>
        <source>New Agent…</source>
        <translation>Nouvel agent…</translation>
    </message>
    <message>
        <source>{0} is no longer allowed.</source>
        <translation>{0} n’est plus autorisé.</translation>
    </message>
    <message>
        <source>Delete the agent {0}</source>
        <translation>Supprimer l’agent {0}</translation>
    </message>
    <message>
        <source>{0} was deleted: {1}.</source>
        <translation>{0} a été supprimé&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>{0} was moved to the trash.</source>
        <translation>{0} a été mis à la corbeille.</translation>
    </message>
    <message>
        <source>Another file now has its name.</source>
        <translation>Un autre fichier porte maintenant son nom.</translation>
    </message>
</context>
<context>
    <name>AnswerFooter</name>
    <message>
        <source>Copy answer</source>
        <translation>Copier la réponse</translation>
    </message>
    <message>
        <source>Insert at the cursor</source>
        <translation>Insérer au curseur</translation>
    </message>
    <message>
        <source>Append to the open note</source>
        <translation>Ajouter à la fin de la note ouverte</translation>
    </message>
    <message>
        <source>Save as a new note</source>
        <translation>Enregistrer comme nouvelle note</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Redemander</translation>
    </message>
    <message>
        <source>Ask another model</source>
        <translation>Demander à un autre modèle</translation>
    </message>
    <message>
        <source>Branch from here</source>
        <translation>Créer une branche ici</translation>
    </message>
</context>
<context>
    <name>AnswerPane</name>
    <message>
        <source>Answer</source>
        <translation>Réponse</translation>
    </message>
</context>
<context>
    <name>AnswerSettingsForm</name>
    <message>
        <source>Temperature in this chat</source>
        <translation>Température dans cette discussion</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
    <message>
        <source>Longest answer in this chat, in tokens</source>
        <translation>Jetons au plus par réponse dans cette discussion</translation>
    </message>
    <message>
        <source>Tool rounds per question in this chat</source>
        <translation>Tours d’outils par question dans cette discussion</translation>
    </message>
    <message>
        <source>As in Settings</source>
        <translation>Selon Paramètres</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Température</translation>
    </message>
    <message>
        <source>Longest answer, in tokens</source>
        <translation>Jetons max. par réponse</translation>
    </message>
    <message>
        <source>Tool rounds</source>
        <translation>Tours d’outils</translation>
    </message>
    <message>
        <source>For this chat</source>
        <translation>Pour cette discussion</translation>
    </message>
</context>
<context>
    <name>AnswerTargets</name>
    <message>
        <source>No note is being edited, so there is no cursor.</source>
        <translation>Aucune note n’est en cours de modification, il n’y a donc pas de curseur.</translation>
    </message>
    <message>
        <source>Append to “{0}”</source>
        <translation>Ajouter à la fin de «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>Open a note first. The answer is inserted at its cursor.</source>
        <translation>Ouvrez d’abord une note. La réponse s’insère à son curseur.</translation>
    </message>
    <message>
        <source>Inserted into “{0}”.</source>
        <translation>Inséré dans «&#xa0;{0}&#xa0;».</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Open a note first. The answer is appended to it.</source>
        <translation>Ouvrez d’abord une note. La réponse s’ajoute à sa fin.</translation>
    </message>
    <message>
        <source>Appended to “{0}”.</source>
        <translation>Ajouté à la fin de «&#xa0;{0}&#xa0;».</translation>
    </message>
    <message>
        <source>The note has changed since, so nothing was removed from it.</source>
        <translation>La note a changé depuis&#xa0;; rien n’en a donc été retiré.</translation>
    </message>
    <message>
        <source>There is no answer in this chat yet.</source>
        <translation>Il n’y a pas encore de réponse dans cette discussion.</translation>
    </message>
</context>
<context>
    <name>AnswerUndo</name>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>There is no change to undo.</source>
        <translation>Il n’y a aucune modification à annuler.</translation>
    </message>
    <message>
        <source>There is no change to redo.</source>
        <translation>Il n’y a rien à rétablir.</translation>
    </message>
    <message>
        <source>The notes changed again, so nothing was merged.</source>
        <translation>Les notes ont encore changé&#xa0;; rien n’a donc été fusionné.</translation>
    </message>
    <message>
        <source>Merged. Later changes are kept.</source>
        <translation>Fusionné. Les modifications ultérieures sont conservées.</translation>
    </message>
    <message>
        <source>1 change applied</source>
        <translation>1 modification appliquée</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rétablir</translation>
    </message>
    <message>
        <source>Undo 1 change</source>
        <translation>Annuler 1 modification</translation>
    </message>
    <message>
        <source>Undo {0} changes</source>
        <translation>Annuler {0} modifications</translation>
    </message>
    <message>
        <source>links repaired in 1 note</source>
        <translation>liens réparés dans 1 note</translation>
    </message>
    <message>
        <source>links repaired in {0} notes</source>
        <translation>liens réparés dans {0} notes</translation>
    </message>
    <message>
        <source>{0} changes applied</source>
        <translation>{0} modifications appliquées</translation>
    </message>
</context>
<context>
    <name>AnswerView</name>
    <message>
        <source>Answer</source>
        <translation>Réponse</translation>
    </message>
    <message>
        <source>{n} token</source>
        <translation>{n} jeton</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} jetons</translation>
    </message>
    <message>
        <source>Append to the open note</source>
        <translation>Ajouter à la fin de la note ouverte</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Redemander</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Copy answer</source>
        <translation>Copier la réponse</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Copier le lien</translation>
    </message>
    <message>
        <source>Copy selection as Markdown</source>
        <translation>Copier la sélection en Markdown</translation>
    </message>
    <message>
        <source>Insert at the cursor</source>
        <translation>Insérer au curseur</translation>
    </message>
    <message>
        <source>Save as a new note</source>
        <translation>Enregistrer comme nouvelle note</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>Rien n’est sélectionné.</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>Ouvrir dans un nouvel onglet</translation>
    </message>
    <message>
        <source>Open the conversation as a note</source>
        <translation>Ouvrir la discussion comme note</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Tout sélectionner</translation>
    </message>
</context>
<context>
    <name>AppearanceSheet</name>
    <message>
        <source>Appearance</source>
        <translation>Apparence</translation>
    </message>
    <message>
        <source>How the window looks and where approval requests appear.</source>
        <translation>L’aspect de la fenêtre et l’endroit où apparaissent les demandes d’approbation.</translation>
    </message>
    <message>
        <source>Beside the note</source>
        <translation>À côté de la note</translation>
    </message>
    <message>
        <source>As a tab among the notes</source>
        <translation>En onglet parmi les notes</translation>
    </message>
    <message>
        <source>In its own window</source>
        <translation>Dans sa propre fenêtre</translation>
    </message>
    <message>
        <source>Same as this computer</source>
        <translation>Comme cet ordinateur</translation>
    </message>
    <message>
        <source>A change of language takes effect after a restart.</source>
        <translation>Un changement de langue prend effet après un redémarrage.</translation>
    </message>
</context>
<context>
    <name>ApprovalFooter</name>
    <message>
        <source>Reason</source>
        <translation>Motif</translation>
    </message>
    <message>
        <source>Reason for the model (optional)</source>
        <translation>Raison pour le modèle (facultatif)</translation>
    </message>
    <message>
        <source>Refuse with a Reason…</source>
        <translation>Refuser avec un motif…</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Refuser</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>Approuver</translation>
    </message>
</context>
<context>
    <name>ArgumentList</name>
    <message numerus="yes">
        <source>%n paths, as listed</source>
        <translation>
            <numerusform>%n chemin, celui de la liste</numerusform>
            <numerusform>%n chemins, ceux de la liste</numerusform>
        </translation>
    </message>
    <message>
        <source>Arguments, {0} lines</source>
        <translation>Arguments, {0} lignes</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Arguments</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucun</translation>
    </message>
</context>
<context>
    <name>AssistantSheet</name>
    <message>
        <source>Assistant</source>
        <translation>Assistant</translation>
    </message>
    <message>
        <source>Folders for commands, projects and skills, what the assistant remembers, and its additional tools.</source>
        <translation>Dossiers des commandes, projets et compétences, ce que l’assistant mémorise, et ses outils supplémentaires.</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Dossiers</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Mémoire</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulaire</translation>
    </message>
    <message>
        <source>Pomodoro</source>
        <translation>Pomodoro</translation>
    </message>
</context>
<context>
    <name>AuditList</name>
    <message>
        <source>Done</source>
        <translation>Terminé</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Échec</translation>
    </message>
    <message>
        <source>No result recorded</source>
        <translation>Aucun résultat enregistré</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>Non autorisé</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Arrêté</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 appel</translation>
    </message>
    <message>
        <source>1 entry was deleted</source>
        <translation>1 entrée a été supprimée</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Copier les détails</translation>
    </message>
    <message>
        <source>Open note</source>
        <translation>Ouvrir la note</translation>
    </message>
    <message>
        <source>Log cleared</source>
        <translation>Journal effacé</translation>
    </message>
    <message>
        <source>allowed by a rule</source>
        <translation>autorisé par une règle</translation>
    </message>
    <message>
        <source>allowed by you</source>
        <translation>autorisé par vous</translation>
    </message>
    <message>
        <source>allowed earlier</source>
        <translation>autorisé auparavant</translation>
    </message>
    <message>
        <source>by you</source>
        <translation>par vous</translation>
    </message>
    <message>
        <source>by {user}</source>
        <translation>par {user}</translation>
    </message>
    <message>
        <source>done</source>
        <translation>terminé</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>échec</translation>
    </message>
    <message>
        <source>needs no approval</source>
        <translation>sans approbation</translation>
    </message>
    <message>
        <source>no result recorded</source>
        <translation>aucun résultat enregistré</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>non autorisé</translation>
    </message>
    <message>
        <source>refused by a rule</source>
        <translation>refusé par une règle</translation>
    </message>
    <message>
        <source>refused by you</source>
        <translation>refusé par vous</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>arrêté</translation>
    </message>
    <message>
        <source>stopped by a check</source>
        <translation>arrêté par un contrôle</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>cet ordinateur</translation>
    </message>
    <message>
        <source>{n} calls</source>
        <translation>{n} appels</translation>
    </message>
    <message>
        <source>{n} entries were deleted</source>
        <translation>{n} entrées ont été supprimées</translation>
    </message>
    <message>
        <source>invalid arguments</source>
        <translation>arguments non valides</translation>
    </message>
    <message>
        <source>no such tool</source>
        <translation>outil inexistant</translation>
    </message>
    <message>
        <source>note not found</source>
        <translation>note introuvable</translation>
    </message>
    <message>
        <source>folder not found</source>
        <translation>dossier introuvable</translation>
    </message>
    <message>
        <source>several notes match</source>
        <translation>plusieurs notes correspondent</translation>
    </message>
    <message>
        <source>too dangerous</source>
        <translation>trop dangereux</translation>
    </message>
    <message>
        <source>too many calls</source>
        <translation>trop d’appels</translation>
    </message>
    <message>
        <source>no answer in time</source>
        <translation>pas de réponse à temps</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>non exécuté</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>trop grand</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>illisible</translation>
    </message>
    <message>
        <source>not written</source>
        <translation>non écrit</translation>
    </message>
    <message>
        <source>search failed</source>
        <translation>échec de la recherche</translation>
    </message>
    <message>
        <source>list failed</source>
        <translation>échec de la liste</translation>
    </message>
    <message>
        <source>network error</source>
        <translation>erreur réseau</translation>
    </message>
    <message>
        <source>changed by another program</source>
        <translation>modifié par un autre programme</translation>
    </message>
</context>
<context>
    <name>AutostartCard</name>
    <message>
        <source>Start VaultDesk when you log in</source>
        <translation>Lancer VaultDesk à l’ouverture de session</translation>
    </message>
    <message>
        <source>Start it without a window</source>
        <translation>Le lancer sans fenêtre</translation>
    </message>
    <message>
        <source>It starts in the tray.</source>
        <translation>Il démarre dans la zone de notification.</translation>
    </message>
    <message>
        <source>It starts minimized, because there is no tray icon to open it from.</source>
        <translation>Il démarre réduit, car aucune icône de la zone de notification ne permettrait de l’ouvrir.</translation>
    </message>
    <message>
        <source>In a Flatpak, VaultDesk cannot set this up itself. Add VaultDesk to the startup programs in your desktop settings.</source>
        <translation>Dans un Flatpak, VaultDesk ne peut pas configurer cela lui-même. Ajoutez VaultDesk aux programmes lancés au démarrage dans les paramètres de votre bureau.</translation>
    </message>
    <message>
        <source>Not available while VAULTDESK_HOME sets the folder of VaultDesk.</source>
        <translation>Indisponible tant que VAULTDESK_HOME définit le dossier de VaultDesk.</translation>
    </message>
    <message>
        <source>Move VaultDesk to the Applications folder first, and open it from there.</source>
        <translation>Déplacez d’abord VaultDesk dans le dossier Applications, et ouvrez-le de là.</translation>
    </message>
    <message>
        <source>Another copy is set to start: {0}. If you turn this on, this copy starts instead.</source>
        <translation>Une autre copie est configurée pour démarrer&#xa0;: {0}. Si vous activez ceci, c’est cette copie-ci qui démarre.</translation>
    </message>
    <message>
        <source>The program set to start no longer exists: {0}. If you turn this on, this copy starts instead.</source>
        <translation>Le programme configuré pour démarrer n’existe plus&#xa0;: {0}. Si vous activez ceci, c’est cette copie-ci qui démarre.</translation>
    </message>
    <message>
        <source>It reopens what was open last. Nothing is sent automatically.</source>
        <translation>Il rouvre ce qui était ouvert en dernier. Rien n’est envoyé automatiquement.</translation>
    </message>
</context>
<context>
    <name>BackgroundMode</name>
    <message>
        <source>It keeps running there. To quit, choose Quit in its menu or press {0} in its window.</source>
        <translation>Il continue de fonctionner là. Pour quitter, choisissez Quitter dans son menu ou appuyez sur {0} dans sa fenêtre.</translation>
    </message>
    <message>
        <source>VaultDesk is running in the tray</source>
        <translation>VaultDesk fonctionne dans la zone de notification</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation>Fermer ce message</translation>
    </message>
</context>
<context>
    <name>BlockIdWriter</name>
    <message>
        <source>The block ID ^{id} could not be written to “{note}”: {why}</source>
        <translation>L’identifiant de bloc ^{id} n’a pas pu être écrit dans «&#xa0;{note}&#xa0;»&#xa0;: {why}</translation>
    </message>
</context>
<context>
    <name>BlockListPage</name>
    <message>
        <source>and {n} more</source>
        <translation>et {n} de plus</translation>
    </message>
    <message>
        <source>It contains no text.</source>
        <translation>Il ne contient aucun texte.</translation>
    </message>
    <message>
        <source>This canvas is not valid. Its source text is shown.</source>
        <translation>Ce canvas n’est pas valide. Son texte source est affiché.</translation>
    </message>
    <message>
        <source>The cards of a canvas as a list. Open it in another program to see their layout.</source>
        <translation>Les cartes d’un canvas, en liste. Ouvrez-le dans un autre programme pour voir leur disposition.</translation>
    </message>
    <message>
        <source>The source text of a base. Open it in another program to see the table.</source>
        <translation>Le texte source d’une base. Ouvrez-la dans un autre programme pour voir le tableau.</translation>
    </message>
</context>
<context>
    <name>BookmarkController</name>
    <message>
        <source>The bookmark could not be saved: {reason}.</source>
        <translation>Le signet n’a pas pu être enregistré&#xa0;: {reason}.</translation>
    </message>
    <message>
        <source>“{path}” no longer exists.</source>
        <translation>«&#xa0;{path}&#xa0;» n’existe plus.</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>Signet</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>Ouvrir dans un nouvel onglet</translation>
    </message>
    <message>
        <source>This bookmark is managed by Obsidian. Remove it there.</source>
        <translation>Obsidian gère ce signet. Retirez-le là-bas.</translation>
    </message>
    <message>
        <source>Remove from bookmarks</source>
        <translation>Retirer des signets</translation>
    </message>
</context>
<context>
    <name>BookmarkView</name>
    <message>
        <source>Bookmarks</source>
        <translation>Signets</translation>
    </message>
    <message>
        <source>{path} no longer exists.</source>
        <translation>{path} n’existe plus.</translation>
    </message>
</context>
<context>
    <name>Breadcrumbs</name>
    <message>
        <source>Find in {folder}</source>
        <translation>Chercher dans {folder}</translation>
    </message>
    <message>
        <source>Other days</source>
        <translation>Autres jours</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Plus</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lire</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Modifier</translation>
    </message>
    <message>
        <source>{n} word</source>
        <translation>{n} mot</translation>
    </message>
    <message>
        <source>{n} words</source>
        <translation>{n} mots</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Note</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>Ouvrir dans un nouvel onglet</translation>
    </message>
    <message>
        <source>Where this note was sent</source>
        <translation>Où cette note a été envoyée</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Copier le chemin</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Copier le lien</translation>
    </message>
</context>
<context>
    <name>BudgetMeters</name>
    <message>
        <source>A question that would exceed this limit is not sent. Change the limit in Settings, Limits.</source>
        <translation>Une question qui dépasserait cette limite n’est pas envoyée. Changez la limite dans Paramètres, Limites.</translation>
    </message>
    <message>
        <source>{0} of {1} today</source>
        <translation>{0} sur {1} aujourd’hui</translation>
    </message>
    <message>
        <source>{0} of {1} in this chat</source>
        <translation>{0} sur {1} dans cette discussion</translation>
    </message>
    <message>
        <source>{0} of {1} by this agent today</source>
        <translation>{0} sur {1} par cet agent aujourd’hui</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} jetons</translation>
    </message>
</context>
<context>
    <name>CalendarPopup</name>
    <message>
        <source>Choose a day</source>
        <translation>Choisir un jour</translation>
    </message>
    <message>
        <source>Previous month</source>
        <translation>Mois précédent</translation>
    </message>
    <message>
        <source>Next month</source>
        <translation>Mois suivant</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Aujourd’hui</translation>
    </message>
</context>
<context>
    <name>CallFilters</name>
    <message>
        <source>Tool</source>
        <translation>Outil</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Résultat</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Any result</source>
        <translation>Tout résultat</translation>
    </message>
    <message>
        <source>All tools</source>
        <translation>Tous les outils</translation>
    </message>
    <message>
        <source>All agents</source>
        <translation>Tous les agents</translation>
    </message>
</context>
<context>
    <name>CanvasPage</name>
    <message>
        <source>As a list</source>
        <translation>En liste</translation>
    </message>
    <message>
        <source>Fit to window</source>
        <translation>Ajuster à la fenêtre</translation>
    </message>
    <message>
        <source>This canvas is empty</source>
        <translation>Ce canvas est vide</translation>
    </message>
    <message>
        <source>Add cards in a program that can edit it, such as Obsidian.</source>
        <translation>Ajoutez des cartes dans un programme qui peut le modifier, comme Obsidian.</translation>
    </message>
    <message>
        <source>{n} cards are not shown</source>
        <translation>{n} cartes ne sont pas affichées</translation>
    </message>
</context>
<context>
    <name>CanvasView</name>
    <message>
        <source>Text: {words}</source>
        <translation>Texte&#xa0;: {words}</translation>
    </message>
    <message>
        <source>File: {words}</source>
        <translation>Fichier&#xa0;: {words}</translation>
    </message>
    <message>
        <source>Address: {words}</source>
        <translation>Adresse&#xa0;: {words}</translation>
    </message>
    <message>
        <source>Group: {words}</source>
        <translation>Groupe&#xa0;: {words}</translation>
    </message>
    <message>
        <source>{name} (missing)</source>
        <translation>{name} (absent)</translation>
    </message>
    <message>
        <source>Cards: {n}</source>
        <translation>Cartes&#xa0;: {n}</translation>
    </message>
</context>
<context>
    <name>CapabilityCheckCard</name>
    <message>
        <source>Check What It Can Do</source>
        <translation>Vérifier ce qu’il sait faire</translation>
    </message>
    <message>
        <source>What {0} can do</source>
        <translation>Ce que {0} sait faire</translation>
    </message>
    <message>
        <source>tested on {0}</source>
        <translation>testé le {0}</translation>
    </message>
    <message>
        <source>Check Again</source>
        <translation>Vérifier à nouveau</translation>
    </message>
    <message>
        <source>Asks the model a few short questions. No note is sent.</source>
        <translation>Pose quelques questions courtes au modèle. Aucune note n’est envoyée.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Stopped. The earlier results remain.</source>
        <translation>Arrêté. Les résultats antérieurs restent valables.</translation>
    </message>
    <message>
        <source>Asking {0}…</source>
        <translation>Interrogation de {0}…</translation>
    </message>
    <message>
        <source>Check finished.</source>
        <translation>Vérification terminée.</translation>
    </message>
    <message>
        <source>Check finished with few results.</source>
        <translation>Vérification terminée avec peu de résultats.</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexte</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Long texts</source>
        <translation>Textes longs</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Images</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Réflexion</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Outils</translation>
    </message>
    <message>
        <source>can answer in JSON only</source>
        <translation>peut répondre uniquement en JSON</translation>
    </message>
    <message>
        <source>native</source>
        <translation>natifs</translation>
    </message>
    <message>
        <source>text-based</source>
        <translation>en texte</translation>
    </message>
    <message>
        <source>remembers their beginning</source>
        <translation>se souvient de leur début</translation>
    </message>
    <message>
        <source>no</source>
        <translation>non</translation>
    </message>
    <message>
        <source>none</source>
        <translation>aucun</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>inconnu</translation>
    </message>
    <message>
        <source>supported</source>
        <translation>prises en charge</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>oui</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} jetons</translation>
    </message>
    <message>
        <source>{0}, several at once</source>
        <translation>{0}, plusieurs à la fois</translation>
    </message>
</context>
<context>
    <name>CardList</name>
    <message>
        <source>Actions</source>
        <translation>Actions</translation>
    </message>
</context>
<context>
    <name>ChangeChecklist</name>
    <message>
        <source>All changes</source>
        <translation>Toutes les modifications</translation>
    </message>
    <message>
        <source>{0} of {1} changes</source>
        <translation>{0} sur {1}</translation>
    </message>
    <message>
        <source>{0} of {1} change</source>
        <translation>{0} sur {1}</translation>
    </message>
    <message>
        <source>Notes to change; Space ticks</source>
        <translation>Notes à modifier&#xa0;; Espace pour cocher</translation>
    </message>
</context>
<context>
    <name>ChangeChoices</name>
    <message>
        <source>1 change</source>
        <translation>1 modification</translation>
    </message>
    <message>
        <source>Repair 1 link</source>
        <translation>Réparer 1 lien</translation>
    </message>
    <message>
        <source>Repair {0} links</source>
        <translation>Réparer {0} liens</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>et {0} de plus</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>supprimée</translation>
    </message>
    <message>
        <source>deleted, {0}</source>
        <translation>supprimée, {0}</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>modifiée</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>laissée de côté</translation>
    </message>
    <message>
        <source>left out, with the new name</source>
        <translation>laissé de côté, avec le nouveau nom</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>déplacée</translation>
    </message>
    <message>
        <source>new note</source>
        <translation>nouvelle note</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>renommée</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>la racine du coffre</translation>
    </message>
    <message>
        <source>to match the new name</source>
        <translation>selon le nouveau nom</translation>
    </message>
    <message>
        <source>{0} changes</source>
        <translation>{0} modifications</translation>
    </message>
    <message>
        <source>{0} of {1} changes</source>
        <translation>{0} modifications sur {1}</translation>
    </message>
</context>
<context>
    <name>ChangeFooter</name>
    <message>
        <source>Show</source>
        <translation>Afficher</translation>
    </message>
    <message>
        <source>All changes can be undone in one step, from the notification or in Activity. If a note changes before you answer, you are asked again.</source>
        <translation>Toutes les modifications peuvent être annulées en une fois, depuis la notification ou dans Activité. Si une note change avant votre réponse, la question vous est reposée.</translation>
    </message>
    <message>
        <source>All changes can be undone in one step.</source>
        <translation>Toutes les modifications peuvent être annulées en une fois.</translation>
    </message>
    <message>
        <source>Changes need your approval each time. This choice cannot be remembered.</source>
        <translation>Les modifications exigent votre approbation à chaque fois. Ce choix ne peut pas être mémorisé.</translation>
    </message>
    <message>
        <source>Finish editing first.</source>
        <translation>Terminez d’abord votre saisie.</translation>
    </message>
    <message>
        <source>Nothing is ticked.</source>
        <translation>Rien n’est coché.</translation>
    </message>
    <message>
        <source>Delete 1 note</source>
        <translation>Supprimer 1 note</translation>
    </message>
    <message>
        <source>Delete {n} notes</source>
        <translation>Supprimer {n} notes</translation>
    </message>
    <message>
        <source>Apply 1 change</source>
        <translation>Appliquer 1 modification</translation>
    </message>
    <message>
        <source>Apply {n} changes</source>
        <translation>Appliquer {n} modifications</translation>
    </message>
    <message>
        <source>1 collapsed part removes or hides text. Review it before you apply.</source>
        <translation>1 partie repliée supprime ou masque du texte. Vérifiez-la avant d’appliquer.</translation>
    </message>
    <message>
        <source>{0} collapsed parts remove or hide text. Review them before you apply.</source>
        <translation>{0} parties repliées suppriment ou masquent du texte. Vérifiez-les avant d’appliquer.</translation>
    </message>
    <message>
        <source>Apply nothing</source>
        <translation>Ne rien appliquer</translation>
    </message>
</context>
<context>
    <name>ChangeHistory</name>
    <message>
        <source>1 change</source>
        <translation>1 modification</translation>
    </message>
    <message>
        <source>1 link</source>
        <translation>1 lien</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 note</translation>
    </message>
    <message>
        <source>Another program changed this note at the same time. Its version was left in place; earlier versions are kept.</source>
        <translation>Un autre programme a modifié cette note en même temps. Sa version est restée en place&#xa0;; les versions antérieures sont conservées.</translation>
    </message>
    <message>
        <source>Changed properties of {n} more notes</source>
        <translation>Modification des propriétés de {n} autres notes</translation>
    </message>
    <message>
        <source>Changed tags of {n} more notes</source>
        <translation>Modification des étiquettes de {n} autres notes</translation>
    </message>
    <message>
        <source>Changed {n} more notes</source>
        <translation>Modification de {n} autres notes</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparer</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Copier le chemin</translation>
    </message>
    <message>
        <source>Created {n} more notes</source>
        <translation>Création de {n} autres notes</translation>
    </message>
    <message>
        <source>Deleted {n} more notes</source>
        <translation>Suppression de {n} autres notes</translation>
    </message>
    <message>
        <source>Open note</source>
        <translation>Ouvrir la note</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rétablir</translation>
    </message>
    <message>
        <source>Redo all {n}</source>
        <translation>Tout rétablir ({n})</translation>
    </message>
    <message>
        <source>Renamed {n} more notes</source>
        <translation>Changement de nom de {n} autres notes</translation>
    </message>
    <message>
        <source>Repaired links in {n} more notes</source>
        <translation>Liens réparés dans {n} autres notes</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Undo all {n}</source>
        <translation>Tout annuler ({n})</translation>
    </message>
    <message>
        <source>Without a chat question</source>
        <translation>Sans question de discussion</translation>
    </message>
    <message>
        <source>changed by another program</source>
        <translation>modifié par un autre programme</translation>
    </message>
    <message>
        <source>result not known</source>
        <translation>résultat inconnu</translation>
    </message>
    <message>
        <source>not done</source>
        <translation>non fait</translation>
    </message>
    <message>
        <source>Changed properties of {name}</source>
        <translation>Propriétés de {name} modifiées</translation>
    </message>
    <message>
        <source>Changed tags of {name}</source>
        <translation>Étiquettes de {name} modifiées</translation>
    </message>
    <message>
        <source>Changed {name}</source>
        <translation>Modification de {name}</translation>
    </message>
    <message>
        <source>Created {name}</source>
        <translation>Création de {name}</translation>
    </message>
    <message>
        <source>Deleted {name}</source>
        <translation>Suppression de {name}</translation>
    </message>
    <message>
        <source>Moved {name} to {folder}</source>
        <translation>Déplacement de {name} vers {folder}</translation>
    </message>
    <message>
        <source>Repaired links in {names}</source>
        <translation>Liens réparés dans {names}</translation>
    </message>
    <message>
        <source>Repaired links in {names} and {n} more</source>
        <translation>Liens réparés dans {names} et {n} de plus</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>la racine du coffre</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>annulé</translation>
    </message>
    <message>
        <source>undone at {time}</source>
        <translation>annulé à {time}</translation>
    </message>
    <message>
        <source>written, not confirmed</source>
        <translation>écrit, non confirmé</translation>
    </message>
    <message>
        <source>{n} changes</source>
        <translation>{n} modifications</translation>
    </message>
    <message>
        <source>{n} links</source>
        <translation>{n} liens</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notes</translation>
    </message>
</context>
<context>
    <name>ChangeReview</name>
    <message>
        <source>Changes, line by line</source>
        <translation>Modifications, ligne par ligne</translation>
    </message>
</context>
<context>
    <name>ChatDock</name>
    <message>
        <source>Find in the chat</source>
        <translation>Rechercher dans la discussion</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Discussion</translation>
    </message>
    <message>
        <source>Title of this chat</source>
        <translation>Titre de cette discussion</translation>
    </message>
    <message>
        <source>Agent that answers</source>
        <translation>Agent qui répond</translation>
    </message>
    <message>
        <source>New private chat: it is not saved</source>
        <translation>Nouvelle discussion privée&#xa0;: elle n’est pas enregistrée</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>Privée</translation>
    </message>
    <message>
        <source>This chat is not saved on this computer. It is discarded when its tab is closed.</source>
        <translation>Cette discussion n’est pas enregistrée sur cet ordinateur. Elle est effacée à la fermeture de son onglet.</translation>
    </message>
    <message>
        <source>More about this chat</source>
        <translation>Plus sur cette discussion</translation>
    </message>
    <message>
        <source>Branch of</source>
        <translation>Branche de</translation>
    </message>
    <message>
        <source>No question has been asked here yet.</source>
        <translation>Aucune question n’a encore été posée ici.</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>Private chats are not saved.</source>
        <translation>Les discussions privées ne sont pas enregistrées.</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Désépingler</translation>
    </message>
    <message>
        <source>Pin to the top of the list</source>
        <translation>Épingler en haut de la liste</translation>
    </message>
    <message>
        <source>Copy conversation as Markdown</source>
        <translation>Copier la discussion en Markdown</translation>
    </message>
    <message>
        <source>Show its note</source>
        <translation>Afficher sa note</translation>
    </message>
    <message>
        <source>Stop saving it as a note</source>
        <translation>Ne plus l’enregistrer comme note</translation>
    </message>
    <message>
        <source>Save it as a note too</source>
        <translation>L’enregistrer aussi comme note</translation>
    </message>
    <message>
        <source>Close this conversation</source>
        <translation>Fermer cette discussion</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
</context>
<context>
    <name>ChatLibrary</name>
    <message>
        <source>Its note has changed since, so nothing was undone.</source>
        <translation>Sa note a changé depuis&#xa0;; rien n’a donc été annulé.</translation>
    </message>
</context>
<context>
    <name>ChatListController</name>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
    <message>
        <source>Deleted “{0}”</source>
        <translation>«&#xa0;{0}&#xa0;» supprimée</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>ChatNoteOffer</name>
    <message>
        <source>This note is a chat.</source>
        <translation>Cette note est une discussion.</translation>
    </message>
    <message>
        <source>Continue in the chat</source>
        <translation>Continuer dans la discussion</translation>
    </message>
</context>
<context>
    <name>ChatPlacement</name>
    <message>
        <source>Chat</source>
        <translation>Discussion</translation>
    </message>
    <message>
        <source>The chat is in its own window</source>
        <translation>La discussion est dans sa propre fenêtre</translation>
    </message>
    <message>
        <source>The chat is a tab</source>
        <translation>La discussion est un onglet</translation>
    </message>
    <message>
        <source>Go to the chat</source>
        <translation>Aller à la discussion</translation>
    </message>
    <message>
        <source>Show it beside the note</source>
        <translation>L’afficher à côté de la note</translation>
    </message>
    <message>
        <source>You can move it back here at any time.</source>
        <translation>Vous pouvez la ramener ici à tout moment.</translation>
    </message>
    <message>
        <source>Position of the chat</source>
        <translation>Position de la discussion</translation>
    </message>
    <message>
        <source>Beside the note</source>
        <translation>À côté de la note</translation>
    </message>
    <message>
        <source>As a tab among the notes</source>
        <translation>En onglet parmi les notes</translation>
    </message>
    <message>
        <source>In its own window</source>
        <translation>Dans sa propre fenêtre</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
</context>
<context>
    <name>ChatPopup</name>
    <message>
        <source>Chats</source>
        <translation>Discussions</translation>
    </message>
    <message>
        <source>Find a chat</source>
        <translation>Trouver une discussion</translation>
    </message>
    <message>
        <source>Search titles and messages</source>
        <translation>Chercher dans les titres et les messages</translation>
    </message>
    <message>
        <source>Title of the chat</source>
        <translation>Titre de la discussion</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Épingler</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Restore “{0}”</source>
        <translation>Rétablir «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>No chat matches.</source>
        <translation>Aucune discussion ne correspond.</translation>
    </message>
    <message>
        <source>Your chats are listed here.</source>
        <translation>Vos discussions sont listées ici.</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Désépingler</translation>
    </message>
    <message>
        <source>Found in chats</source>
        <translation>Trouvé dans les discussions</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>7 derniers jours</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
    <message>
        <source>This chat is not saved.</source>
        <translation>Cette discussion n’est pas enregistrée.</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Épinglées</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>Privée</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Aujourd’hui</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>answering…</source>
        <translation>répond…</translation>
    </message>
    <message>
        <source>Type to find {0} older chats</source>
        <translation>Tapez pour trouver {0} discussions plus anciennes</translation>
    </message>
</context>
<context>
    <name>ChatSavingCard</name>
    <message>
        <source>Save chats as notes in this vault too</source>
        <translation>Enregistrer aussi les discussions comme notes de ce coffre</translation>
    </message>
    <message>
        <source>Chats are stored on this computer, outside the vault. If this is on, each chat is also saved as a note in the chat folder. Turning it off does not delete existing notes.</source>
        <translation>Les discussions sont enregistrées sur cet ordinateur, hors du coffre. Si cette option est activée, chaque discussion est aussi enregistrée comme note dans le dossier des discussions. La désactiver ne supprime pas les notes existantes.</translation>
    </message>
</context>
<context>
    <name>ChatTabBar</name>
    <message>
        <source>Open chats</source>
        <translation>Discussions ouvertes</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
    <message>
        <source>being answered</source>
        <translation>réponse en cours</translation>
    </message>
    <message>
        <source>waiting for you</source>
        <translation>vous attend</translation>
    </message>
    <message>
        <source>answered, not read yet</source>
        <translation>réponse non lue</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message>
        <source>Close this chat&apos;s tab</source>
        <translation>Fermer l’onglet de cette discussion</translation>
    </message>
</context>
<context>
    <name>CheckListHeader</name>
    <message>
        <source>All</source>
        <translation>Tout</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Rien</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Tout cocher</translation>
    </message>
    <message>
        <source>Select None</source>
        <translation>Ne rien cocher</translation>
    </message>
</context>
<context>
    <name>CheckRow</name>
    <message>
        <source>Copy the Command</source>
        <translation>Copier la commande</translation>
    </message>
    <message>
        <source>The command was copied.</source>
        <translation>La commande a été copiée.</translation>
    </message>
</context>
<context>
    <name>CodeButtons</name>
    <message>
        <source>Copied</source>
        <translation>Copié</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Copier le code</translation>
    </message>
</context>
<context>
    <name>CommandCompletionSource</name>
    <message>
        <source>Enter inserts it into the question</source>
        <translation>Entrée l’insère dans la question</translation>
    </message>
    <message>
        <source>new command</source>
        <translation>nouvelle commande</translation>
    </message>
    <message>
        <source>New command…</source>
        <translation>Nouvelle commande…</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>A quick command of this vault. It is inserted into the question.</source>
        <translation>Une commande rapide de ce coffre. Elle s’insère dans la question.</translation>
    </message>
    <message>
        <source>Quick command</source>
        <translation>Commande rapide</translation>
    </message>
    <message>
        <source>This command no longer exists.</source>
        <translation>Cette commande n’existe plus.</translation>
    </message>
    <message>
        <source>All commands</source>
        <translation>Toutes les commandes</translation>
    </message>
    <message>
        <source>Recently used</source>
        <translation>Utilisées récemment</translation>
    </message>
    <message>
        <source>also “{word}”</source>
        <translation>aussi «&#xa0;{word}&#xa0;»</translation>
    </message>
    <message>
        <source>backlinks outgoing incoming</source>
        <translation>backlinks rétroliens sortants entrants</translation>
    </message>
    <message>
        <source>dark night colors</source>
        <translation>nuit couleurs thème</translation>
    </message>
    <message>
        <source>delete remove trash</source>
        <translation>supprimer effacer corbeille</translation>
    </message>
    <message>
        <source>export</source>
        <translation>exporter</translation>
    </message>
    <message>
        <source>find</source>
        <translation>trouver chercher</translation>
    </message>
    <message>
        <source>graph network map</source>
        <translation>graphe réseau carte</translation>
    </message>
    <message>
        <source>headings contents</source>
        <translation>titres sommaire</translation>
    </message>
    <message>
        <source>history conversations</source>
        <translation>historique conversations</translation>
    </message>
    <message>
        <source>history versions log</source>
        <translation>historique versions journal</translation>
    </message>
    <message>
        <source>preferences options models</source>
        <translation>préférences options réglages modèles</translation>
    </message>
    <message>
        <source>preview source mode</source>
        <translation>aperçu source mode</translation>
    </message>
    <message>
        <source>relocate</source>
        <translation>transférer</translation>
    </message>
    <message>
        <source>sidebar panel</source>
        <translation>panneau volet latéral</translation>
    </message>
    <message>
        <source>substitute</source>
        <translation>substituer</translation>
    </message>
    <message>
        <source>{some} of {total}</source>
        <translation>{some} sur {total}</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>What would leave this computer</source>
        <translation>Ce qui quitterait cet ordinateur</translation>
    </message>
    <message>
        <source>The text is too long to paste here. Save it as a note and ask about the note.</source>
        <translation>Le texte est trop long à coller ici. Enregistrez-le comme note et posez votre question sur la note.</translation>
    </message>
</context>
<context>
    <name>ComposerController</name>
    <message>
        <source>Summary of the earlier conversation:</source>
        <translation>Résumé de la discussion antérieure&#xa0;:</translation>
    </message>
</context>
<context>
    <name>ConsentText</name>
    <message>
        <source>**Nothing leaves this computer.**</source>
        <translation>**Rien ne quitte cet ordinateur.**</translation>
    </message>
    <message>
        <source>**Nothing** leaves this computer for **{host}**</source>
        <translation>**Rien** ne quitte cet ordinateur pour **{host}**</translation>
    </message>
    <message>
        <source>About **1 token** leaves this computer for **{host}**</source>
        <translation>Environ **1 jeton** quitte cet ordinateur pour **{host}**</translation>
    </message>
    <message>
        <source>About **{n} tokens** leave this computer for **{host}**</source>
        <translation>Environ **{n} jetons** quittent cet ordinateur pour **{host}**</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Toujours</translation>
    </message>
    <message>
        <source>Approve and Execute</source>
        <translation>Approuver et exécuter</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuer</translation>
    </message>
    <message>
        <source>Don’t Send</source>
        <translation>Ne pas envoyer</translation>
    </message>
    <message>
        <source>Exactly the ticked text goes to {who} at {host}, about {n} tokens of it. It is recorded in “What left this computer”.</source>
        <translation>Le texte coché, et lui seul, part vers {who} ({host}), soit environ {n} jetons. C’est consigné dans «&#xa0;Ce qui a quitté cet ordinateur&#xa0;».</translation>
    </message>
    <message>
        <source>Found for “{words}”. The model reads them to answer your question.</source>
        <translation>Trouvé pour «&#xa0;{words}&#xa0;». Le modèle lit ces passages pour répondre à votre question.</translation>
    </message>
    <message>
        <source>Found on this computer. The model reads what is ticked to answer your question.</source>
        <translation>Trouvé sur cet ordinateur. Le modèle lit ce qui est coché pour répondre à votre question.</translation>
    </message>
    <message>
        <source>Let the assistant read 1 note?</source>
        <translation>Laisser l’assistant lire 1 note&#xa0;?</translation>
    </message>
    <message>
        <source>Let the assistant read 1 passage and 1 whole note?</source>
        <translation>Laisser l’assistant lire 1 passage et 1 note entière&#xa0;?</translation>
    </message>
    <message>
        <source>Let the assistant read 1 passage and {notes} whole notes?</source>
        <translation>Laisser l’assistant lire 1 passage et {notes} notes entières&#xa0;?</translation>
    </message>
    <message>
        <source>Let the assistant read 1 passage of 1 note?</source>
        <translation>Laisser l’assistant lire 1 passage d’une note&#xa0;?</translation>
    </message>
    <message>
        <source>Let the assistant read 1 result?</source>
        <translation>Laisser l’assistant lire 1 résultat&#xa0;?</translation>
    </message>
    <message>
        <source>Let the assistant read what was found?</source>
        <translation>Laisser l’assistant lire ce qui a été trouvé&#xa0;?</translation>
    </message>
    <message>
        <source>Let the assistant read {n} notes?</source>
        <translation>Laisser l’assistant lire {n} notes&#xa0;?</translation>
    </message>
    <message>
        <source>Let the assistant read {n} results?</source>
        <translation>Laisser l’assistant lire {n} résultats&#xa0;?</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages and 1 whole note?</source>
        <translation>Laisser l’assistant lire {passages} passages et 1 note entière&#xa0;?</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages and {notes} whole notes?</source>
        <translation>Laisser l’assistant lire {passages} passages et {notes} notes entières&#xa0;?</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages of 1 note?</source>
        <translation>Laisser l’assistant lire {passages} passages d’une note&#xa0;?</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages of {notes} notes?</source>
        <translation>Laisser l’assistant lire {passages} passages de {notes} notes&#xa0;?</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages?</source>
        <translation>Laisser l’assistant lire {passages} passages&#xa0;?</translation>
    </message>
    <message>
        <source>Nothing is sent to {who}</source>
        <translation>Rien n’est envoyé à {who}</translation>
    </message>
    <message>
        <source>Nothing leaves this computer.</source>
        <translation>Rien ne quitte cet ordinateur.</translation>
    </message>
    <message>
        <source>Nothing of this has reached the model yet.</source>
        <translation>Rien de cela n’est encore parvenu au modèle.</translation>
    </message>
    <message>
        <source>Nothing was found for the assistant to read</source>
        <translation>Rien n’a été trouvé à faire lire à l’assistant</translation>
    </message>
    <message>
        <source>Nothing was found to send to {who}</source>
        <translation>Rien n’a été trouvé à envoyer à {who}</translation>
    </message>
    <message>
        <source>Read 1 note</source>
        <translation>Lire 1 note</translation>
    </message>
    <message>
        <source>Read 1 passage</source>
        <translation>Lire 1 passage</translation>
    </message>
    <message>
        <source>Read 1 result</source>
        <translation>Lire 1 résultat</translation>
    </message>
    <message>
        <source>Read What Is Ticked</source>
        <translation>Lire ce qui est coché</translation>
    </message>
    <message>
        <source>Read {n} notes</source>
        <translation>Lire {n} notes</translation>
    </message>
    <message>
        <source>Read {n} passages</source>
        <translation>Lire {n} passages</translation>
    </message>
    <message>
        <source>Read {n} results</source>
        <translation>Lire {n} résultats</translation>
    </message>
    <message>
        <source>Reading in this vault, always</source>
        <translation>Lire dans ce coffre, toujours</translation>
    </message>
    <message>
        <source>Reading in this vault, until this chat ends</source>
        <translation>Lire dans ce coffre, jusqu’à la fin de cette discussion</translation>
    </message>
    <message>
        <source>Reading inside {0}, always</source>
        <translation>Lire dans {0}, toujours</translation>
    </message>
    <message>
        <source>Reading inside {0}, until this chat ends</source>
        <translation>Lire dans {0}, jusqu’à la fin de cette discussion</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Refuser</translation>
    </message>
    <message>
        <source>Searched for “{words}”. Other terms may find more.</source>
        <translation>Recherche de «&#xa0;{words}&#xa0;». D’autres mots donneront peut-être plus de résultats.</translation>
    </message>
    <message>
        <source>Searching this vault, always</source>
        <translation>Rechercher dans ce coffre, toujours</translation>
    </message>
    <message>
        <source>Searching this vault, until this chat ends</source>
        <translation>Rechercher dans ce coffre, jusqu’à la fin de cette discussion</translation>
    </message>
    <message>
        <source>Send 1 note</source>
        <translation>Envoyer 1 note</translation>
    </message>
    <message>
        <source>Send 1 note to {who}?</source>
        <translation>Envoyer 1 note à {who}&#xa0;?</translation>
    </message>
    <message>
        <source>Send 1 passage</source>
        <translation>Envoyer 1 passage</translation>
    </message>
    <message>
        <source>Send 1 passage and 1 whole note to {who}?</source>
        <translation>Envoyer 1 passage et 1 note entière à {who}&#xa0;?</translation>
    </message>
    <message>
        <source>Send 1 passage and {notes} whole notes to {who}?</source>
        <translation>Envoyer 1 passage et {notes} notes entières à {who}&#xa0;?</translation>
    </message>
    <message>
        <source>Send 1 passage of 1 note to {who}?</source>
        <translation>Envoyer 1 passage d’une note à {who}&#xa0;?</translation>
    </message>
    <message>
        <source>Send 1 result</source>
        <translation>Envoyer 1 résultat</translation>
    </message>
    <message>
        <source>Send 1 result to {who}?</source>
        <translation>Envoyer 1 résultat à {who}&#xa0;?</translation>
    </message>
    <message>
        <source>Send What Is Ticked</source>
        <translation>Envoyer ce qui est coché</translation>
    </message>
    <message>
        <source>Send what was found to {who}?</source>
        <translation>Envoyer ce qui a été trouvé à {who}&#xa0;?</translation>
    </message>
    <message>
        <source>Send {n} notes</source>
        <translation>Envoyer {n} notes</translation>
    </message>
    <message>
        <source>Send {n} notes to {who}?</source>
        <translation>Envoyer {n} notes à {who}&#xa0;?</translation>
    </message>
    <message>
        <source>Send {n} passages</source>
        <translation>Envoyer {n} passages</translation>
    </message>
    <message>
        <source>Send {n} results</source>
        <translation>Envoyer {n} résultats</translation>
    </message>
    <message>
        <source>Send {n} results to {who}?</source>
        <translation>Envoyer {n} résultats à {who}&#xa0;?</translation>
    </message>
    <message>
        <source>Send {passages} passages and 1 whole note to {who}?</source>
        <translation>Envoyer {passages} passages et 1 note entière à {who}&#xa0;?</translation>
    </message>
    <message>
        <source>Send {passages} passages and {notes} whole notes to {who}?</source>
        <translation>Envoyer {passages} passages et {notes} notes entières à {who}&#xa0;?</translation>
    </message>
    <message>
        <source>Send {passages} passages of 1 note to {who}?</source>
        <translation>Envoyer {passages} passages d’une note à {who}&#xa0;?</translation>
    </message>
    <message>
        <source>Send {passages} passages of {notes} notes to {who}?</source>
        <translation>Envoyer {passages} passages de {notes} notes à {who}&#xa0;?</translation>
    </message>
    <message>
        <source>Send {passages} passages to {who}?</source>
        <translation>Envoyer {passages} passages à {who}&#xa0;?</translation>
    </message>
    <message>
        <source>The assistant reads nothing</source>
        <translation>L’assistant ne lit rien</translation>
    </message>
    <message>
        <source>The model asks to read it.</source>
        <translation>Le modèle demande à la lire.</translation>
    </message>
    <message>
        <source>The model asks to read it. Its reason: {words}</source>
        <translation>Le modèle demande à la lire. Sa raison&#xa0;: {words}</translation>
    </message>
    <message>
        <source>The model asks to read them.</source>
        <translation>Le modèle demande à les lire.</translation>
    </message>
    <message>
        <source>The model asks to read them. Its reason: {words}</source>
        <translation>Le modèle demande à les lire. Sa raison&#xa0;: {words}</translation>
    </message>
    <message>
        <source>The model’s reason: {words}</source>
        <translation>La raison du modèle&#xa0;: {words}</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Cette discussion</translation>
    </message>
    <message>
        <source>This time</source>
        <translation>Cette fois</translation>
    </message>
    <message>
        <source>This time only</source>
        <translation>Cette fois seulement</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>«&#xa0;{0}&#xa0;»</translation>
    </message>
</context>
<context>
    <name>ContextChip</name>
    <message>
        <source>Remove {name}</source>
        <translation>Retirer {name}</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>non envoyé</translation>
    </message>
    <message>
        <source>Backspace removes it</source>
        <translation>Retour arrière le retire</translation>
    </message>
</context>
<context>
    <name>ContextController</name>
    <message>
        <source>The chosen model cannot see pictures.</source>
        <translation>Le modèle choisi ne peut pas voir les images.</translation>
    </message>
    <message>
        <source>You dropped {0} files. Drop at most {1} at once.</source>
        <translation>Vous avez déposé {0} fichiers. Déposez-en {1} au plus à la fois.</translation>
    </message>
    <message>
        <source>Pasted picture {0}</source>
        <translation>Image collée {0}</translation>
    </message>
    <message>
        <source>Pasted picture</source>
        <translation>Image collée</translation>
    </message>
</context>
<context>
    <name>ContextRing</name>
    <message>
        <source>Context</source>
        <translation>Contexte</translation>
    </message>
    <message>
        <source>{used} of {window} tokens of the model’s context window ({part} %)</source>
        <translation>{used} jetons sur {window} de la fenêtre de contexte du modèle ({part}&#xa0;%)</translation>
    </message>
    <message>
        <source>About {0} tokens. The size of the model’s context window is not known.</source>
        <translation>Environ {0} jetons. La taille de la fenêtre de contexte du modèle n’est pas connue.</translation>
    </message>
    <message>
        <source>{n} message is summarized</source>
        <translation>{n} message est résumé</translation>
    </message>
    <message>
        <source>{n} messages are summarized</source>
        <translation>{n} messages sont résumés</translation>
    </message>
    <message>
        <source>Context: {0}</source>
        <translation>Contexte&#xa0;: {0}</translation>
    </message>
</context>
<context>
    <name>ContextTray</name>
    <message>
        <source>Attached context</source>
        <translation>Contexte joint</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Whole vault</source>
        <translation>Tout le coffre</translation>
    </message>
    <message>
        <source>open note</source>
        <translation>note ouverte</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} note</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notes</translation>
    </message>
    <message>
        <source>{n} token</source>
        <translation>{n} jeton</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} jetons</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>«&#xa0;{0}&#xa0;»</translation>
    </message>
</context>
<context>
    <name>ConversationController</name>
    <message>
        <source>An internal error occurred</source>
        <translation>Une erreur interne s’est produite</translation>
    </message>
    <message>
        <source>See the log for details.</source>
        <translation>Consultez le journal pour les détails.</translation>
    </message>
</context>
<context>
    <name>ConversationMarkdown</name>
    <message>
        <source>Assistant</source>
        <translation>Assistant</translation>
    </message>
    <message>
        <source>Cut off</source>
        <translation>Tronqué</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Arrêté</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Vous</translation>
    </message>
</context>
<context>
    <name>ConversationTabs</name>
    <message>
        <source>The private chat was discarded.</source>
        <translation>La discussion privée a été effacée.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>“{0}” is still being answered.</source>
        <translation>«&#xa0;{0}&#xa0;» reçoit encore une réponse.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Afficher</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>A change of its note revokes this.</source>
        <translation>Une modification de sa note annule cette autorisation.</translation>
    </message>
    <message>
        <source>A change of “{0}” was interrupted and not made. The note is unchanged.</source>
        <translation>Une modification de «&#xa0;{0}&#xa0;» a été interrompue et n’a pas été faite. La note est inchangée.</translation>
    </message>
    <message>
        <source>A change of “{0}” was interrupted, and the note cannot be read now.</source>
        <translation>Une modification de «&#xa0;{0}&#xa0;» a été interrompue, et la note ne peut pas être lue pour l’instant.</translation>
    </message>
    <message>
        <source>A set of changes was interrupted, and its change of “{0}” was rolled back.</source>
        <translation>Une série de modifications a été interrompue, et celle de «&#xa0;{0}&#xa0;» a été annulée.</translation>
    </message>
    <message>
        <source>A chat has the property {0}.</source>
        <translation>Une discussion a la propriété {0}.</translation>
    </message>
    <message>
        <source>A disk in memory ({0}), {1} free: notes are gone when the computer is switched off.</source>
        <translation>Un disque en mémoire ({0}), {1} libres&#xa0;: les notes disparaissent quand l’ordinateur est éteint.</translation>
    </message>
    <message>
        <source>A drive, a keyring or a server may not be responding. Check it, then run the check again.</source>
        <translation>Un lecteur, un trousseau ou un serveur ne répond peut-être pas. Vérifiez-le, puis relancez la vérification.</translation>
    </message>
    <message>
        <source>A file system of another program ({0}), {1} free.</source>
        <translation>Un système de fichiers d’un autre programme ({0}), {1} libres.</translation>
    </message>
    <message>
        <source>A folder of the host computer ({0}), {1} free.</source>
        <translation>Un dossier de l’ordinateur hôte ({0}), {1} libres.</translation>
    </message>
    <message>
        <source>A gateway in front of {0} cannot reach the server (status {1})</source>
        <translation>Une passerelle devant {0} ne parvient pas à joindre le serveur (statut {1})</translation>
    </message>
    <message>
        <source>A key consists of letters, digits and punctuation without spaces. Copy the complete key again.</source>
        <translation>Une clé se compose de lettres, de chiffres et de signes de ponctuation, sans espaces. Copiez à nouveau la clé entière.</translation>
    </message>
    <message>
        <source>A message from an unknown sender was left out.</source>
        <translation>Un message d’un auteur inconnu a été omis.</translation>
    </message>
    <message>
        <source>A message from an unknown sender was imported as yours.</source>
        <translation>Un message d’un auteur inconnu a été importé comme étant de vous.</translation>
    </message>
    <message>
        <source>A message without a readable time got the time of the message before it.</source>
        <translation>Un message sans heure lisible a reçu celle du message précédent.</translation>
    </message>
    <message>
        <source>A name inside a property is longer than {0} characters</source>
        <translation>Un nom dans une propriété dépasse {0} caractères</translation>
    </message>
    <message>
        <source>A network drive ({0}), {1} free. Saving takes longer, and notes cannot be read while it is disconnected.</source>
        <translation>Un lecteur réseau ({0}), {1} libres. L’enregistrement prend plus de temps, et les notes ne peuvent pas être lues quand il est déconnecté.</translation>
    </message>
    <message>
        <source>A newer version of VaultDesk may support it.</source>
        <translation>Une version plus récente de VaultDesk le prend peut-être en charge.</translation>
    </message>
    <message>
        <source>A picture was not imported: it is too large or not in the export.</source>
        <translation>Une image n’a pas été importée&#xa0;: elle est trop grande ou absente de l’export.</translation>
    </message>
    <message>
        <source>A property cannot be nested more than {0} deep</source>
        <translation>Une propriété ne peut pas être imbriquée sur plus de {0} niveaux</translation>
    </message>
    <message>
        <source>A property has a value that cannot be written</source>
        <translation>Une propriété a une valeur qui ne peut pas être écrite</translation>
    </message>
    <message>
        <source>A recording was left out; its text is included.</source>
        <translation>Un enregistrement a été omis&#xa0;; son texte est inclus.</translation>
    </message>
    <message>
        <source>A removable drive ({0}), {1} free. It stores times to two seconds and no permissions, and is easily damaged if it is not ejected.</source>
        <translation>Un lecteur amovible ({0}), {1} libres. Les heures y sont enregistrées à deux secondes près et sans droits d’accès, et il s’endommage facilement s’il n’est pas éjecté.</translation>
    </message>
    <message>
        <source>A tag consists of letters, digits, _ - and /, without spaces, and not only of digits.</source>
        <translation>Une étiquette se compose de lettres, de chiffres, de _ - et /, sans espaces, et pas seulement de chiffres.</translation>
    </message>
    <message>
        <source>A window can be shown.</source>
        <translation>Une fenêtre peut être affichée.</translation>
    </message>
    <message>
        <source>A window can be shown: {0}.</source>
        <translation>Une fenêtre peut être affichée&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>About {0} token goes to {1}. None of it is from your notes.</source>
        <translation>Environ {0} jeton part vers {1}. Rien de cela ne vient de vos notes.</translation>
    </message>
    <message>
        <source>About {0} tokens go to {1}. None of it is from your notes.</source>
        <translation>Environ {0} jetons partent vers {1}. Rien de cela ne vient de vos notes.</translation>
    </message>
    <message>
        <source>Add credit there, or choose another provider.</source>
        <translation>Ajoutez-y du crédit ou choisissez un autre fournisseur.</translation>
    </message>
    <message>
        <source>Add json to search.formats in its settings.yml and restart it.</source>
        <translation>Ajoutez json à search.formats dans son settings.yml et redémarrez-le.</translation>
    </message>
    <message>
        <source>Add tags</source>
        <translation>Ajouter des étiquettes</translation>
    </message>
    <message>
        <source>Add the key in the settings.</source>
        <translation>Ajoutez la clé dans les paramètres.</translation>
    </message>
    <message>
        <source>Add to vocabulary</source>
        <translation>Ajouter au vocabulaire</translation>
    </message>
    <message>
        <source>Add {0} to</source>
        <translation>Ajouter {0} à</translation>
    </message>
    <message>
        <source>Add “{0}” to your vocabulary</source>
        <translation>Ajouter «&#xa0;{0}&#xa0;» à votre vocabulaire</translation>
    </message>
    <message>
        <source>After this change your privacy rules would protect this note less, or not at all.</source>
        <translation>Après cette modification, vos règles de confidentialité protégeraient moins cette note, ou plus du tout.</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Portable: all in one folder next to the program: {0}</source>
        <translation>Portable&#xa0;: tout dans un dossier à côté du programme&#xa0;: {0}</translation>
    </message>
    <message>
        <source>All in one folder, set by {0}: {1}</source>
        <translation>Tout dans un dossier, défini par {0}&#xa0;: {1}</translation>
    </message>
    <message>
        <source>All files are present.</source>
        <translation>Tous les fichiers sont présents.</translation>
    </message>
    <message>
        <source>Allow the address of this network in the account at the provider, or use another network.</source>
        <translation>Autorisez l’adresse de ce réseau dans votre compte chez ce fournisseur, ou utilisez un autre réseau.</translation>
    </message>
    <message>
        <source>Addresses that contain a user name are not fetched</source>
        <translation>Les adresses contenant un nom d’utilisateur ne sont pas récupérées</translation>
    </message>
    <message>
        <source>An address with a zone is in a local network</source>
        <translation>Une adresse avec une zone se trouve dans un réseau local</translation>
    </message>
    <message>
        <source>An answer of several agents was imported as one message.</source>
        <translation>Une réponse de plusieurs agents a été importée comme un seul message.</translation>
    </message>
    <message>
        <source>An earlier version of the note is damaged.</source>
        <translation>Une version antérieure de la note est endommagée.</translation>
    </message>
    <message>
        <source>An entry of the export is not a conversation.</source>
        <translation>Une entrée de l’export n’est pas une conversation.</translation>
    </message>
    <message>
        <source>Another VaultDesk (process {0}) has this vault open, so it can only be read here.</source>
        <translation>Un autre VaultDesk (processus {0}) a ouvert ce coffre&#xa0;; il ne peut donc qu’être lu ici.</translation>
    </message>
    <message>
        <source>Another VaultDesk has this vault open, so it can only be read here.</source>
        <translation>Un autre VaultDesk a ouvert ce coffre&#xa0;; il ne peut donc qu’être lu ici.</translation>
    </message>
    <message>
        <source>Another program wrote it at the same moment. The earlier versions are in the list of changes.</source>
        <translation>Un autre programme l’a écrite au même moment. Les versions antérieures sont dans la liste des modifications.</translation>
    </message>
    <message>
        <source>Answers in JSON: {0}</source>
        <translation>Répond en JSON&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Append to</source>
        <translation>Ajouter à la fin de</translation>
    </message>
    <message>
        <source>Apply a template</source>
        <translation>Appliquer un modèle</translation>
    </message>
    <message>
        <source>Apply the template “{0}” to</source>
        <translation>Appliquer le modèle «&#xa0;{0}&#xa0;» à</translation>
    </message>
    <message>
        <source>Armenian</source>
        <translation>arméniennes</translation>
    </message>
    <message>
        <source>Ask again after the limit is renewed, or choose another model or provider.</source>
        <translation>Redemandez une fois la limite renouvelée, ou choisissez un autre modèle ou un autre fournisseur.</translation>
    </message>
    <message>
        <source>Ask again in a moment.</source>
        <translation>Redemandez dans un instant.</translation>
    </message>
    <message>
        <source>Ask again in {0}.</source>
        <translation>Redemandez dans {0}.</translation>
    </message>
    <message>
        <source>Ask again, in other words.</source>
        <translation>Redemandez, en d’autres mots.</translation>
    </message>
    <message>
        <source>Ask again, or choose another model.</source>
        <translation>Redemandez, ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>Ask again, or write it yourself.</source>
        <translation>Redemandez, ou écrivez-le vous-même.</translation>
    </message>
    <message>
        <source>Ask again.</source>
        <translation>Redemandez.</translation>
    </message>
    <message>
        <source>Ask again. If this repeats, choose another tool mode in the settings of the provider.</source>
        <translation>Redemandez. Si cela se reproduit, choisissez une autre méthode sous Outils dans les paramètres du fournisseur.</translation>
    </message>
    <message>
        <source>Ask again. If this repeats, see the log of the server.</source>
        <translation>Redemandez. Si cela se reproduit, le journal du serveur en donne la raison.</translation>
    </message>
    <message>
        <source>Ask again. VaultDesk now uses text-based tools with this model.</source>
        <translation>Redemandez. VaultDesk utilise désormais des outils en texte avec ce modèle.</translation>
    </message>
    <message>
        <source>Ask again to restart it. If it ends again, choose a smaller model or context window.</source>
        <translation>Redemandez&#xa0;: il est relancé. S’il s’arrête encore, choisissez un modèle plus petit ou une fenêtre de contexte plus petite.</translation>
    </message>
    <message>
        <source>Ask again to restart it. What arrived so far is kept.</source>
        <translation>Redemandez pour le relancer. Ce qui est déjà arrivé est conservé.</translation>
    </message>
    <message>
        <source>Ask again; what arrived so far is kept, and none of its tool calls was run.</source>
        <translation>Redemandez&#xa0;; ce qui est déjà arrivé est conservé, et aucun de ses appels d’outils n’a été exécuté.</translation>
    </message>
    <message>
        <source>Ask again; what arrived so far is kept.</source>
        <translation>Redemandez&#xa0;; ce qui est déjà arrivé est conservé.</translation>
    </message>
    <message>
        <source>Try a smaller page.</source>
        <translation>Essayez une page plus petite.</translation>
    </message>
    <message>
        <source>Ask in other words, or choose another model.</source>
        <translation>Demandez autrement ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>Ask in words what you want to know from your notes.</source>
        <translation>Demandez avec des mots ce que vous voulez savoir de vos notes.</translation>
    </message>
    <message>
        <source>Ask one first.</source>
        <translation>Posez-en d’abord une.</translation>
    </message>
    <message>
        <source>Ask you</source>
        <translation>Vous poser une question</translation>
    </message>
    <message>
        <source>Asking a long question…</source>
        <translation>Une longue question est posée…</translation>
    </message>
    <message>
        <source>Retrying in {0} s ({1} of {2}).</source>
        <translation>Nouvelle tentative dans {0} s ({1} sur {2}).</translation>
    </message>
    <message>
        <source>Asking for JSON…</source>
        <translation>Demande de JSON…</translation>
    </message>
    <message>
        <source>Asking for a text-based tool call, as &lt;tool_call&gt;…</source>
        <translation>Demande d’un appel d’outil en texte, sous la forme &lt;tool_call&gt;…</translation>
    </message>
    <message>
        <source>Asking for a text-based tool call, as &lt;use_tool&gt;…</source>
        <translation>Demande d’un appel d’outil en texte, sous la forme &lt;use_tool&gt;…</translation>
    </message>
    <message>
        <source>Asking for one tool call…</source>
        <translation>Demande d’un appel d’outil…</translation>
    </message>
    <message>
        <source>Asking for two tool calls in one answer…</source>
        <translation>Demande de deux appels d’outils en une réponse…</translation>
    </message>
    <message>
        <source>At most {0}.</source>
        <translation>Au plus {0}.</translation>
    </message>
    <message>
        <source>Attach less, set a larger context window in the server&apos;s settings, or choose another model.</source>
        <translation>Joignez moins de contenu, définissez une fenêtre de contexte plus grande dans les paramètres du serveur, ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>Attach less, start a new chat, or choose another model.</source>
        <translation>Joignez moins de contenu, commencez une nouvelle discussion, ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>Assign a shortcut to this command in the settings of the desktop.</source>
        <translation>Associez un raccourci à cette commande dans les paramètres du bureau.</translation>
    </message>
    <message>
        <source>Brave Search does not accept the key</source>
        <translation>Brave Search n’accepte pas la clé</translation>
    </message>
    <message>
        <source>Change many notes</source>
        <translation>Modifier plusieurs notes</translation>
    </message>
    <message>
        <source>Change nothing</source>
        <translation>Ne rien modifier</translation>
    </message>
    <message>
        <source>Change properties</source>
        <translation>Modifier des propriétés</translation>
    </message>
    <message>
        <source>Change properties of</source>
        <translation>Modifier des propriétés de</translation>
    </message>
    <message>
        <source>Change that line in an editor.</source>
        <translation>Modifiez cette ligne dans un éditeur.</translation>
    </message>
    <message>
        <source>Change these settings in the account at the provider, or choose another model.</source>
        <translation>Modifiez-les dans votre compte chez ce fournisseur, ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>Change {0} note</source>
        <translation>Modifier {0} note</translation>
    </message>
    <message>
        <source>Change {0} notes</source>
        <translation>Modifier {0} notes</translation>
    </message>
    <message>
        <source>Changes made by other programs may be missed: the system allows no more watched folders.</source>
        <translation>Des modifications d’autres programmes peuvent échapper&#xa0;: le système n’autorise plus d’autres dossiers surveillés.</translation>
    </message>
    <message>
        <source>Changes made by other programs may be missed: the vault&apos;s folder cannot be watched.</source>
        <translation>Des modifications d’autres programmes peuvent échapper&#xa0;: le dossier du coffre ne peut pas être surveillé.</translation>
    </message>
    <message>
        <source>A network drive ({0}) does not report changes made on other computers: the folder is compared every minute, and whenever you return to the window.</source>
        <translation>Un lecteur réseau ({0}) ne signale pas les changements faits sur d’autres ordinateurs&#xa0;: le dossier est comparé chaque minute, et chaque fois que vous revenez à la fenêtre.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Discussion</translation>
    </message>
    <message>
        <source>Chats cannot be saved on this computer: {0}.</source>
        <translation>Les discussions ne peuvent pas être enregistrées sur cet ordinateur&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Check a change against {0}</source>
        <translation>Comparer une modification avec {0}</translation>
    </message>
    <message>
        <source>Check it in Settings.</source>
        <translation>Vérifiez-le dans Paramètres.</translation>
    </message>
    <message>
        <source>Check it in Settings: it may be mistyped or no longer valid.</source>
        <translation>Vérifiez-la dans Paramètres&#xa0;: elle est peut-être mal saisie ou n’est plus valable.</translation>
    </message>
    <message>
        <source>Check its address in Settings, Web, and HTTPS_PROXY.</source>
        <translation>Vérifiez son adresse dans Paramètres, Web, et HTTPS_PROXY.</translation>
    </message>
    <message>
        <source>Check its address in Settings, Web.</source>
        <translation>Vérifiez son adresse dans Paramètres, Web.</translation>
    </message>
    <message>
        <source>Check its address in {0}.</source>
        <translation>Vérifiez son adresse dans {0}.</translation>
    </message>
    <message>
        <source>Check its key and address in Settings.</source>
        <translation>Vérifiez sa clé et son adresse dans Paramètres.</translation>
    </message>
    <message>
        <source>Check model_provider in the settings of codex, then ask again.</source>
        <translation>Vérifiez model_provider dans les paramètres de codex, puis redemandez.</translation>
    </message>
    <message>
        <source>Check that it is there.</source>
        <translation>Vérifiez qu’il est là.</translation>
    </message>
    <message>
        <source>Check that it still exists and may be read.</source>
        <translation>Vérifiez qu’il existe encore et peut être lu.</translation>
    </message>
    <message>
        <source>Check that its disk is connected.</source>
        <translation>Vérifiez que son disque est connecté.</translation>
    </message>
    <message>
        <source>Check that its folder exists and may be written.</source>
        <translation>Vérifiez que son dossier existe et est accessible en écriture.</translation>
    </message>
    <message>
        <source>Check that its folder may be written and the disk is not full.</source>
        <translation>Vérifiez que son dossier est accessible en écriture et que le disque n’est pas plein.</translation>
    </message>
    <message>
        <source>Check that the computer {0} is on and in the same network.</source>
        <translation>Vérifiez que l’ordinateur {0} est allumé et sur le même réseau.</translation>
    </message>
    <message>
        <source>Check that the disk is connected and healthy, then try again.</source>
        <translation>Vérifiez que le disque est connecté et en bon état, puis réessayez.</translation>
    </message>
    <message>
        <source>Check that this computer is online, or ask again later.</source>
        <translation>Vérifiez que cet ordinateur est en ligne, ou redemandez plus tard.</translation>
    </message>
    <message>
        <source>Check that this computer is online, then ask again.</source>
        <translation>Vérifiez que cet ordinateur est en ligne, puis redemandez.</translation>
    </message>
    <message>
        <source>Check that this computer is online.</source>
        <translation>Vérifiez que cet ordinateur est en ligne.</translation>
    </message>
    <message>
        <source>Check that this computer is online. Pages are fetched directly, not through a proxy.</source>
        <translation>Vérifiez que cet ordinateur est en ligne. Les pages sont récupérées directement, sans passer par un proxy.</translation>
    </message>
    <message>
        <source>Check that you may read it.</source>
        <translation>Vérifiez que vous avez le droit de le lire.</translation>
    </message>
    <message>
        <source>Check that {0} is running, then ask again.</source>
        <translation>Vérifiez que {0} est en marche, puis redemandez.</translation>
    </message>
    <message>
        <source>Check the address and the connection.</source>
        <translation>Vérifiez l’adresse et la connexion.</translation>
    </message>
    <message>
        <source>Check the address and the key.</source>
        <translation>Vérifiez l’adresse et la clé.</translation>
    </message>
    <message>
        <source>Check the address of the model provider in the settings of codex.</source>
        <translation>Vérifiez l’adresse du fournisseur du modèle dans les paramètres de codex.</translation>
    </message>
    <message>
        <source>Check the address, and that this computer is online.</source>
        <translation>Vérifiez l’adresse, et que cet ordinateur est en ligne.</translation>
    </message>
    <message>
        <source>Check the address.</source>
        <translation>Vérifiez l’adresse.</translation>
    </message>
    <message>
        <source>Check the disk before you switch the computer off.</source>
        <translation>Vérifiez le disque avant d’éteindre l’ordinateur.</translation>
    </message>
    <message>
        <source>Check the disk where VaultDesk keeps its data.</source>
        <translation>Vérifiez le disque où VaultDesk garde ses données.</translation>
    </message>
    <message>
        <source>Check the disk, then rebuild the index.</source>
        <translation>Vérifiez le disque, puis reconstruisez l’index.</translation>
    </message>
    <message>
        <source>Check the disk, then save again. The note on disk is unchanged.</source>
        <translation>Vérifiez le disque, puis enregistrez à nouveau. La note sur le disque est inchangée.</translation>
    </message>
    <message>
        <source>Check the file&apos;s permissions.</source>
        <translation>Vérifiez les droits du fichier.</translation>
    </message>
    <message>
        <source>Check the file.</source>
        <translation>Vérifiez le fichier.</translation>
    </message>
    <message>
        <source>Check the model and the provider in Settings.</source>
        <translation>Vérifiez le modèle et le fournisseur dans Paramètres.</translation>
    </message>
    <message>
        <source>Check the path, or open another folder.</source>
        <translation>Vérifiez le chemin, ou ouvrez un autre dossier.</translation>
    </message>
    <message>
        <source>Check the permissions of the folder of VaultDesk&apos;s data.</source>
        <translation>Vérifiez les droits du dossier des données de VaultDesk.</translation>
    </message>
    <message>
        <source>Check the permissions of the folder, then save again. The note on disk is unchanged.</source>
        <translation>Vérifiez les droits du dossier, puis enregistrez à nouveau. La note sur le disque est inchangée.</translation>
    </message>
    <message>
        <source>Check the provider&apos;s address in Settings, and that this computer is online.</source>
        <translation>Vérifiez l’adresse du fournisseur dans Paramètres, et que cet ordinateur est en ligne.</translation>
    </message>
    <message>
        <source>Check the provider&apos;s address in Settings.</source>
        <translation>Vérifiez l’adresse du fournisseur dans Paramètres.</translation>
    </message>
    <message>
        <source>Check the provider&apos;s address in Settings; it usually ends in /v1.</source>
        <translation>Vérifiez l’adresse du fournisseur dans Paramètres&#xa0;; elle se termine en général par /v1.</translation>
    </message>
    <message>
        <source>Check the proxy settings of this computer (HTTPS_PROXY, ALL_PROXY).</source>
        <translation>Vérifiez les paramètres de proxy de cet ordinateur (HTTPS_PROXY, ALL_PROXY).</translation>
    </message>
    <message>
        <source>Check the permissions of its folder.</source>
        <translation>Vérifiez les droits de son dossier.</translation>
    </message>
    <message>
        <source>Check this computer&apos;s date.</source>
        <translation>Vérifiez la date de cet ordinateur.</translation>
    </message>
    <message>
        <source>Check this computer&apos;s date. If the server or a proxy uses a certificate authority of its own, set SSL_CERT_FILE to a file with all certificates to trust.</source>
        <translation>Vérifiez la date de cet ordinateur. Si le serveur ou un proxy utilise sa propre autorité de certification, donnez à SSL_CERT_FILE le chemin d’un fichier contenant tous les certificats de confiance.</translation>
    </message>
    <message>
        <source>Check this computer&apos;s date and time. The connection may be intercepted.</source>
        <translation>Vérifiez la date et l’heure de cet ordinateur. La connexion est peut-être interceptée.</translation>
    </message>
    <message>
        <source>Check the permissions of the key and the account at the provider.</source>
        <translation>Vérifiez ce que la clé et le compte ont le droit de faire chez ce fournisseur.</translation>
    </message>
    <message>
        <source>Check with `codex --version` in a terminal that it works.</source>
        <translation>Vérifiez avec `codex --version` dans un terminal qu’il fonctionne.</translation>
    </message>
    <message>
        <source>Check {0}. Your notes are not affected.</source>
        <translation>Vérifiez {0}. Vos notes sont intactes.</translation>
    </message>
    <message>
        <source>Cherokee</source>
        <translation>cherokees</translation>
    </message>
    <message>
        <source>Choose Responses under API in the settings of the provider.</source>
        <translation>Choisissez Responses sous API dans les paramètres du fournisseur.</translation>
    </message>
    <message>
        <source>Choose a chat note of ChatGPT MD.</source>
        <translation>Choisissez une note de discussion de ChatGPT MD.</translation>
    </message>
    <message>
        <source>Choose a chat note of Copilot.</source>
        <translation>Choisissez une note de discussion de Copilot.</translation>
    </message>
    <message>
        <source>Choose a folder of chat notes, or the archive of an export as it was downloaded.</source>
        <translation>Choisissez un dossier de notes de discussion, ou l’archive d’un export telle qu’elle a été téléchargée.</translation>
    </message>
    <message>
        <source>Choose a model from the list, or give the full path of a GGUF file.</source>
        <translation>Choisissez un modèle dans la liste, ou indiquez le chemin complet d’un fichier GGUF.</translation>
    </message>
    <message>
        <source>Choose a model in Settings.</source>
        <translation>Choisissez un modèle dans Paramètres.</translation>
    </message>
    <message>
        <source>Choose a model of Ollama, LM Studio, OpenAI or a compatible server.</source>
        <translation>Choisissez un modèle d’Ollama, de LM Studio, d’OpenAI ou d’un serveur compatible.</translation>
    </message>
    <message>
        <source>Choose a model on this computer.</source>
        <translation>Choisissez un modèle de cet ordinateur.</translation>
    </message>
    <message>
        <source>Choose a model that makes embeddings.</source>
        <translation>Choisissez un modèle qui produit des plongements (embeddings).</translation>
    </message>
    <message>
        <source>Choose a note that holds a conversation.</source>
        <translation>Choisissez une note qui contient une conversation.</translation>
    </message>
    <message>
        <source>Choose a part of it.</source>
        <translation>Choisissez-en une partie.</translation>
    </message>
    <message>
        <source>Choose a session note of Gemini Scribe.</source>
        <translation>Choisissez une note de session de Gemini Scribe.</translation>
    </message>
    <message>
        <source>Choose a smaller model or a smaller context window, or close other programs.</source>
        <translation>Choisissez un modèle plus petit ou une fenêtre de contexte plus petite, ou fermez d’autres programmes.</translation>
    </message>
    <message>
        <source>Choose a smaller model or a smaller context window.</source>
        <translation>Choisissez un modèle plus petit ou une fenêtre de contexte plus petite.</translation>
    </message>
    <message>
        <source>Choose a smaller model, or a smaller Context window in Settings.</source>
        <translation>Choisissez un modèle plus petit, ou une fenêtre de contexte plus petite dans Paramètres.</translation>
    </message>
    <message>
        <source>Choose a smaller model, or give the server a smaller context window.</source>
        <translation>Choisissez un modèle plus petit, ou donnez au serveur une fenêtre de contexte plus petite.</translation>
    </message>
    <message>
        <source>Choose a smaller model.</source>
        <translation>Choisissez un modèle plus petit.</translation>
    </message>
    <message>
        <source>Choose another file, or download this one again.</source>
        <translation>Choisissez un autre fichier, ou téléchargez celui-ci à nouveau.</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Choisissez un autre dossier.</translation>
    </message>
    <message>
        <source>Choose another model file. The file may be damaged, or of a kind that is not known yet.</source>
        <translation>Choisissez un autre fichier de modèle. Celui-ci est peut-être endommagé, ou d’un type encore inconnu.</translation>
    </message>
    <message>
        <source>Choose another model for search by meaning.</source>
        <translation>Choisissez un autre modèle pour la recherche par le sens.</translation>
    </message>
    <message>
        <source>Choose another model, or ask for access in the account at the provider.</source>
        <translation>Choisissez un autre modèle, ou demandez l’accès dans votre compte chez ce fournisseur.</translation>
    </message>
    <message>
        <source>Choose another model, or leave the picture out.</source>
        <translation>Choisissez un autre modèle ou retirez l’image.</translation>
    </message>
    <message>
        <source>Choose another model, or switch tool calling off.</source>
        <translation>Choisissez un autre modèle ou désactivez l’appel d’outils.</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>Choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Choisissez un autre nom.</translation>
    </message>
    <message>
        <source>Choose another one in Settings.</source>
        <translation>Choisissez-en un autre dans Paramètres.</translation>
    </message>
    <message>
        <source>Choose another provider. A proxy or VPN can also make this computer appear to be in another country.</source>
        <translation>Choisissez un autre fournisseur. Un proxy ou un VPN peut aussi faire croire que cet ordinateur se trouve dans un autre pays.</translation>
    </message>
    <message>
        <source>Choose one for this chat, or use another mode.</source>
        <translation>Choisissez-en un pour cette discussion, ou utilisez un autre mode.</translation>
    </message>
    <message>
        <source>Choose one in Settings, Web.</source>
        <translation>Choisissez-en un dans Paramètres, Web.</translation>
    </message>
    <message>
        <source>Choose one.</source>
        <translation>Choisissez-en un.</translation>
    </message>
    <message>
        <source>Choose another shortcut in Settings, Desktop.</source>
        <translation>Choisissez un autre raccourci dans Paramètres, Bureau.</translation>
    </message>
    <message>
        <source>Choose others in its settings, or try again later.</source>
        <translation>Choisissez-en d’autres dans ses paramètres, ou réessayez plus tard.</translation>
    </message>
    <message>
        <source>Choose the export as it was downloaded.</source>
        <translation>Choisissez l’export tel qu’il a été téléchargé.</translation>
    </message>
    <message>
        <source>Close other VaultDesk windows, and check the permissions of its folder.</source>
        <translation>Fermez les autres fenêtres de VaultDesk, et vérifiez les droits de son dossier.</translation>
    </message>
    <message>
        <source>Close some programs and try again.</source>
        <translation>Fermez quelques programmes et réessayez.</translation>
    </message>
    <message>
        <source>Close the other VaultDesk and try again.</source>
        <translation>Fermez l’autre VaultDesk et réessayez.</translation>
    </message>
    <message>
        <source>Close the other VaultDesk, or wait until it has finished indexing.</source>
        <translation>Fermez l’autre VaultDesk, ou attendez qu’il ait terminé l’indexation.</translation>
    </message>
    <message>
        <source>Close the other one, then try again.</source>
        <translation>Fermez l’autre, puis réessayez.</translation>
    </message>
    <message>
        <source>Conflict copies of notes: {0}.</source>
        <translation>Copies en conflit de notes&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Connect one, or use `vaultdesk chat`.</source>
        <translation>Branchez-en un, ou utilisez `vaultdesk chat`.</translation>
    </message>
    <message>
        <source>Context window: not known</source>
        <translation>Fenêtre de contexte&#xa0;: inconnue</translation>
    </message>
    <message>
        <source>Context window: {0} tokens</source>
        <translation>Fenêtre de contexte&#xa0;: {0} jetons</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Conversation</translation>
    </message>
    <message>
        <source>Copy the link to the note again; the new link identifies the vault.</source>
        <translation>Copiez à nouveau le lien vers la note&#xa0;; le nouveau lien identifie le coffre.</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Créer</translation>
    </message>
    <message>
        <source>Create it first.</source>
        <translation>Créez-le d’abord.</translation>
    </message>
    <message>
        <source>Create {0} note</source>
        <translation>Créer {0} note</translation>
    </message>
    <message>
        <source>Create {0} notes</source>
        <translation>Créer {0} notes</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>cyrilliques</translation>
    </message>
    <message>
        <source>Daily note</source>
        <translation>Note du jour</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Delete a note</source>
        <translation>Supprimer une note</translation>
    </message>
    <message>
        <source>Delete it in the list of notes.</source>
        <translation>Supprimez-la dans la liste des notes.</translation>
    </message>
    <message>
        <source>Delete {0} note</source>
        <translation>Supprimer {0} note</translation>
    </message>
    <message>
        <source>Delete {0} notes</source>
        <translation>Supprimer {0} notes</translation>
    </message>
    <message>
        <source>Installed dictionaries: {0}.</source>
        <translation>Dictionnaires installés&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Done so far: {0}.</source>
        <translation>Fait jusqu’ici&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Download the export again.</source>
        <translation>Téléchargez à nouveau l’export.</translation>
    </message>
    <message>
        <source>DuckDuckGo blocks automated requests from this computer</source>
        <translation>DuckDuckGo bloque les requêtes automatiques de cet ordinateur</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Modifier</translation>
    </message>
    <message>
        <source>Edit a note</source>
        <translation>Modifier une note</translation>
    </message>
    <message>
        <source>End the name in .md.</source>
        <translation>Terminez le nom par .md.</translation>
    </message>
    <message>
        <source>Enter one in Settings.</source>
        <translation>Saisissez-en une dans Paramètres.</translation>
    </message>
    <message>
        <source>Enter the IP address of the other computer as the address of this provider.</source>
        <translation>Indiquez l’adresse IP de l’autre ordinateur comme adresse de ce fournisseur.</translation>
    </message>
    <message>
        <source>Everything is already as it was before.</source>
        <translation>Tout est déjà comme avant.</translation>
    </message>
    <message>
        <source>Failed: {0}.</source>
        <translation>Échec&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Fetch a page</source>
        <translation>Récupérer une page</translation>
    </message>
    <message>
        <source>Download it with: ollama pull {0}</source>
        <translation>Téléchargez-le avec&#xa0;: ollama pull {0}</translation>
    </message>
    <message>
        <source>Fetch the page {0}</source>
        <translation>Récupérer la page {0}</translation>
    </message>
    <message>
        <source>Find notes</source>
        <translation>Trouver des notes</translation>
    </message>
    <message>
        <source>Find tools</source>
        <translation>Trouver des outils</translation>
    </message>
    <message>
        <source>Free some space for the index and the journal.</source>
        <translation>Libérez de l’espace pour l’index et le journal.</translation>
    </message>
    <message>
        <source>Free some space or check the folder&apos;s permissions.</source>
        <translation>Libérez de l’espace ou vérifiez les droits du dossier.</translation>
    </message>
    <message>
        <source>Free some space or check the folder&apos;s permissions; no tool runs without a record.</source>
        <translation>Libérez de l’espace ou vérifiez les droits du dossier&#xa0;; aucun outil ne s’exécute sans enregistrement.</translation>
    </message>
    <message>
        <source>Free some space, then rebuild the index.</source>
        <translation>Libérez de l’espace, puis reconstruisez l’index.</translation>
    </message>
    <message>
        <source>Free some space, then save again. The note on disk is unchanged.</source>
        <translation>Libérez de l’espace, puis enregistrez à nouveau. La note sur le disque est inchangée.</translation>
    </message>
    <message>
        <source>Free some space.</source>
        <translation>Libérez de l’espace.</translation>
    </message>
    <message>
        <source>Free some space: no note can be saved.</source>
        <translation>Libérez de l’espace&#xa0;: aucune note ne peut être enregistrée.</translation>
    </message>
    <message>
        <source>Free some space: nothing new can be saved.</source>
        <translation>Libérez de l’espace&#xa0;: rien de nouveau ne peut être enregistré.</translation>
    </message>
    <message>
        <source>Free some space or check its permissions.</source>
        <translation>Libérez de l’espace ou vérifiez ses droits.</translation>
    </message>
    <message>
        <source>From other packages</source>
        <translation>D’autres paquets</translation>
    </message>
    <message>
        <source>Get the transcript of {0}</source>
        <translation>Obtenir la transcription de {0}</translation>
    </message>
    <message>
        <source>Use the form https://www.youtube.com/watch?v=…</source>
        <translation>Utilisez la forme https://www.youtube.com/watch?v=…</translation>
    </message>
    <message>
        <source>Continuing in Notes only mode: your notes are searched first, and the answer is based on what is found.</source>
        <translation>La suite se fait en mode Notes seulement&#xa0;: une recherche est d’abord faite dans vos notes, et la réponse s’appuie sur ce qui est trouvé.</translation>
    </message>
    <message>
        <source>Continuing in Plus mode: what is needed is looked up first, then answered.</source>
        <translation>La suite se fait en mode Plus&#xa0;: le nécessaire est d’abord cherché, puis la réponse est donnée.</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>grecques</translation>
    </message>
    <message>
        <source>Rebuild it; your notes are not changed.</source>
        <translation>Reconstruisez-le&#xa0;; vos notes ne sont pas modifiées.</translation>
    </message>
    <message>
        <source>Update or rebuild it.</source>
        <translation>Mettez-le à jour ou reconstruisez-le.</translation>
    </message>
    <message>
        <source>I have used the one tool round allowed for this question and have no answer yet.</source>
        <translation>J’ai utilisé le seul tour d’outils autorisé pour cette question et je n’ai pas encore de réponse.</translation>
    </message>
    <message>
        <source>I have used the {0} tool rounds allowed for this question and have no answer yet.</source>
        <translation>J’ai utilisé les {0} tours d’outils autorisés pour cette question et je n’ai pas encore de réponse.</translation>
    </message>
    <message>
        <source>I did not search your notes: {0}. So there is nothing to answer from.</source>
        <translation>Je n’ai pas cherché dans vos notes&#xa0;: {0}. Je n’ai donc rien sur quoi fonder une réponse.</translation>
    </message>
    <message>
        <source>I cannot search your notes: switch on tool calling for this vault in Settings, then ask again.</source>
        <translation>Je ne peux pas chercher dans vos notes&#xa0;: activez l’appel d’outils pour ce coffre dans Paramètres, puis redemandez.</translation>
    </message>
    <message>
        <source>If it requires a key, enter one in Settings.</source>
        <translation>S’il exige une clé, saisissez-en une dans Paramètres.</translation>
    </message>
    <message>
        <source>If the new address is correct, enter the key again in the settings.</source>
        <translation>Si la nouvelle adresse est correcte, saisissez à nouveau la clé dans les paramètres.</translation>
    </message>
    <message>
        <source>If the server speaks plain HTTP, its address begins with http://.</source>
        <translation>Si le serveur parle HTTP simple, son adresse commence par http://.</translation>
    </message>
    <message>
        <source>In its settings choose to always keep this folder on this computer.</source>
        <translation>Dans ses paramètres, choisissez de toujours garder ce dossier sur cet ordinateur.</translation>
    </message>
    <message>
        <source>In the standard folders of this system.</source>
        <translation>Dans les dossiers standard de ce système.</translation>
    </message>
    <message>
        <source>Indexing stopped because of an error in VaultDesk.</source>
        <translation>L’indexation s’est arrêtée à cause d’une erreur dans VaultDesk.</translation>
    </message>
    <message>
        <source>Install Qt&apos;s system libraries: `python3 packaging/dev.py run` names the command.</source>
        <translation>Installez les bibliothèques système de Qt&#xa0;: `python3 packaging/dev.py run` donne la commande.</translation>
    </message>
    <message>
        <source>Reinstall VaultDesk.</source>
        <translation>Réinstallez VaultDesk.</translation>
    </message>
    <message>
        <source>Install a notification server, such as dunst or mako, or use a desktop that has one.</source>
        <translation>Installez un serveur de notifications, comme dunst ou mako, ou utilisez un bureau qui en a un.</translation>
    </message>
    <message>
        <source>Install enchant and a dictionary.</source>
        <translation>Installez enchant et un dictionnaire.</translation>
    </message>
    <message>
        <source>Install it with: pip install &quot;vaultdesk[semantic]&quot;.</source>
        <translation>Installez-la avec&#xa0;: pip install &quot;vaultdesk[semantic]&quot;.</translation>
    </message>
    <message>
        <source>Install it with: {0}. Then log in with: codex login.</source>
        <translation>Installez-le avec&#xa0;: {0}. Puis connectez-vous avec&#xa0;: codex login.</translation>
    </message>
    <message>
        <source>Install it with: {0}. Then restart VaultDesk.</source>
        <translation>Installez-le avec&#xa0;: {0}. Puis redémarrez VaultDesk.</translation>
    </message>
    <message>
        <source>Install one, for example the package hunspell-en-us.</source>
        <translation>Installez-en un, par exemple le paquet hunspell-fr.</translation>
    </message>
    <message>
        <source>Install the library pypdfium2 to see them.</source>
        <translation>Installez la bibliothèque pypdfium2 pour les voir.</translation>
    </message>
    <message>
        <source>It answered at {0} in {1} s with {2} dimensions.</source>
        <translation>Il a répondu à {0} en {1} s avec {2} dimensions.</translation>
    </message>
    <message>
        <source>It answered on this computer in {0} s with {1} dimensions.</source>
        <translation>Il a répondu sur cet ordinateur en {0} s avec {1} dimensions.</translation>
    </message>
    <message>
        <source>It belonged to the project {0}.</source>
        <translation>Elle appartenait au projet {0}.</translation>
    </message>
    <message>
        <source>It cannot be read now: {0}.</source>
        <translation>Il ne peut pas être lu maintenant&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>It contains invisible characters; they are shown as &lt;U+…&gt;.</source>
        <translation>Il contient des caractères invisibles&#xa0;; ils sont affichés sous la forme &lt;U+…&gt;.</translation>
    </message>
    <message>
        <source>It contains text that looks like an instruction to the assistant: “{0}”.</source>
        <translation>Il contient un texte qui ressemble à une instruction donnée à l’assistant&#xa0;: «&#xa0;{0}&#xa0;».</translation>
    </message>
    <message>
        <source>Deleting it here could not be undone; delete it in the file manager.</source>
        <translation>Une suppression ici ne pourrait pas être annulée&#xa0;; supprimez-le dans le gestionnaire de fichiers.</translation>
    </message>
    <message>
        <source>It could not be determined: {0}.</source>
        <translation>Impossible à déterminer&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>It has no description, which a model needs to know when to use it.</source>
        <translation>Elle n’a pas de description, dont un modèle a besoin pour savoir quand l’utiliser.</translation>
    </message>
    <message>
        <source>It has no language model. Choose a model in the chat.</source>
        <translation>Il n’a pas de modèle de langage. Choisissez un modèle dans la discussion.</translation>
    </message>
    <message>
        <source>It has {0}.</source>
        <translation>Il contient {0}.</translation>
    </message>
    <message>
        <source>It is about {0}, and has its own chats. The assistant does not see other notes.</source>
        <translation>Il porte sur {0} et a ses propres discussions. L’assistant ne voit pas les autres notes.</translation>
    </message>
    <message>
        <source>It is damaged, or was made unreadable.</source>
        <translation>Il est endommagé, ou a été rendu illisible.</translation>
    </message>
    <message>
        <source>It is damaged or too large.</source>
        <translation>Elle est endommagée ou trop grande.</translation>
    </message>
    <message>
        <source>It is damaged.</source>
        <translation>Il est endommagé.</translation>
    </message>
    <message>
        <source>It is rebuilt from the notes.</source>
        <translation>Il est reconstruit à partir des notes.</translation>
    </message>
    <message>
        <source>It is built in.</source>
        <translation>Il est intégré.</translation>
    </message>
    <message>
        <source>It is damaged: {0}.</source>
        <translation>Il est endommagé&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>It is larger than {0} MB and was not read.</source>
        <translation>Il dépasse {0} Mo et n’a pas été lu.</translation>
    </message>
    <message>
        <source>It is longer than {0} characters.</source>
        <translation>Il dépasse {0} caractères.</translation>
    </message>
    <message>
        <source>It is missing</source>
        <translation>La valeur est absente</translation>
    </message>
    <message>
        <source>It was not used. Try again later; the server may have sent an outdated file.</source>
        <translation>Il n’a pas été utilisé. Réessayez plus tard&#xa0;; le serveur a peut-être envoyé un fichier périmé.</translation>
    </message>
    <message>
        <source>It is not written there. Use a separate chat to save such answers as a note.</source>
        <translation>Ce n’est pas écrit là. Utilisez une discussion séparée pour enregistrer de telles réponses comme note.</translation>
    </message>
    <message>
        <source>This is set in Settings.</source>
        <translation>C’est défini dans Paramètres.</translation>
    </message>
    <message>
        <source>It is too large, damaged or in an unsupported format. Another program may be able to open it.</source>
        <translation>Elle est trop grande, endommagée ou d’un format non pris en charge. Un autre programme pourra peut-être l’ouvrir.</translation>
    </message>
    <message>
        <source>VaultDesk tries again soon.</source>
        <translation>Une nouvelle tentative a lieu bientôt.</translation>
    </message>
    <message>
        <source>It may be very large or very complex.</source>
        <translation>Il est peut-être très grand ou très complexe.</translation>
    </message>
    <message>
        <source>It is recorded in “What left this computer”.</source>
        <translation>C’est consigné dans «&#xa0;Ce qui a quitté cet ordinateur&#xa0;».</translation>
    </message>
    <message>
        <source>It links to notes that it was not given: {0}.</source>
        <translation>Elle renvoie à des notes qui ne lui ont pas été données&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>It may be an image or another kind of file.</source>
        <translation>Ce peut être une image ou un autre type de fichier.</translation>
    </message>
    <message>
        <source>It may be overloaded, or still loading the model. Ask again.</source>
        <translation>Il est peut-être surchargé, ou charge encore le modèle. Redemandez.</translation>
    </message>
    <message>
        <source>It may be private, or not shown in this country.</source>
        <translation>Elle est peut-être privée ou non diffusée dans ce pays.</translation>
    </message>
    <message>
        <source>It may be scanned. Add its pages as pictures, or have its text recognized first.</source>
        <translation>Il est peut-être numérisé. Ajoutez ses pages en images, ou faites d’abord reconnaître son texte.</translation>
    </message>
    <message>
        <source>It may have been deleted.</source>
        <translation>Elle a peut-être été supprimée.</translation>
    </message>
    <message>
        <source>It may have been moved or deleted.</source>
        <translation>Il a peut-être été déplacé ou supprimé.</translation>
    </message>
    <message>
        <source>It may have been moved, renamed or deleted.</source>
        <translation>Il a peut-être été déplacé, renommé ou supprimé.</translation>
    </message>
    <message>
        <source>It may still be loading, or be too large for this computer. Try again.</source>
        <translation>Il est peut-être encore en cours de chargement, ou trop grand pour cet ordinateur. Réessayez.</translation>
    </message>
    <message>
        <source>It may use about {0} tokens. Change the limit in Settings, Limits, or start a new chat.</source>
        <translation>Elle peut utiliser environ {0} jetons. Changez la limite dans Paramètres, Limites, ou commencez une nouvelle discussion.</translation>
    </message>
    <message>
        <source>It may use about {0} tokens. Change the limit in Settings, Limits.</source>
        <translation>Elle peut utiliser environ {0} jetons. Changez la limite dans Paramètres, Limites.</translation>
    </message>
    <message>
        <source>It may require signing in.</source>
        <translation>Elle exige peut-être une connexion.</translation>
    </message>
    <message>
        <source>It must be a list, such as [&quot;one&quot;, &quot;two&quot;]</source>
        <translation>La valeur doit être une liste, comme [&quot;one&quot;, &quot;two&quot;]</translation>
    </message>
    <message>
        <source>It must be a number</source>
        <translation>La valeur doit être un nombre</translation>
    </message>
    <message>
        <source>It must be a table, such as {&quot;name&quot;: &quot;value&quot;}</source>
        <translation>La valeur doit être une table, comme {&quot;name&quot;: &quot;value&quot;}</translation>
    </message>
    <message>
        <source>It must be text</source>
        <translation>La valeur doit être un texte</translation>
    </message>
    <message>
        <source>It must be a whole number</source>
        <translation>La valeur doit être un nombre entier</translation>
    </message>
    <message>
        <source>It must be less than {0}</source>
        <translation>La valeur doit être inférieure à {0}</translation>
    </message>
    <message>
        <source>It must be more than {0}</source>
        <translation>La valeur doit être supérieure à {0}</translation>
    </message>
    <message>
        <source>It must be one of {0}</source>
        <translation>La valeur doit être l’une de celles-ci&#xa0;: {0}</translation>
    </message>
    <message>
        <source>It must be true or false</source>
        <translation>La valeur doit être true ou false</translation>
    </message>
    <message>
        <source>It must be {0} or less</source>
        <translation>La valeur doit être inférieure ou égale à {0}</translation>
    </message>
    <message>
        <source>It must be {0} or more</source>
        <translation>La valeur doit être supérieure ou égale à {0}</translation>
    </message>
    <message>
        <source>It must not be empty</source>
        <translation>La valeur ne doit pas être vide</translation>
    </message>
    <message>
        <source>It said: {0}</source>
        <translation>Il a répondu&#xa0;: {0}</translation>
    </message>
    <message>
        <source>It does not define its notes: add folders, tags or links.</source>
        <translation>Il ne définit pas ses notes&#xa0;: ajoutez des dossiers, des étiquettes ou des liens.</translation>
    </message>
    <message>
        <source>It is set by the program that writes the file.</source>
        <translation>C’est le programme qui écrit le fichier qui définit cette valeur.</translation>
    </message>
    <message>
        <source>It uses the model {0} unless the chat names another.</source>
        <translation>Il utilise le modèle {0}, sauf si la discussion en nomme un autre.</translation>
    </message>
    <message>
        <source>It was asked for a context window of {0} tokens.</source>
        <translation>Une fenêtre de contexte de {0} jetons lui a été demandée.</translation>
    </message>
    <message>
        <source>It was moved or deleted.</source>
        <translation>Il a été déplacé ou supprimé.</translation>
    </message>
    <message>
        <source>Nothing was sent. Update it with: npm install -g @openai/codex@latest.</source>
        <translation>Rien n’a été envoyé. Mettez-le à jour avec&#xa0;: npm install -g @openai/codex@latest.</translation>
    </message>
    <message>
        <source>It was not tried.</source>
        <translation>Cela n’a pas été tenté.</translation>
    </message>
    <message>
        <source>Its note was moved or deleted.</source>
        <translation>Sa note a été déplacée ou supprimée.</translation>
    </message>
    <message>
        <source>Its owner disabled transcripts, or the video has no speech.</source>
        <translation>Son propriétaire a désactivé les transcriptions, ou la vidéo ne contient pas de paroles.</translation>
    </message>
    <message>
        <source>The page cannot be fetched.</source>
        <translation>La page ne peut pas être récupérée.</translation>
    </message>
    <message>
        <source>Its pages are pictures.</source>
        <translation>Ses pages sont des images.</translation>
    </message>
    <message>
        <source>Its title mixes {0} letters in one word.</source>
        <translation>Son titre mélange des lettres {0} dans un même mot.</translation>
    </message>
    <message>
        <source>Its transcript cannot be fetched.</source>
        <translation>Sa transcription ne peut pas être récupérée.</translation>
    </message>
    <message>
        <source>JSON without an answer</source>
        <translation>du JSON sans réponse</translation>
    </message>
    <message>
        <source>JSON without models in it</source>
        <translation>du JSON sans modèles</translation>
    </message>
    <message>
        <source>Keep a copy elsewhere, and eject it before you remove it.</source>
        <translation>Gardez une copie ailleurs, et éjectez-le avant de le retirer.</translation>
    </message>
    <message>
        <source>Enter keys in Settings.</source>
        <translation>Saisissez les clés dans Paramètres.</translation>
    </message>
    <message>
        <source>Keeps the beginning of a long question: {0}</source>
        <translation>Retient le début d’une longue question&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Keys are stored in memory until VaultDesk closes: {0}.</source>
        <translation>Les clés sont conservées en mémoire jusqu’à la fermeture de VaultDesk&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Keys are stored in this computer&apos;s keyring ({0}).</source>
        <translation>Les clés sont enregistrées dans le trousseau de cet ordinateur ({0}).</translation>
    </message>
    <message>
        <source>Known settings: {0}.</source>
        <translation>Paramètres connus&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>latines</translation>
    </message>
    <message>
        <source>Attach a text, a PDF or a picture.</source>
        <translation>Joignez un texte, un PDF ou une image.</translation>
    </message>
    <message>
        <source>Use only one of them for the vault.</source>
        <translation>N’en utilisez qu’un seul pour le coffre.</translation>
    </message>
    <message>
        <source>Let the model on this computer read nothing of what was found</source>
        <translation>Ne laisser le modèle de cet ordinateur rien lire de ce qui a été trouvé</translation>
    </message>
    <message>
        <source>Let the model on this computer read what was found</source>
        <translation>Laisser le modèle de cet ordinateur lire ce qui a été trouvé</translation>
    </message>
    <message>
        <source>Let the model on this computer read {0} passage of “{1}”</source>
        <translation>Laisser le modèle de cet ordinateur lire {0} passage de «&#xa0;{1}&#xa0;»</translation>
    </message>
    <message>
        <source>Let the model on this computer read {0} passages of {1} notes</source>
        <translation>Laisser le modèle de cet ordinateur lire {0} passages de {1} notes</translation>
    </message>
    <message>
        <source>Let the model on this computer read {0} passages of “{1}”</source>
        <translation>Laisser le modèle de cet ordinateur lire {0} passages de «&#xa0;{1}&#xa0;»</translation>
    </message>
    <message>
        <source>Let {0} read nothing of what was found</source>
        <translation>Ne rien laisser lire à {0} de ce qui a été trouvé</translation>
    </message>
    <message>
        <source>Let {1} read {0} result</source>
        <translation>Laisser {1} lire {0} résultat</translation>
    </message>
    <message>
        <source>Let {1} read {0} results</source>
        <translation>Laisser {1} lire {0} résultats</translation>
    </message>
    <message>
        <source>Line {0}, the closing --- of the properties, would be removed. Keep both --- lines.</source>
        <translation>La ligne {0}, le --- qui ferme les propriétés, disparaîtrait. Gardez les deux lignes ---.</translation>
    </message>
    <message>
        <source>Line {0}: “{1}”</source>
        <translation>Ligne {0}&#xa0;: «&#xa0;{1}&#xa0;»</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Liens</translation>
    </message>
    <message>
        <source>Known actions are open, search, new and ask. A newer version of VaultDesk may know more.</source>
        <translation>Les actions connues sont open, search, new et ask. Une version plus récente de VaultDesk en connaît peut-être d’autres.</translation>
    </message>
    <message>
        <source>Links inside the vault are not followed. Move the real file into the vault.</source>
        <translation>Les liens à l’intérieur du coffre ne sont pas suivis. Déplacez le vrai fichier dans le coffre.</translation>
    </message>
    <message>
        <source>List notes</source>
        <translation>Lister les notes</translation>
    </message>
    <message>
        <source>List the notes in {0}{1}</source>
        <translation>Lister les notes dans {0}{1}</translation>
    </message>
    <message>
        <source>Little space is left: {0} free.</source>
        <translation>Il reste peu d’espace&#xa0;: {0} libres.</translation>
    </message>
    <message>
        <source>Load it in the server&apos;s own program to see the reason, or choose another model.</source>
        <translation>Chargez-le dans le programme du serveur pour voir la raison, ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>Long texts were cut to fit the model&apos;s window; the model is told where.</source>
        <translation>De longs textes ont été coupés pour tenir dans la fenêtre du modèle&#xa0;; le modèle sait où.</translation>
    </message>
    <message>
        <source>Review it again.</source>
        <translation>Vérifiez-la à nouveau.</translation>
    </message>
    <message>
        <source>Look at it and try again.</source>
        <translation>Regardez-la et réessayez.</translation>
    </message>
    <message>
        <source>Review it in Settings, Agents, and allow it again.</source>
        <translation>Vérifiez-le dans Paramètres, Agents, et autorisez-le à nouveau.</translation>
    </message>
    <message>
        <source>Try again when it has stopped changing.</source>
        <translation>Réessayez quand elle ne changera plus.</translation>
    </message>
    <message>
        <source>Look at links</source>
        <translation>Regarder les liens</translation>
    </message>
    <message>
        <source>Get the date and time</source>
        <translation>Obtenir la date et l’heure</translation>
    </message>
    <message>
        <source>Look at the graph</source>
        <translation>Regarder le graphe</translation>
    </message>
    <message>
        <source>Look at the links of “{0}”</source>
        <translation>Regarder les liens de «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>Check the note.</source>
        <translation>Vérifiez la note.</translation>
    </message>
    <message>
        <source>Review what it may do in Settings, Agents, and allow it there.</source>
        <translation>Vérifiez ce qu’il peut faire dans Paramètres, Agents, et autorisez-le là.</translation>
    </message>
    <message>
        <source>Look for links to notes that do not exist</source>
        <translation>Chercher les liens vers des notes qui n’existent pas</translation>
    </message>
    <message>
        <source>Look for notes linked with “{0}”</source>
        <translation>Chercher les notes liées à «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>Look for notes without links</source>
        <translation>Chercher les notes sans liens</translation>
    </message>
    <message>
        <source>Look for the most linked notes</source>
        <translation>Chercher les notes les plus liées</translation>
    </message>
    <message>
        <source>Look for the path from “{0}” to “{1}”</source>
        <translation>Chercher le chemin de «&#xa0;{0}&#xa0;» à «&#xa0;{1}&#xa0;»</translation>
    </message>
    <message>
        <source>Search earlier chats</source>
        <translation>Chercher dans les discussions antérieures</translation>
    </message>
    <message>
        <source>Check the account at the provider, or choose another one.</source>
        <translation>Vérifiez votre compte chez ce fournisseur, ou choisissez un autre fournisseur.</translation>
    </message>
    <message>
        <source>${0} in, ${1} out per million tokens</source>
        <translation>{0} $ en entrée, {1} $ en sortie par million de tokens</translation>
    </message>
    <message>
        <source>A change that this one depends on could not be made: {0}.</source>
        <translation>Une modification dont celle-ci dépend n’a pas pu être faite&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Closest in your notes:</source>
        <translation>Le plus proche dans vos notes&#xa0;:</translation>
    </message>
    <message>
        <source>Search your earlier chats for “{0}”</source>
        <translation>Chercher «&#xa0;{0}&#xa0;» dans vos discussions antérieures</translation>
    </message>
    <message>
        <source>Make it smaller, then add it again.</source>
        <translation>Réduisez-la, puis ajoutez-la à nouveau.</translation>
    </message>
    <message>
        <source>Many notes at once</source>
        <translation>Plusieurs notes à la fois</translation>
    </message>
    <message>
        <source>May ask to delete notes and to change many notes at once.</source>
        <translation>Peut demander à supprimer des notes et à en modifier beaucoup à la fois.</translation>
    </message>
    <message>
        <source>May request information from the internet.</source>
        <translation>Peut demander des informations sur Internet.</translation>
    </message>
    <message>
        <source>May not delete notes or change many notes at once.</source>
        <translation>Ne peut pas supprimer de notes ni en modifier beaucoup à la fois.</translation>
    </message>
    <message>
        <source>May read and change notes in the whole vault.</source>
        <translation>Peut lire et modifier les notes de tout le coffre.</translation>
    </message>
    <message>
        <source>May read and change notes in {0}.</source>
        <translation>Peut lire et modifier les notes dans {0}.</translation>
    </message>
    <message>
        <source>May read notes in the whole vault.</source>
        <translation>Peut lire les notes de tout le coffre.</translation>
    </message>
    <message>
        <source>May read notes in {0}.</source>
        <translation>Peut lire les notes dans {0}.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Mémoire</translation>
    </message>
    <message>
        <source>To change notes here, correct its permissions or mount it for writing.</source>
        <translation>Pour modifier des notes ici, corrigez ses droits ou montez-le en écriture.</translation>
    </message>
    <message>
        <source>Correct their permissions.</source>
        <translation>Corrigez leurs droits.</translation>
    </message>
    <message>
        <source>Messages are shown at the tray.</source>
        <translation>Les notifications s’affichent dans la zone de notification.</translation>
    </message>
    <message>
        <source>Messages are shown by the desktop.</source>
        <translation>Les notifications sont affichées par le bureau.</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>Fichier de modèle</translation>
    </message>
    <message>
        <source>Model files need the package {0}, which is not installed</source>
        <translation>Les fichiers de modèle nécessitent le paquet {0}, qui n’est pas installé</translation>
    </message>
    <message>
        <source>Move it to its folder.</source>
        <translation>Déplacez-la dans son dossier.</translation>
    </message>
    <message>
        <source>Move it to {0}.</source>
        <translation>Déplacez-la vers {0}.</translation>
    </message>
    <message>
        <source>Move the vault to a disk.</source>
        <translation>Déplacez le coffre sur un disque.</translation>
    </message>
    <message>
        <source>Move to {0}:</source>
        <translation>Déplacer vers {0}&#xa0;:</translation>
    </message>
    <message>
        <source>Move files that belong to the notes into the vault.</source>
        <translation>Déplacez dans le coffre les fichiers qui appartiennent aux notes.</translation>
    </message>
    <message>
        <source>Move {0} note</source>
        <translation>Déplacer {0} note</translation>
    </message>
    <message>
        <source>Move {0} notes</source>
        <translation>Déplacer {0} notes</translation>
    </message>
    <message>
        <source>Name a note by its path from the vault&apos;s root.</source>
        <translation>Désignez une note par son chemin depuis la racine du coffre.</translation>
    </message>
    <message>
        <source>Names of notes stayed on this computer: they could not be reviewed.</source>
        <translation>Des noms de notes sont restés sur cet ordinateur&#xa0;: ils n’ont pas pu être vérifiés.</translation>
    </message>
    <message>
        <source>Property names must differ in more than case.</source>
        <translation>Les noms de propriétés doivent différer par plus que la casse.</translation>
    </message>
    <message>
        <source>Names that differ from another name in the same folder only in case or accents: {0}. On Windows, macOS and most phones only one of the two can exist.</source>
        <translation>Noms qui ne diffèrent d’un autre nom du même dossier que par la casse ou les accents&#xa0;: {0}. Sous Windows, macOS et la plupart des téléphones, un seul des deux peut exister.</translation>
    </message>
    <message>
        <source>Neither Ollama nor LM Studio is running; only local models need one.</source>
        <translation>Ni Ollama ni LM Studio ne fonctionne&#xa0;; seuls les modèles locaux en ont besoin.</translation>
    </message>
    <message>
        <source>No answer within {0} seconds.</source>
        <translation>Pas de réponse en {0} secondes.</translation>
    </message>
    <message>
        <source>No display can be reached from this terminal.</source>
        <translation>Aucun affichage n’est accessible depuis ce terminal.</translation>
    </message>
    <message>
        <source>This block cannot have an id: the id would change the meaning of the text.</source>
        <translation>Ce bloc ne peut pas avoir d’identifiant&#xa0;: celui-ci changerait le sens du texte.</translation>
    </message>
    <message>
        <source>System-wide shortcuts are not available here.</source>
        <translation>Les raccourcis valables dans tout le système ne sont pas disponibles ici.</translation>
    </message>
    <message>
        <source>No model file is chosen.</source>
        <translation>Aucun fichier de modèle n’est choisi.</translation>
    </message>
    <message>
        <source>No model of {0} is chosen</source>
        <translation>Aucun modèle de {0} n’est choisi</translation>
    </message>
    <message>
        <source>Case sensitivity could not be determined; VaultDesk never creates two names that differ only in case.</source>
        <translation>La sensibilité à la casse n’a pas pu être déterminée&#xa0;; VaultDesk ne crée jamais deux noms qui ne diffèrent que par la casse.</translation>
    </message>
    <message>
        <source>All names like “{0}” are in use.</source>
        <translation>Tous les noms comme «&#xa0;{0}&#xa0;» sont déjà utilisés.</translation>
    </message>
    <message>
        <source>No note has all of these words. These have most of them.</source>
        <translation>Aucune note ne contient tous ces mots. Celles-ci en contiennent la plupart.</translation>
    </message>
    <message>
        <source>No note is changed without it. Check the disk for temporary files.</source>
        <translation>Aucune note n’est modifiée sans lui. Vérifiez le disque des fichiers temporaires.</translation>
    </message>
    <message>
        <source>No note is changed without it. {0}</source>
        <translation>Aucune note n’est modifiée sans lui. {0}</translation>
    </message>
    <message>
        <source>No note of {0} was sent with the question.</source>
        <translation>Aucune note de {0} n’a été envoyée avec la question.</translation>
    </message>
    <message>
        <source>No project is chosen</source>
        <translation>Aucun projet n’est choisi</translation>
    </message>
    <message>
        <source>No search engine is chosen</source>
        <translation>Aucun moteur de recherche n’est choisi</translation>
    </message>
    <message>
        <source>No secure connection to {0} can be made</source>
        <translation>Aucune connexion sécurisée à {0} ne peut être établie</translation>
    </message>
    <message>
        <source>No server behind {0} fits the privacy settings of the account</source>
        <translation>Aucun serveur derrière {0} ne respecte les paramètres de confidentialité du compte</translation>
    </message>
    <message>
        <source>No spell checker is installed, so spelling is not checked.</source>
        <translation>Aucun correcteur n’est installé&#xa0;; l’orthographe n’est donc pas vérifiée.</translation>
    </message>
    <message>
        <source>No sync program was found.</source>
        <translation>Aucun programme de synchronisation n’a été trouvé.</translation>
    </message>
    <message>
        <source>No notification server is running, so no message is shown while you work elsewhere.</source>
        <translation>Aucun serveur de notifications ne fonctionne&#xa0;; aucun message ne s’affiche donc pendant que vous travaillez ailleurs.</translation>
    </message>
    <message>
        <source>The request was canceled</source>
        <translation>La requête a été annulée</translation>
    </message>
    <message>
        <source>None is configured; the keyboard is used directly.</source>
        <translation>Aucune n’est configurée&#xa0;; le clavier est utilisé directement.</translation>
    </message>
    <message>
        <source>None of the engines of SearXNG answered: {0}</source>
        <translation>Aucun des moteurs de SearXNG n’a répondu&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Not carried out: {0}.</source>
        <translation>Non exécuté&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Not checked: VaultDesk cannot use the spell checker of macOS or of Windows.</source>
        <translation>Non vérifié&#xa0;: VaultDesk ne peut pas utiliser le correcteur de macOS ou de Windows.</translation>
    </message>
    <message>
        <source>Not in the passages: {0}.</source>
        <translation>Pas dans les passages&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Not created yet; this happens when the vault is opened.</source>
        <translation>Pas encore créé&#xa0;; cela se fait à l’ouverture du coffre.</translation>
    </message>
    <message>
        <source>Not written yet: default settings are used.</source>
        <translation>Pas encore écrit&#xa0;: les paramètres par défaut sont utilisés.</translation>
    </message>
    <message>
        <source>Notes only</source>
        <translation>Notes seulement</translation>
    </message>
    <message>
        <source>Notes read: {0}.</source>
        <translation>Notes lues&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Nothing answers at {0}</source>
        <translation>Rien ne répond à l’adresse {0}</translation>
    </message>
    <message>
        <source>No action is required. A synchronized folder on this computer is faster.</source>
        <translation>Aucune action n’est nécessaire. Un dossier synchronisé sur cet ordinateur est plus rapide.</translation>
    </message>
    <message>
        <source>No action is required. To see changes within a second, keep the vault on this computer.</source>
        <translation>Aucune action n’est nécessaire. Pour voir les changements en une seconde, gardez le coffre sur cet ordinateur.</translation>
    </message>
    <message>
        <source>None of it was used. The file may have been replaced.</source>
        <translation>Rien n’en a été utilisé. Le fichier a peut-être été remplacé.</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Rien n’a été modifié.</translation>
    </message>
    <message>
        <source>Nothing was deleted.</source>
        <translation>Rien n’a été supprimé.</translation>
    </message>
    <message>
        <source>Nothing was deleted. Obsidian&apos;s settings can name the vault&apos;s own .trash folder instead.</source>
        <translation>Rien n’a été supprimé. Les paramètres d’Obsidian peuvent désigner à la place le dossier .trash du coffre.</translation>
    </message>
    <message>
        <source>Nothing was done: {0}.</source>
        <translation>Rien n’a été fait&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Nothing was looked up.</source>
        <translation>Rien n’a été consulté.</translation>
    </message>
    <message>
        <source>Nothing was sent. Free some space or check the folder&apos;s permissions.</source>
        <translation>Rien n’a été envoyé. Libérez de l’espace ou vérifiez les droits du dossier.</translation>
    </message>
    <message>
        <source>Nothing was written. Read the new text, then decide.</source>
        <translation>Rien n’a été écrit. Lisez le nouveau texte, puis décidez.</translation>
    </message>
    <message>
        <source>Created by another version of VaultDesk; it is rebuilt when the vault is opened.</source>
        <translation>Créé par une autre version de VaultDesk&#xa0;; il est reconstruit à l’ouverture du coffre.</translation>
    </message>
    <message>
        <source>{0} note of {1} was sent with the question; {2} more were left out.</source>
        <translation>De {1}, {0} note a été envoyée avec la question&#xa0;; {2} autres ont été omises.</translation>
    </message>
    <message>
        <source>{0} notes of {1} were sent with the question; {2} more were left out.</source>
        <translation>De {1}, {0} notes ont été envoyées avec la question&#xa0;; {2} autres ont été omises.</translation>
    </message>
    <message>
        <source>Off: no search engine is chosen.</source>
        <translation>Désactivé&#xa0;: aucun moteur de recherche n’est choisi.</translation>
    </message>
    <message>
        <source>Offline assistant</source>
        <translation>Assistant hors ligne</translation>
    </message>
    <message>
        <source>On GNOME install the extension AppIndicator; elsewhere add a tray to the panel.</source>
        <translation>Sous GNOME, installez l’extension AppIndicator&#xa0;; ailleurs, ajoutez une zone de notification au panneau.</translation>
    </message>
    <message>
        <source>Only notes can be changed.</source>
        <translation>Seules les notes peuvent être modifiées.</translation>
    </message>
    <message>
        <source>Only pages, texts and PDFs are read.</source>
        <translation>Seuls les pages, les textes et les PDF sont lus.</translation>
    </message>
    <message>
        <source>Only plain files are notes.</source>
        <translation>Seuls les fichiers simples sont des notes.</translation>
    </message>
    <message>
        <source>Only public pages are fetched.</source>
        <translation>Seules les pages publiques sont récupérées.</translation>
    </message>
    <message>
        <source>Only the first {0} chats were read; choose a smaller part.</source>
        <translation>Seules les {0} premières discussions ont été lues&#xa0;; choisissez une partie plus petite.</translation>
    </message>
    <message>
        <source>Only the first {0} messages were read.</source>
        <translation>Seuls les {0} premiers messages ont été lus.</translation>
    </message>
    <message>
        <source>Only the first {0} parts of the query are used; the rest is ignored.</source>
        <translation>Seules les {0} premières parties de la recherche sont utilisées&#xa0;; le reste est ignoré.</translation>
    </message>
    <message>
        <source>Only web pages are fetched.</source>
        <translation>Seules les pages Web sont récupérées.</translation>
    </message>
    <message>
        <source>Note texts are not available here</source>
        <translation>Les textes des notes ne sont pas disponibles ici</translation>
    </message>
    <message>
        <source>Only {0} folders can be watched by all programs together; the vault has {1}.</source>
        <translation>Seuls {0} dossiers peuvent être surveillés par tous les programmes réunis&#xa0;; le coffre en a {1}.</translation>
    </message>
    <message>
        <source>Only {0} folders can be watched.</source>
        <translation>Seuls {0} dossiers peuvent être surveillés.</translation>
    </message>
    <message>
        <source>Open it elsewhere and copy its text.</source>
        <translation>Ouvrez-le ailleurs et copiez son texte.</translation>
    </message>
    <message>
        <source>Open it in another program.</source>
        <translation>Ouvrez-le dans un autre programme.</translation>
    </message>
    <message>
        <source>Open that one, or choose another name.</source>
        <translation>Ouvrez celle-là, ou choisissez un autre nom.</translation>
    </message>
    <message>
        <source>Open the file in another program.</source>
        <translation>Ouvrez le fichier dans un autre programme.</translation>
    </message>
    <message>
        <source>Open the folder that holds your notes.</source>
        <translation>Ouvrez le dossier qui contient vos notes.</translation>
    </message>
    <message>
        <source>Open the vault again.</source>
        <translation>Rouvrez le coffre.</translation>
    </message>
    <message>
        <source>Open the vault once; then the link works.</source>
        <translation>Ouvrez le coffre une fois, puis le lien fonctionne.</translation>
    </message>
    <message>
        <source>OpenAI-compatible server</source>
        <translation>Serveur compatible OpenAI</translation>
    </message>
    <message>
        <source>PDF pages cannot be shown</source>
        <translation>Les pages PDF ne peuvent pas être affichées</translation>
    </message>
    <message>
        <source>Pages cannot be read: {0}</source>
        <translation>Les pages ne peuvent pas être lues&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Pages of PDFs can be shown.</source>
        <translation>Les pages des PDF peuvent être affichées.</translation>
    </message>
    <message>
        <source>Paused on battery.</source>
        <translation>En pause sur batterie.</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>En pause.</translation>
    </message>
    <message>
        <source>Plans what to look up, does that, then answers once; @vault, @web and others request a look-up.</source>
        <translation>Planifie ce qu’il faut chercher, le fait, puis répond une fois&#xa0;; @vault, @web et d’autres demandent une recherche.</translation>
    </message>
    <message>
        <source>Plus</source>
        <translation>Plus</translation>
    </message>
    <message>
        <source>Pomodoro</source>
        <translation>Pomodoro</translation>
    </message>
    <message>
        <source>Port {0} is not used for web pages</source>
        <translation>Le port {0} n’est pas utilisé pour les pages Web</translation>
    </message>
    <message>
        <source>On Wayland programs cannot register system-wide shortcuts, and this desktop has no portal for them.</source>
        <translation>Sous Wayland, les programmes ne peuvent pas enregistrer de raccourcis valables dans tout le système, et ce bureau n’a pas de portail pour cela.</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projet</translation>
    </message>
    <message>
        <source>Projects are notes in {0}.</source>
        <translation>Les projets sont des notes dans {0}.</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Propriétés</translation>
    </message>
    <message>
        <source>Properties and tags</source>
        <translation>Propriétés et étiquettes</translation>
    </message>
    <message>
        <source>Properties removed: {0}.</source>
        <translation>Propriétés supprimées&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Copy it into the vault folder with the file manager.</source>
        <translation>Copiez-le dans le dossier du coffre avec le gestionnaire de fichiers.</translation>
    </message>
    <message>
        <source>Merge the two and delete the copy; then the note can be changed.</source>
        <translation>Fusionnez les deux et supprimez la copie&#xa0;; la note pourra alors être modifiée.</translation>
    </message>
    <message>
        <source>Qt does not start: {0}</source>
        <translation>Qt ne démarre pas&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Qt {0} starts, on {1}.</source>
        <translation>Qt {0} démarre, sur {1}.</translation>
    </message>
    <message>
        <source>Qt {0} starts.</source>
        <translation>Qt {0} démarre.</translation>
    </message>
    <message>
        <source>Query notes</source>
        <translation>Interroger les notes</translation>
    </message>
    <message>
        <source>Query your notes: {0}</source>
        <translation>Interroger vos notes&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Raise Context window in Settings (it is {0} tokens now), or start a new chat.</source>
        <translation>Agrandissez la fenêtre de contexte dans Paramètres (actuellement {0} jetons), ou commencez une nouvelle discussion.</translation>
    </message>
    <message>
        <source>Raise Context window in Settings, or start a new chat.</source>
        <translation>Agrandissez la fenêtre de contexte dans Paramètres, ou commencez une nouvelle discussion.</translation>
    </message>
    <message>
        <source>Raise fs.inotify.max_user_watches. Until then the folder is compared every minute, and whenever you return to the window.</source>
        <translation>Augmentez fs.inotify.max_user_watches. D’ici là, le dossier est comparé chaque minute, et chaque fois que vous revenez à la fenêtre.</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lire</translation>
    </message>
    <message>
        <source>Read a note</source>
        <translation>Lire une note</translation>
    </message>
    <message>
        <source>Open it again to read it.</source>
        <translation>Ouvrez-la à nouveau pour la lire.</translation>
    </message>
    <message>
        <source>Read it and accept it again{0}</source>
        <translation>Lisez-la et acceptez-la à nouveau{0}</translation>
    </message>
    <message>
        <source>Read notes</source>
        <translation>Lire des notes</translation>
    </message>
    <message>
        <source>Read what its note says and accept it{0}</source>
        <translation>Lisez ce que dit sa note et acceptez-le{0}</translation>
    </message>
    <message>
        <source>Read {0} note</source>
        <translation>Lire {0} note</translation>
    </message>
    <message>
        <source>Read {0} notes</source>
        <translation>Lire {0} notes</translation>
    </message>
    <message>
        <source>Read “{0}” of</source>
        <translation>Lire «&#xa0;{0}&#xa0;» de</translation>
    </message>
    <message>
        <source>Read “{1}” of {0} note</source>
        <translation>Lire «&#xa0;{1}&#xa0;» de {0} note</translation>
    </message>
    <message>
        <source>Read “{1}” of {0} notes</source>
        <translation>Lire «&#xa0;{1}&#xa0;» de {0} notes</translation>
    </message>
    <message>
        <source>Indexing for search by meaning stopped because of an error in VaultDesk.</source>
        <translation>L’indexation pour la recherche par le sens s’est arrêtée à cause d’une erreur dans VaultDesk.</translation>
    </message>
    <message>
        <source>Reading notes</source>
        <translation>Lecture de notes</translation>
    </message>
    <message>
        <source>Refresh the search index</source>
        <translation>Actualiser l’index de recherche</translation>
    </message>
    <message>
        <source>Remember</source>
        <translation>Mémoriser</translation>
    </message>
    <message>
        <source>Remember “{0}”</source>
        <translation>Mémoriser «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>Remove tags</source>
        <translation>Retirer des étiquettes</translation>
    </message>
    <message>
        <source>Remove tags from</source>
        <translation>Retirer des étiquettes de</translation>
    </message>
    <message>
        <source>Remove that character.</source>
        <translation>Retirez ce caractère.</translation>
    </message>
    <message>
        <source>Remove the character.</source>
        <translation>Retirez le caractère.</translation>
    </message>
    <message>
        <source>Remove {0} from</source>
        <translation>Retirer {0} de</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>Rename a note</source>
        <translation>Renommer une note</translation>
    </message>
    <message>
        <source>Rename one of each before you copy the vault there.</source>
        <translation>Renommez l’un des deux avant d’y copier le coffre.</translation>
    </message>
    <message>
        <source>Rename one of them first.</source>
        <translation>Renommez d’abord l’une d’elles.</translation>
    </message>
    <message>
        <source>Rename the file, then try again.</source>
        <translation>Renommez le fichier, puis réessayez.</translation>
    </message>
    <message>
        <source>Rename {0} note</source>
        <translation>Renommer {0} note</translation>
    </message>
    <message>
        <source>Rename {0} notes</source>
        <translation>Renommer {0} notes</translation>
    </message>
    <message>
        <source>Rename {0} to {1} in</source>
        <translation>Renommer {0} en {1} dans</translation>
    </message>
    <message>
        <source>Repair {0} link</source>
        <translation>Réparer {0} lien</translation>
    </message>
    <message>
        <source>Repair {0} links</source>
        <translation>Réparer {0} liens</translation>
    </message>
    <message>
        <source>Run `codex login` in a terminal, then ask again.</source>
        <translation>Exécutez `codex login` dans un terminal, puis redemandez.</translation>
    </message>
    <message>
        <source>Run: ollama signin. Or choose a model that runs on this computer.</source>
        <translation>Exécutez&#xa0;: ollama signin. Ou choisissez un modèle qui fonctionne sur cet ordinateur.</translation>
    </message>
    <message>
        <source>Running. Number of models: {0}.</source>
        <translation>En marche, avec le nombre de modèles&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>SQLite {0} has no full-text search: {1}</source>
        <translation>SQLite {0} n’a pas de recherche en texte intégral&#xa0;: {1}</translation>
    </message>
    <message>
        <source>Save a copy without one.</source>
        <translation>Enregistrez une copie sans mot de passe.</translation>
    </message>
    <message>
        <source>Save it as UTF-8 in an editor.</source>
        <translation>Enregistrez-le en UTF-8 dans un éditeur.</translation>
    </message>
    <message>
        <source>Save it as a text or a PDF first.</source>
        <translation>Enregistrez-le d’abord en texte ou en PDF.</translation>
    </message>
    <message>
        <source>SearXNG does not return results as JSON</source>
        <translation>SearXNG ne renvoie pas de résultats en JSON</translation>
    </message>
    <message>
        <source>Search again.</source>
        <translation>Cherchez à nouveau.</translation>
    </message>
    <message>
        <source>Search and read in “{0}” without asking</source>
        <translation>Rechercher et lire dans «&#xa0;{0}&#xa0;» sans demander</translation>
    </message>
    <message>
        <source>Search and read without asking</source>
        <translation>Rechercher et lire sans demander</translation>
    </message>
    <message>
        <source>Search by meaning is not installed</source>
        <translation>La recherche par le sens n’est pas installée</translation>
    </message>
    <message>
        <source>This transcript was generated by speech recognition. Words, names and numbers may be wrong.</source>
        <translation>Cette transcription a été générée par reconnaissance vocale. Des mots, des noms et des nombres peuvent être faux.</translation>
    </message>
    <message>
        <source>Tools from other packages: {0}. Whether they can be created is checked when a vault is opened.</source>
        <translation>Outils d’autres paquets&#xa0;: {0}. Leur création n’est vérifiée qu’à l’ouverture d’un coffre.</translation>
    </message>
    <message>
        <source>Use a shorter query.</source>
        <translation>Utilisez une recherche plus courte.</translation>
    </message>
    <message>
        <source>Search notes</source>
        <translation>Rechercher dans les notes</translation>
    </message>
    <message>
        <source>Search passages</source>
        <translation>Rechercher des passages</translation>
    </message>
    <message>
        <source>Search the web</source>
        <translation>Rechercher sur le Web</translation>
    </message>
    <message>
        <source>Search the web for “{0}”</source>
        <translation>Rechercher «&#xa0;{0}&#xa0;» sur le Web</translation>
    </message>
    <message>
        <source>Search your notes for {0}</source>
        <translation>Rechercher {0} dans vos notes</translation>
    </message>
    <message>
        <source>Search your notes for “{0}”</source>
        <translation>Rechercher «&#xa0;{0}&#xa0;» dans vos notes</translation>
    </message>
    <message>
        <source>Searches your notes first and answers only from them, with a source for each claim.</source>
        <translation>Cherche d’abord dans vos notes et ne répond qu’à partir d’elles, avec une source pour chaque affirmation.</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Recherche</translation>
    </message>
    <message>
        <source>Search by words still works.</source>
        <translation>La recherche par les mots fonctionne toujours.</translation>
    </message>
    <message>
        <source>Check your plan at tavily.com.</source>
        <translation>Vérifiez votre offre sur tavily.com.</translation>
    </message>
    <message>
        <source>Check your plan there.</source>
        <translation>Vérifiez-y votre offre.</translation>
    </message>
    <message>
        <source>Sees no notes.</source>
        <translation>Ne voit aucune note.</translation>
    </message>
    <message>
        <source>Sees pictures: {0}</source>
        <translation>Voit les images&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Select less text.</source>
        <translation>Sélectionnez moins de texte.</translation>
    </message>
    <message>
        <source>Send nothing of what was found to {0}</source>
        <translation>Ne rien envoyer à {0} de ce qui a été trouvé</translation>
    </message>
    <message>
        <source>Send what was found to {0}</source>
        <translation>Envoyer ce qui a été trouvé à {0}</translation>
    </message>
    <message>
        <source>Send {0} passage of “{1}” to {2}</source>
        <translation>Envoyer {0} passage de «&#xa0;{1}&#xa0;» à {2}</translation>
    </message>
    <message>
        <source>Send {0} passages of {1} notes to {2}</source>
        <translation>Envoyer {0} passages de {1} notes à {2}</translation>
    </message>
    <message>
        <source>Send {0} passages of “{1}” to {2}</source>
        <translation>Envoyer {0} passages de «&#xa0;{1}&#xa0;» à {2}</translation>
    </message>
    <message>
        <source>Set HTTPS_PROXY to an address like http://proxy:3128, or unset ALL_PROXY.</source>
        <translation>Donnez à HTTPS_PROXY une adresse comme http://proxy:3128, ou supprimez ALL_PROXY.</translation>
    </message>
    <message>
        <source>Set a larger context window in the server&apos;s settings, or choose another model.</source>
        <translation>Définissez une fenêtre de contexte plus grande dans les paramètres du serveur, ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>Set its base_url, like http://localhost:8080/v1.</source>
        <translation>Définissez son base_url, comme http://localhost:8080/v1.</translation>
    </message>
    <message>
        <source>Set the variable, then start VaultDesk again.</source>
        <translation>Définissez la variable, puis relancez VaultDesk.</translation>
    </message>
    <message>
        <source>Set up with a key. {0} was not contacted.</source>
        <translation>Configuré avec une clé. {0} n’a pas été contacté.</translation>
    </message>
    <message>
        <source>Set up without a key. {0} was not contacted.</source>
        <translation>Configuré sans clé. {0} n’a pas été contacté.</translation>
    </message>
    <message>
        <source>Set {0} in</source>
        <translation>Définir {0} dans</translation>
    </message>
    <message>
        <source>Set {0} to a folder on this computer.</source>
        <translation>Donnez à {0} un dossier de cet ordinateur.</translation>
    </message>
    <message>
        <source>Set {0} to a folder that is not synchronized.</source>
        <translation>Définissez {0} sur un dossier qui n’est pas synchronisé.</translation>
    </message>
    <message>
        <source>Several programs synchronize this folder: {0}. They may overwrite each other&apos;s changes.</source>
        <translation>Plusieurs programmes synchronisent ce dossier&#xa0;: {0}. Chacun peut écraser les modifications des autres.</translation>
    </message>
    <message>
        <source>Show folders</source>
        <translation>Afficher les dossiers</translation>
    </message>
    <message>
        <source>Show the folders and names of notes in {0}</source>
        <translation>Afficher les dossiers et les noms de notes dans {0}</translation>
    </message>
    <message>
        <source>Showing a picture…</source>
        <translation>Une image est montrée…</translation>
    </message>
    <message>
        <source>A part of an unknown kind was left out.</source>
        <translation>Un élément d’un type inconnu a été omis.</translation>
    </message>
    <message>
        <source>Split it into smaller notes.</source>
        <translation>Divisez-la en notes plus petites.</translation>
    </message>
    <message>
        <source>Restart VaultDesk.</source>
        <translation>Redémarrez VaultDesk.</translation>
    </message>
    <message>
        <source>Start VaultDesk from a desktop session.</source>
        <translation>Lancez VaultDesk depuis une session de bureau.</translation>
    </message>
    <message>
        <source>Start a pomodoro of {0} minutes</source>
        <translation>Démarrer un pomodoro de {0} minutes</translation>
    </message>
    <message>
        <source>Start it, or check its address.</source>
        <translation>Démarrez-le ou vérifiez son adresse.</translation>
    </message>
    <message>
        <source>Start {0}, or check its address.</source>
        <translation>Lancez {0}, ou vérifiez son adresse.</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Étiquette</translation>
    </message>
    <message>
        <source>Attach only the part that matters.</source>
        <translation>Joignez seulement la partie utile.</translation>
    </message>
    <message>
        <source>That is too much to undo in one step. Use the file manager for these files.</source>
        <translation>C’est trop pour une annulation en une seule fois. Utilisez le gestionnaire de fichiers pour ces fichiers.</translation>
    </message>
    <message>
        <source>This is not a valid property name</source>
        <translation>Ce n’est pas un nom de propriété valide</translation>
    </message>
    <message>
        <source>The redirect was not followed, and nothing was sent there. Check the provider&apos;s address in Settings.</source>
        <translation>La redirection n’a pas été suivie, et rien n’y a été envoyé. Vérifiez l’adresse du fournisseur dans Paramètres.</translation>
    </message>
    <message>
        <source>The PDF “{0}” cannot be read</source>
        <translation>Le PDF «&#xa0;{0}&#xa0;» ne peut pas être lu</translation>
    </message>
    <message>
        <source>The PDF “{0}” has no page {1}</source>
        <translation>Le PDF «&#xa0;{0}&#xa0;» n’a pas de page {1}</translation>
    </message>
    <message>
        <source>The PDF “{0}” has no text</source>
        <translation>Le PDF «&#xa0;{0}&#xa0;» ne contient pas de texte</translation>
    </message>
    <message>
        <source>The PDF “{0}” is protected with a password</source>
        <translation>Le PDF «&#xa0;{0}&#xa0;» est protégé par un mot de passe</translation>
    </message>
    <message>
        <source>The account at {0} has no credit left</source>
        <translation>Le compte chez {0} n’a plus de crédit</translation>
    </message>
    <message>
        <source>The address of {0} cannot be used</source>
        <translation>L’adresse de {0} ne peut pas être utilisée</translation>
    </message>
    <message>
        <source>The address of {0} is not set</source>
        <translation>L’adresse de {0} n’est pas définie</translation>
    </message>
    <message>
        <source>The agent {0} cannot be used</source>
        <translation>L’agent {0} ne peut pas être utilisé</translation>
    </message>
    <message>
        <source>The agent {0} has not been allowed yet</source>
        <translation>L’agent {0} n’a pas encore été autorisé</translation>
    </message>
    <message>
        <source>It uses the agent {0}, if you allowed that agent.</source>
        <translation>Il utilise l’agent {0}, si vous avez autorisé cet agent.</translation>
    </message>
    <message>
        <source>The answer was interrupted</source>
        <translation>La réponse a été interrompue</translation>
    </message>
    <message>
        <source>The answer ended before its tool call was complete; the tool was not run.</source>
        <translation>La réponse s’est terminée avant la fin de son appel d’outil&#xa0;; l’outil n’a pas été exécuté.</translation>
    </message>
    <message>
        <source>The answer from {0} was interrupted</source>
        <translation>La réponse de {0} a été interrompue</translation>
    </message>
    <message>
        <source>The answer from {0} cannot be used: {1}</source>
        <translation>La réponse de {0} ne peut pas être utilisée&#xa0;: {1}</translation>
    </message>
    <message>
        <source>Tell me to continue, or ask for a part of it.</source>
        <translation>Demandez-moi de continuer, ou posez une partie de la question.</translation>
    </message>
    <message>
        <source>The answer may be at most {0} tokens long, to stay within your limit.</source>
        <translation>La réponse peut avoir au plus {0} jetons, pour rester dans votre limite.</translation>
    </message>
    <message>
        <source>The answer repeats a tool call from text that the model read. It was not run.</source>
        <translation>La réponse répète un appel d’outil tiré d’un texte que le modèle a lu. Il n’a pas été exécuté.</translation>
    </message>
    <message>
        <source>The answer stopped because {0} is full. {1}</source>
        <translation>La réponse s’est arrêtée parce que {0} est plein. {1}</translation>
    </message>
    <message>
        <source>The answer was cut off, so its tool call was not run.</source>
        <translation>La réponse a été coupée&#xa0;; son appel d’outil n’a donc pas été exécuté.</translation>
    </message>
    <message>
        <source>The arguments are not valid JSON: {0}.</source>
        <translation>Les arguments ne sont pas du JSON valide&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The arguments must be one JSON object.</source>
        <translation>Les arguments doivent former un seul objet JSON.</translation>
    </message>
    <message>
        <source>The block has changed.</source>
        <translation>Le bloc a changé.</translation>
    </message>
    <message>
        <source>The certificate of {0} cannot be trusted</source>
        <translation>Le certificat de {0} n’est pas digne de confiance</translation>
    </message>
    <message>
        <source>The chat could not be saved</source>
        <translation>La discussion n’a pas pu être enregistrée</translation>
    </message>
    <message>
        <source>The chat is longer than {0}, so {1} has probably left out its beginning. {2}</source>
        <translation>La discussion dépasse {0}&#xa0;; {1} a donc probablement omis son début. {2}</translation>
    </message>
    <message>
        <source>The chat is too long for this model of {0}</source>
        <translation>La discussion est trop longue pour ce modèle de {0}</translation>
    </message>
    <message>
        <source>The chat is being written by another program</source>
        <translation>La discussion est en cours d’écriture par un autre programme</translation>
    </message>
    <message>
        <source>The chat was not deleted</source>
        <translation>La discussion n’a pas été supprimée</translation>
    </message>
    <message>
        <source>The chat was not renamed</source>
        <translation>La discussion n’a pas été renommée</translation>
    </message>
    <message>
        <source>The chat&apos;s note changes faster than it can be written</source>
        <translation>La note de la discussion change plus vite qu’elle ne peut être écrite</translation>
    </message>
    <message>
        <source>The check itself failed: {0}.</source>
        <translation>La vérification elle-même a échoué&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The connection to {0} was interrupted</source>
        <translation>La connexion à {0} a été interrompue</translation>
    </message>
    <message>
        <source>The connection to {0} timed out or was interrupted</source>
        <translation>La connexion à {0} a expiré ou a été interrompue</translation>
    </message>
    <message>
        <source>The conversation is too long for {0}: about {1} tokens, and {2} fit</source>
        <translation>La discussion est trop longue pour {0}&#xa0;: environ {1} jetons, et {2} tiennent</translation>
    </message>
    <message>
        <source>The data is on a network drive ({0}), where a database may be damaged.</source>
        <translation>Les données sont sur un lecteur réseau ({0}), où une base de données peut être endommagée.</translation>
    </message>
    <message>
        <source>The disk reported an error for the search index.</source>
        <translation>Le disque a signalé une erreur pour l’index de recherche.</translation>
    </message>
    <message>
        <source>The disk is full: {0} free.</source>
        <translation>Le disque est plein&#xa0;: {0} libres.</translation>
    </message>
    <message>
        <source>The disk with the search index is full.</source>
        <translation>Le disque de l’index de recherche est plein.</translation>
    </message>
    <message>
        <source>The display this terminal names does not answer.</source>
        <translation>L’affichage indiqué par ce terminal ne répond pas.</translation>
    </message>
    <message>
        <source>The earlier version of “{0}” is no longer stored, or is damaged: {1}</source>
        <translation>La version antérieure de «&#xa0;{0}&#xa0;» n’est plus enregistrée ou est endommagée&#xa0;: {1}</translation>
    </message>
    <message>
        <source>The update file is not signed by the developers of VaultDesk</source>
        <translation>Le fichier de mise à jour n’est pas signé par les développeurs de VaultDesk</translation>
    </message>
    <message>
        <source>The update file is older than one received before</source>
        <translation>Le fichier de mise à jour est plus ancien qu’un fichier déjà reçu</translation>
    </message>
    <message>
        <source>The folder is named “{0}” here.</source>
        <translation>Le dossier s’appelle «&#xa0;{0}&#xa0;» ici.</translation>
    </message>
    <message>
        <source>The folder “{0}” cannot be opened.</source>
        <translation>Le dossier «&#xa0;{0}&#xa0;» ne peut pas être ouvert.</translation>
    </message>
    <message>
        <source>The properties of {0} no longer contain settings</source>
        <translation>Les propriétés de {0} ne contiennent plus de paramètres</translation>
    </message>
    <message>
        <source>The input method {0} is configured, but this Qt does not support it.</source>
        <translation>La méthode de saisie {0} est configurée, mais ce Qt ne la prend pas en charge.</translation>
    </message>
    <message>
        <source>The input method {0} is used.</source>
        <translation>La méthode de saisie {0} est utilisée.</translation>
    </message>
    <message>
        <source>The instructions are longer than {0} characters.</source>
        <translation>Les instructions dépassent {0} caractères.</translation>
    </message>
    <message>
        <source>The instructions contain invisible characters.</source>
        <translation>Les instructions contiennent des caractères invisibles.</translation>
    </message>
    <message>
        <source>The key of {0} could not be removed</source>
        <translation>La clé de {0} n’a pas pu être retirée</translation>
    </message>
    <message>
        <source>The key of {0} was entered for {1} and is not sent to {2}.</source>
        <translation>La clé de {0} a été saisie pour {1} et n’est pas envoyée à {2}.</translation>
    </message>
    <message>
        <source>The keyring of this computer reported an error: {0}. Remove the key there, under VaultDesk.</source>
        <translation>Le trousseau de cet ordinateur a signalé une erreur&#xa0;: {0}. Supprimez-y la clé, sous VaultDesk.</translation>
    </message>
    <message>
        <source>The key could not be read from the keyring of this computer: {0}.</source>
        <translation>La clé n’a pas pu être lue dans le trousseau de cet ordinateur&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The limit of {0} tool rounds was reached, so the model answers now.</source>
        <translation>La limite de {0} tours d’outils est atteinte&#xa0;; le modèle répond donc maintenant.</translation>
    </message>
    <message>
        <source>The log has details. Please report it.</source>
        <translation>Le journal contient les détails. Merci de le signaler.</translation>
    </message>
    <message>
        <source>The model alone: it sees none of your notes and uses no tools.</source>
        <translation>Le modèle seul&#xa0;: il ne voit aucune de vos notes et n’utilise aucun outil.</translation>
    </message>
    <message>
        <source>The model answered before it had the results. That part was left out.</source>
        <translation>Le modèle a répondu avant d’avoir les résultats. Cette partie a été omise.</translation>
    </message>
    <message>
        <source>The model asked for more than {0} tools at once. The rest was left out.</source>
        <translation>Le modèle a demandé plus de {0} outils à la fois. Le reste a été omis.</translation>
    </message>
    <message>
        <source>The model for search by meaning cannot be loaded</source>
        <translation>Le modèle de la recherche par le sens ne peut pas être chargé</translation>
    </message>
    <message>
        <source>The model for search by meaning does not run on this computer</source>
        <translation>Le modèle de la recherche par le sens ne fonctionne pas sur cet ordinateur</translation>
    </message>
    <message>
        <source>The model for search by meaning is damaged</source>
        <translation>Le modèle de la recherche par le sens est endommagé</translation>
    </message>
    <message>
        <source>The model for search by meaning is missing</source>
        <translation>Le modèle de la recherche par le sens est absent</translation>
    </message>
    <message>
        <source>The model gave no meaning.</source>
        <translation>Le modèle n’a donné aucun sens.</translation>
    </message>
    <message>
        <source>The model used the same id for two tool calls</source>
        <translation>Le modèle a utilisé le même identifiant pour deux appels d’outils</translation>
    </message>
    <message>
        <source>The model was closed</source>
        <translation>Le modèle a été fermé</translation>
    </message>
    <message>
        <source>The model wrote at length before it asked for a tool.</source>
        <translation>Le modèle a longuement écrit avant de demander un outil.</translation>
    </message>
    <message>
        <source>The model wrote no summary</source>
        <translation>Le modèle n’a écrit aucun résumé</translation>
    </message>
    <message>
        <source>The model&apos;s tool calls could not be read</source>
        <translation>Les appels d’outils du modèle n’ont pas pu être lus</translation>
    </message>
    <message>
        <source>The model&apos;s last tool call is incomplete and was not run.</source>
        <translation>Le dernier appel d’outil du modèle est incomplet et n’a pas été exécuté.</translation>
    </message>
    <message>
        <source>The name {0} cannot be found</source>
        <translation>Le nom {0} est introuvable</translation>
    </message>
    <message>
        <source>The new name looks like that of another note, “{0}”.</source>
        <translation>Le nouveau nom ressemble à celui d’une autre note, «&#xa0;{0}&#xa0;».</translation>
    </message>
    <message>
        <source>The new text contains invisible characters; they are shown as &lt;U+…&gt;.</source>
        <translation>Le nouveau texte contient des caractères invisibles&#xa0;; ils sont affichés sous la forme &lt;U+…&gt;.</translation>
    </message>
    <message>
        <source>The note has changed.</source>
        <translation>La note a changé.</translation>
    </message>
    <message>
        <source>The note could not be written.</source>
        <translation>La note n’a pas pu être écrite.</translation>
    </message>
    <message>
        <source>The note has no instructions: write them below the properties.</source>
        <translation>La note n’a pas d’instructions&#xa0;: écrivez-les sous les propriétés.</translation>
    </message>
    <message>
        <source>The note itself is not affected. Check the disk where VaultDesk stores its data.</source>
        <translation>La note elle-même est intacte. Vérifiez le disque où VaultDesk enregistre ses données.</translation>
    </message>
    <message>
        <source>The note itself is not affected. Check the disk.</source>
        <translation>La note elle-même est intacte. Vérifiez le disque.</translation>
    </message>
    <message>
        <source>The note of the agent {0} has changed since you allowed it</source>
        <translation>La note de l’agent {0} a changé depuis que vous l’avez autorisé</translation>
    </message>
    <message>
        <source>The note of the agent {0} changed while you were reviewing it</source>
        <translation>La note de l’agent {0} a changé pendant que vous la vérifiiez</translation>
    </message>
    <message>
        <source>The note of the project {0} has changed since you accepted it</source>
        <translation>La note du projet {0} a changé depuis que vous l’avez accepté</translation>
    </message>
    <message>
        <source>The note of the project {0} changed while you were reading it</source>
        <translation>La note du projet {0} a changé pendant que vous la lisiez</translation>
    </message>
    <message>
        <source>The note has changed since</source>
        <translation>La note a changé depuis</translation>
    </message>
    <message>
        <source>The note “{0}” has no block “{1}”.</source>
        <translation>La note «&#xa0;{0}&#xa0;» n’a pas de bloc «&#xa0;{1}&#xa0;».</translation>
    </message>
    <message>
        <source>The note “{0}” has no heading “{1}”.</source>
        <translation>La note «&#xa0;{0}&#xa0;» n’a pas de titre «&#xa0;{1}&#xa0;».</translation>
    </message>
    <message>
        <source>The note&apos;s properties cannot be changed</source>
        <translation>Les propriétés de la note ne peuvent pas être modifiées</translation>
    </message>
    <message>
        <source>The offline assistant cannot rewrite</source>
        <translation>L’assistant hors ligne ne sait pas réécrire</translation>
    </message>
    <message>
        <source>The other entries were read.</source>
        <translation>Les autres entrées ont été lues.</translation>
    </message>
    <message>
        <source>The page cannot be displayed: {0}</source>
        <translation>La page ne peut pas être affichée&#xa0;: {0}</translation>
    </message>
    <message>
        <source>The page cannot be read</source>
        <translation>La page ne peut pas être lue</translation>
    </message>
    <message>
        <source>The page contains hidden text, which was left out.</source>
        <translation>La page contient du texte masqué, qui a été omis.</translation>
    </message>
    <message>
        <source>The page uses a compression that was not requested</source>
        <translation>La page utilise une compression qui n’a pas été demandée</translation>
    </message>
    <message>
        <source>The compressed page is damaged and cannot be read</source>
        <translation>La page compressée est endommagée et ne peut pas être lue</translation>
    </message>
    <message>
        <source>The page is too large</source>
        <translation>La page est trop grande</translation>
    </message>
    <message>
        <source>The Search index page lists each with its reason.</source>
        <translation>La page de l’index de recherche liste chacune avec sa raison.</translation>
    </message>
    <message>
        <source>The page takes too long to read</source>
        <translation>La page met trop de temps à être lue</translation>
    </message>
    <message>
        <source>The page {0} was not fetched.</source>
        <translation>La page {0} n’a pas été récupérée.</translation>
    </message>
    <message>
        <source>The pattern {0} is invalid or too large; it is ignored.</source>
        <translation>Le motif {0} n’est pas valide ou est trop grand&#xa0;; il est ignoré.</translation>
    </message>
    <message>
        <source>The pattern {0} uses lookahead or lookbehind, which is not supported; it is ignored.</source>
        <translation>Le motif {0} utilise une assertion avant ou arrière (lookahead, lookbehind), non prise en charge&#xa0;; il est ignoré.</translation>
    </message>
    <message>
        <source>The pattern {0} uses a backreference, which is not supported; it is ignored.</source>
        <translation>Le motif {0} utilise une référence arrière, non prise en charge&#xa0;; il est ignoré.</translation>
    </message>
    <message>
        <source>The custom instructions of that time were left out.</source>
        <translation>Les instructions personnalisées de l’époque ont été omises.</translation>
    </message>
    <message>
        <source>The picture “{0}” is larger than {1} MB</source>
        <translation>L’image «&#xa0;{0}&#xa0;» dépasse {1} Mo</translation>
    </message>
    <message>
        <source>The price of {0} is not known: it is not counted for {1}.</source>
        <translation>Le prix de {0} n’est pas connu&#xa0;: il ne compte pas pour {1}.</translation>
    </message>
    <message>
        <source>The program is in a folder whose name cannot be used in a startup entry. Move it to another folder.</source>
        <translation>Le programme est dans un dossier dont le nom ne peut pas figurer dans une entrée de démarrage. Déplacez-le dans un autre dossier.</translation>
    </message>
    <message>
        <source>The path of the program is too long for a Windows startup entry. Move it to a shorter path.</source>
        <translation>Le chemin du programme est trop long pour une entrée de démarrage de Windows. Déplacez-le vers un chemin plus court.</translation>
    </message>
    <message>
        <source>The project {0} cannot be used</source>
        <translation>Le projet {0} ne peut pas être utilisé</translation>
    </message>
    <message>
        <source>The project {0} has not been accepted yet</source>
        <translation>Le projet {0} n’a pas encore été accepté</translation>
    </message>
    <message>
        <source>The provider {0} has no address</source>
        <translation>Le fournisseur {0} n’a pas d’adresse</translation>
    </message>
    <message>
        <source>The provider&apos;s address contains a user name or password</source>
        <translation>L’adresse du fournisseur contient un nom d’utilisateur ou un mot de passe</translation>
    </message>
    <message>
        <source>The provider&apos;s address {0} cannot be used</source>
        <translation>L’adresse {0} du fournisseur ne peut pas être utilisée</translation>
    </message>
    <message>
        <source>The provider&apos;s address {0} has a ? or # part</source>
        <translation>L’adresse {0} du fournisseur contient une partie&#xa0;? ou #</translation>
    </message>
    <message>
        <source>The proxy in front of {0} rejected the request</source>
        <translation>Le proxy devant {0} a refusé la requête</translation>
    </message>
    <message>
        <source>The proxy settings of this computer cannot be used for {0}</source>
        <translation>Les paramètres de proxy de cet ordinateur ne peuvent pas être utilisés pour {0}</translation>
    </message>
    <message>
        <source>The record of changes cannot be created: {0}.</source>
        <translation>Le registre des modifications ne peut pas être créé&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The record of changes cannot be used: {0}.</source>
        <translation>Le registre des modifications ne peut pas être utilisé&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The record of tool calls cannot be cleared: {0}.</source>
        <translation>Le registre des appels d’outils ne peut pas être effacé&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The search index cannot be saved.</source>
        <translation>L’index de recherche ne peut pas être enregistré.</translation>
    </message>
    <message>
        <source>The search index cannot be opened.</source>
        <translation>L’index de recherche ne peut pas être ouvert.</translation>
    </message>
    <message>
        <source>The search index is being rebuilt, so an answer would be incomplete.</source>
        <translation>L’index de recherche est en cours de reconstruction&#xa0;; une réponse serait donc incomplète.</translation>
    </message>
    <message>
        <source>The search index is damaged.</source>
        <translation>L’index de recherche est endommagé.</translation>
    </message>
    <message>
        <source>The search index is in use.</source>
        <translation>L’index de recherche est en cours d’utilisation.</translation>
    </message>
    <message>
        <source>The search index cannot be written.</source>
        <translation>L’index de recherche ne peut pas être écrit.</translation>
    </message>
    <message>
        <source>The search index was just closed.</source>
        <translation>L’index de recherche vient d’être fermé.</translation>
    </message>
    <message>
        <source>The search was stopped.</source>
        <translation>La recherche a été arrêtée.</translation>
    </message>
    <message>
        <source>The setting {0} cannot be used</source>
        <translation>Le paramètre {0} ne peut pas être utilisé</translation>
    </message>
    <message>
        <source>The settings could not be changed</source>
        <translation>Les paramètres n’ont pas pu être modifiés</translation>
    </message>
    <message>
        <source>The settings could not be saved</source>
        <translation>Les paramètres n’ont pas pu être enregistrés</translation>
    </message>
    <message>
        <source>The settings file cannot be read</source>
        <translation>Le fichier de paramètres ne peut pas être lu</translation>
    </message>
    <message>
        <source>The settings file has a mistake</source>
        <translation>Le fichier de paramètres contient une erreur</translation>
    </message>
    <message>
        <source>The settings file has a mistake in line {0}</source>
        <translation>Le fichier de paramètres contient une erreur à la ligne {0}</translation>
    </message>
    <message>
        <source>The settings were written by a newer VaultDesk</source>
        <translation>Les paramètres ont été écrits par un VaultDesk plus récent</translation>
    </message>
    <message>
        <source>The setting to start with the system could not be changed</source>
        <translation>Le réglage du lancement avec le système n’a pas pu être modifié</translation>
    </message>
    <message>
        <source>The system sets no known limit.</source>
        <translation>Le système ne fixe pas de limite connue.</translation>
    </message>
    <message>
        <source>The text contains a NUL character and cannot be saved.</source>
        <translation>Le texte contient un caractère NUL et ne peut pas être enregistré.</translation>
    </message>
    <message>
        <source>The text contains an incomplete character and cannot be saved.</source>
        <translation>Le texte contient un caractère incomplet et ne peut pas être enregistré.</translation>
    </message>
    <message>
        <source>The text is larger than {0} MB and was not saved.</source>
        <translation>Le texte dépasse {0} Mo et n’a pas été enregistré.</translation>
    </message>
    <message>
        <source>The text of these {0} notes, about {1}, leaves this computer for {2} at {3}.</source>
        <translation>Le texte de ces {0} notes, environ {1}, quitte cet ordinateur pour {2} à {3}.</translation>
    </message>
    <message>
        <source>The text of this note, about {0}, leaves this computer for {1} at {2}.</source>
        <translation>Le texte de cette note, environ {0}, quitte cet ordinateur pour {1} à {2}.</translation>
    </message>
    <message>
        <source>The text of {0} note stayed on this computer: it could not be reviewed.</source>
        <translation>Le texte de {0} note est resté sur cet ordinateur&#xa0;: il n’a pas pu être vérifié.</translation>
    </message>
    <message>
        <source>The text of {0} notes stayed on this computer: it could not be reviewed.</source>
        <translation>Le texte de {0} notes est resté sur cet ordinateur&#xa0;: il n’a pas pu être vérifié.</translation>
    </message>
    <message>
        <source>The test ended after {0} seconds. The remaining results are not known.</source>
        <translation>Le test a pris fin au bout de {0} secondes. Les résultats restants ne sont pas connus.</translation>
    </message>
    <message>
        <source>The vault cannot be opened for writing: {0}.</source>
        <translation>Le coffre ne peut pas être ouvert en écriture&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The vault&apos;s folder cannot be read.</source>
        <translation>Le dossier du coffre ne peut pas être lu.</translation>
    </message>
    <message>
        <source>The folder of the vault no longer exists.</source>
        <translation>Le dossier du coffre n’existe plus.</translation>
    </message>
    <message>
        <source>The connection uses the proxy {0}.</source>
        <translation>La connexion passe par le proxy {0}.</translation>
    </message>
    <message>
        <source>The words above leave this computer for {0}. You see what comes back before the model does.</source>
        <translation>Les mots ci-dessus quittent cet ordinateur pour {0}. Vous voyez ce qui revient avant le modèle.</translation>
    </message>
    <message>
        <source>There are no notes in {0}.</source>
        <translation>Il n’y a pas de notes dans {0}.</translation>
    </message>
    <message>
        <source>{0} was ignored: there are no words to search for.</source>
        <translation>{0} a été ignoré&#xa0;: il n’y a pas de mots à chercher.</translation>
    </message>
    <message>
        <source>The vault contains no symbolic links.</source>
        <translation>Le coffre ne contient aucun lien symbolique.</translation>
    </message>
    <message>
        <source>There are {0} notes of this name.</source>
        <translation>Il y a {0} notes de ce nom.</translation>
    </message>
    <message>
        <source>Available modes: {0}.</source>
        <translation>Modes disponibles&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>A spell checker is installed, but no dictionary.</source>
        <translation>Un correcteur est installé, mais aucun dictionnaire.</translation>
    </message>
    <message>
        <source>There is already a note “{0}” here.</source>
        <translation>Il y a déjà une note «&#xa0;{0}&#xa0;» ici.</translation>
    </message>
    <message>
        <source>There is already a note “{0}” there.</source>
        <translation>Il y a déjà une note «&#xa0;{0}&#xa0;» là.</translation>
    </message>
    <message>
        <source>A file or folder named “{0}” already exists here.</source>
        <translation>Un fichier ou dossier nommé «&#xa0;{0}&#xa0;» existe déjà ici.</translation>
    </message>
    <message>
        <source>A file or folder named “{0}” already exists.</source>
        <translation>Un fichier ou dossier nommé «&#xa0;{0}&#xa0;» existe déjà.</translation>
    </message>
    <message>
        <source>There is now another note “{0}” at its earlier path.</source>
        <translation>Une autre note «&#xa0;{0}&#xa0;» se trouve maintenant à son ancien chemin.</translation>
    </message>
    <message>
        <source>There is now another note “{0}” in its place.</source>
        <translation>Une autre note «&#xa0;{0}&#xa0;» a maintenant pris sa place.</translation>
    </message>
    <message>
        <source>There is no address yet.</source>
        <translation>Il n’y a pas encore d’adresse.</translation>
    </message>
    <message>
        <source>There is no agent {0}</source>
        <translation>Il n’y a pas d’agent {0}</translation>
    </message>
    <message>
        <source>The agent {0} no longer exists</source>
        <translation>L’agent {0} n’existe plus</translation>
    </message>
    <message>
        <source>Change {0} is not in the list of changes. It may have expired.</source>
        <translation>La modification {0} n’est pas dans la liste des modifications. Elle a peut-être expiré.</translation>
    </message>
    <message>
        <source>There is no chat “{0}”.</source>
        <translation>Il n’y a pas de discussion «&#xa0;{0}&#xa0;».</translation>
    </message>
    <message>
        <source>@time was ignored: the time is not available here.</source>
        <translation>@time a été ignoré&#xa0;: l’heure n’est pas disponible ici.</translation>
    </message>
    <message>
        <source>There is no folder “{0}”.</source>
        <translation>Il n’y a pas de dossier «&#xa0;{0}&#xa0;».</translation>
    </message>
    <message>
        <source>There is no key for {0}.</source>
        <translation>Il n’y a pas de clé pour {0}.</translation>
    </message>
    <message>
        <source>@memory was ignored: memory is not available here.</source>
        <translation>@memory a été ignoré&#xa0;: la mémoire n’est pas disponible ici.</translation>
    </message>
    <message>
        <source>There is no note or file “{0}” in the vault.</source>
        <translation>Il n’y a pas de note ni de fichier «&#xa0;{0}&#xa0;» dans le coffre.</translation>
    </message>
    <message>
        <source>There is no note “{0}”.</source>
        <translation>Il n’y a pas de note «&#xa0;{0}&#xa0;».</translation>
    </message>
    <message>
        <source>The search index cannot be created: {0}.</source>
        <translation>L’index de recherche ne peut pas être créé&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>There is no project {0}</source>
        <translation>Il n’y a pas de projet {0}</translation>
    </message>
    <message>
        <source>There is no provider {0}</source>
        <translation>Il n’y a pas de fournisseur {0}</translation>
    </message>
    <message>
        <source>There is no question to ask again.</source>
        <translation>Il n’y a pas de question à reposer.</translation>
    </message>
    <message>
        <source>There is no screen.</source>
        <translation>Il n’y a pas d’écran.</translation>
    </message>
    <message>
        <source>@vault was ignored: search in notes is not available here.</source>
        <translation>@vault a été ignoré&#xa0;: la recherche dans les notes n’est pas disponible ici.</translation>
    </message>
    <message>
        <source>Search in notes is not available here, so the model answers without them.</source>
        <translation>La recherche dans les notes n’est pas disponible ici&#xa0;; le modèle répond donc sans elles.</translation>
    </message>
    <message>
        <source>There is no session bus, so no message is shown while you work elsewhere.</source>
        <translation>Il n’y a pas de bus de session, aucune notification ne s’affiche donc pendant que vous travaillez ailleurs.</translation>
    </message>
    <message>
        <source>There is no setting {0}</source>
        <translation>Il n’y a pas de paramètre {0}</translation>
    </message>
    <message>
        <source>There is no such page at {0} ({1})</source>
        <translation>Page inexistante sur {0} ({1})</translation>
    </message>
    <message>
        <source>There is no text in this PDF</source>
        <translation>Il n’y a pas de texte dans ce PDF</translation>
    </message>
    <message>
        <source>There is no transcript of this video</source>
        <translation>Il n’y a pas de transcription de cette vidéo</translation>
    </message>
    <message>
        <source>There is no transcript of this video in {0}</source>
        <translation>Il n’y a pas de transcription de cette vidéo en {0}</translation>
    </message>
    <message>
        <source>There is no mode called {0}</source>
        <translation>Il n’y a pas de mode nommé {0}</translation>
    </message>
    <message>
        <source>@web was ignored: web search is not available here.</source>
        <translation>@web a été ignoré&#xa0;: la recherche Web n’est pas disponible ici.</translation>
    </message>
    <message>
        <source>There is no word to add.</source>
        <translation>Il n’y a pas de mot à ajouter.</translation>
    </message>
    <message>
        <source>{0} no longer exists</source>
        <translation>{0} n’existe plus</translation>
    </message>
    <message>
        <source>“{0}” is not in the list of changes. It may have expired.</source>
        <translation>«&#xa0;{0}&#xa0;» n’est pas dans la liste des modifications. L’entrée a peut-être expiré.</translation>
    </message>
    <message>
        <source>The request could not be reviewed, so nothing was sent</source>
        <translation>La requête n’a pas pu être vérifiée&#xa0;; rien n’a donc été envoyé</translation>
    </message>
    <message>
        <source>There is not enough memory for the search index.</source>
        <translation>Il n’y a pas assez de mémoire pour l’index de recherche.</translation>
    </message>
    <message>
        <source>There is nothing to preview</source>
        <translation>Il n’y a rien à prévisualiser</translation>
    </message>
    <message>
        <source>Available: {0}.</source>
        <translation>Disponible&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The passage could not be reviewed, so nothing was sent</source>
        <translation>Le passage n’a pas pu être vérifié&#xa0;; rien n’a donc été envoyé</translation>
    </message>
    <message>
        <source>There will be a note “{0}” already.</source>
        <translation>Il y aura déjà une note «&#xa0;{0}&#xa0;».</translation>
    </message>
    <message>
        <source>These files are larger than {0} MB together.</source>
        <translation>Ces fichiers font plus de {0} Mo ensemble.</translation>
    </message>
    <message>
        <source>Names are not case-sensitive: Plan and plan are one note.</source>
        <translation>Les noms ne sont pas sensibles à la casse&#xa0;: Plan et plan sont une seule note.</translation>
    </message>
    <message>
        <source>Names are case-sensitive; VaultDesk never creates two names that differ only in case.</source>
        <translation>Les noms sont sensibles à la casse&#xa0;; VaultDesk ne crée jamais deux noms qui ne diffèrent que par la casse.</translation>
    </message>
    <message>
        <source>This PDF cannot be read</source>
        <translation>Ce PDF ne peut pas être lu</translation>
    </message>
    <message>
        <source>This PDF cannot be shown</source>
        <translation>Ce PDF ne peut pas être affiché</translation>
    </message>
    <message>
        <source>This PDF is protected by a password</source>
        <translation>Ce PDF est protégé par un mot de passe</translation>
    </message>
    <message>
        <source>This address is longer than {0} characters</source>
        <translation>Cette adresse dépasse {0} caractères</translation>
    </message>
    <message>
        <source>This answer names no source from your notes.</source>
        <translation>Cette réponse ne cite aucune source de vos notes.</translation>
    </message>
    <message>
        <source>This answer was made with a private note, and the note of this chat is not private</source>
        <translation>Cette réponse a été faite avec une note privée, et la note de cette discussion n’est pas privée</translation>
    </message>
    <message>
        <source>This cannot be searched for: {0}.</source>
        <translation>Cette recherche n’est pas possible&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>This chat contains text from outside and from your notes: check everything that is sent or written.</source>
        <translation>Cette discussion contient du texte de l’extérieur et de vos notes&#xa0;: vérifiez tout ce qui est envoyé ou écrit.</translation>
    </message>
    <message>
        <source>This desktop shows a tray.</source>
        <translation>Ce bureau affiche une zone de notification.</translation>
    </message>
    <message>
        <source>This desktop shows no tray, so closing the last window ends VaultDesk.</source>
        <translation>Ce bureau n’affiche pas de zone de notification&#xa0;: fermer la dernière fenêtre quitte donc VaultDesk.</translation>
    </message>
    <message>
        <source>This file is not part of the request</source>
        <translation>Ce fichier ne fait pas partie de la demande</translation>
    </message>
    <message>
        <source>This is not the address of a YouTube video</source>
        <translation>Ce n’est pas l’adresse d’une vidéo sur YouTube</translation>
    </message>
    <message>
        <source>Start a new chat, attach less, or choose a model with a larger context window.</source>
        <translation>Commencez une nouvelle discussion, joignez moins de contenu, ou choisissez un modèle avec une fenêtre de contexte plus grande.</translation>
    </message>
    <message>
        <source>Start a new chat, or attach less.</source>
        <translation>Commencez une nouvelle discussion, ou joignez moins de contenu.</translation>
    </message>
    <message>
        <source>Switch on “Summarize long chats” in Settings, or start a new chat.</source>
        <translation>Activez «&#xa0;Résumer les longues discussions&#xa0;» dans Paramètres, ou commencez une nouvelle discussion.</translation>
    </message>
    <message>
        <source>The account at {0} is disabled</source>
        <translation>Le compte chez {0} est désactivé</translation>
    </message>
    <message>
        <source>The account at {0} may not use this model</source>
        <translation>Le compte chez {0} n’a pas le droit d’utiliser ce modèle</translation>
    </message>
    <message>
        <source>The answer is not in the required form, so the model is asked again.</source>
        <translation>La réponse n’a pas la forme demandée&#xa0;; le modèle est donc interrogé à nouveau.</translation>
    </message>
    <message>
        <source>The chat template of this model fails at {0}</source>
        <translation>Le gabarit de discussion de ce modèle échoue chez {0}</translation>
    </message>
    <message>
        <source>The content check of {0} rejected the question</source>
        <translation>Le contrôle de contenu de {0} a rejeté la question</translation>
    </message>
    <message>
        <source>The context window of {0} is too small for tools ({1} tokens)</source>
        <translation>La fenêtre de contexte de {0} est trop petite pour des outils ({1} jetons)</translation>
    </message>
    <message>
        <source>The context window of {0} is too small: it has {1} tokens, and a request takes {2} before the question</source>
        <translation>La fenêtre de contexte de {0} est trop petite&#xa0;: elle a {1} jetons, et une requête en prend {2} avant même la question</translation>
    </message>
    <message>
        <source>The daily limit of the account at {0} is reached</source>
        <translation>La limite quotidienne du compte chez {0} est atteinte</translation>
    </message>
    <message>
        <source>The key contains a line break</source>
        <translation>La clé contient un saut de ligne</translation>
    </message>
    <message>
        <source>The key contains a space</source>
        <translation>La clé contient un espace</translation>
    </message>
    <message>
        <source>The key contains an invisible character ({0})</source>
        <translation>La clé contient un caractère invisible ({0})</translation>
    </message>
    <message>
        <source>The key contains the character {0} ({1}), which is not allowed in a key</source>
        <translation>La clé contient le caractère {0} ({1}), qui n’est pas autorisé dans une clé</translation>
    </message>
    <message>
        <source>The key in {0} cannot be used.</source>
        <translation>La clé dans {0} ne peut pas être utilisée.</translation>
    </message>
    <message>
        <source>The key is empty</source>
        <translation>La clé est vide</translation>
    </message>
    <message>
        <source>The model called a tool, but tools are not available for this answer. The call was left out.</source>
        <translation>Le modèle a demandé un outil, mais cette réponse ne peut en utiliser aucun. Cette partie a été omise.</translation>
    </message>
    <message>
        <source>The model file {0} cannot be read: {1}</source>
        <translation>Le fichier de modèle {0} ne peut pas être lu&#xa0;: {1}</translation>
    </message>
    <message>
        <source>The model gave no answer. It is asked again.</source>
        <translation>Le modèle n’a donné aucune réponse. Il est interrogé une nouvelle fois.</translation>
    </message>
    <message>
        <source>The monthly limit of the account at {0} is reached</source>
        <translation>La limite mensuelle du compte chez {0} est atteinte</translation>
    </message>
    <message>
        <source>The offline assistant cannot answer in JSON or call a required tool</source>
        <translation>L’assistant hors ligne ne peut pas répondre en JSON ni appeler un outil imposé</translation>
    </message>
    <message>
        <source>The packaged program does not include it. Use Ollama or LM Studio instead.</source>
        <translation>Le programme empaqueté ne le contient pas. Utilisez plutôt Ollama ou LM Studio.</translation>
    </message>
    <message>
        <source>The process that runs {0} cannot be started: {1}</source>
        <translation>Le processus qui exécute {0} ne peut pas être démarré&#xa0;: {1}</translation>
    </message>
    <message>
        <source>The process that runs {0} ended unexpectedly</source>
        <translation>Le processus qui exécute {0} s’est terminé de façon inattendue</translation>
    </message>
    <message>
        <source>The properties at the top of the note would not be readable: {0}</source>
        <translation>Les propriétés en tête de la note ne pourraient plus être lues&#xa0;: {0}</translation>
    </message>
    <message>
        <source>The properties would begin at line {0}, so they would not be read any more. They must be the first lines of the note; put other text below the --- that closes them.</source>
        <translation>Les propriétés commenceraient à la ligne {0} et ne seraient donc plus lues. Elles doivent être les premières lignes de la note&#xa0;; placez tout autre texte sous le --- qui les ferme.</translation>
    </message>
    <message>
        <source>The provider&apos;s address contains a key</source>
        <translation>L’adresse du fournisseur contient une clé</translation>
    </message>
    <message>
        <source>The proxy for {0} requires a user name and password</source>
        <translation>Le proxy devant {0} demande un nom d’utilisateur et un mot de passe</translation>
    </message>
    <message>
        <source>The proxy {0} cannot be reached, so {1} was not asked</source>
        <translation>Le proxy {0} est injoignable&#xa0;; {1} n’a donc pas été interrogé</translation>
    </message>
    <message>
        <source>The question is too long for {0}: about {1} tokens, and {2} fit</source>
        <translation>La question est trop longue pour {0}&#xa0;: environ {1} jetons, et {2} tiennent</translation>
    </message>
    <message>
        <source>The request is larger than {0} lets this account send in one minute</source>
        <translation>La requête dépasse ce que {0} permet à ce compte d’envoyer en une minute</translation>
    </message>
    <message>
        <source>The request is too large for {0}</source>
        <translation>La requête est trop volumineuse pour {0}</translation>
    </message>
    <message>
        <source>The server does not parse the tool calls of {0}; VaultDesk does.</source>
        <translation>Le serveur ne lit pas les appels d’outils de {0}. VaultDesk les lit à sa place.</translation>
    </message>
    <message>
        <source>The usage limit of the account at {0} is reached</source>
        <translation>La limite d’utilisation du compte chez {0} est atteinte</translation>
    </message>
    <message>
        <source>The weekly limit of the account at {0} is reached</source>
        <translation>La limite hebdomadaire du compte chez {0} est atteinte</translation>
    </message>
    <message>
        <source>There is no model file {0}</source>
        <translation>Il n’y a pas de fichier de modèle {0}</translation>
    </message>
    <message>
        <source>There is not enough memory to load {0}</source>
        <translation>Il n’y a pas assez de mémoire pour charger {0}</translation>
    </message>
    <message>
        <source>This answer was not taken from your notes.</source>
        <translation>Cette réponse n’a pas été tirée de vos notes.</translation>
    </message>
    <message>
        <source>This change is not undone, so there is nothing to redo.</source>
        <translation>Cette modification n’est pas annulée&#xa0;; il n’y a donc rien à rétablir.</translation>
    </message>
    <message>
        <source>This is too long to be rewritten at once</source>
        <translation>C’est trop long pour être réécrit d’un coup</translation>
    </message>
    <message>
        <source>This change is already undone.</source>
        <translation>Cette modification est déjà annulée.</translation>
    </message>
    <message>
        <source>This link has an action that VaultDesk does not know</source>
        <translation>Ce lien demande une action que VaultDesk ne connaît pas</translation>
    </message>
    <message>
        <source>This link cannot be used</source>
        <translation>Ce lien ne peut pas être utilisé</translation>
    </message>
    <message>
        <source>This link refers to a vault that VaultDesk does not know</source>
        <translation>Ce lien désigne un coffre que VaultDesk ne connaît pas</translation>
    </message>
    <message>
        <source>This link matches several vaults of the same name</source>
        <translation>Ce lien correspond à plusieurs coffres du même nom</translation>
    </message>
    <message>
        <source>This model of {0} cannot see pictures</source>
        <translation>Ce modèle de {0} ne peut pas voir les images</translation>
    </message>
    <message>
        <source>This model of {0} cannot use tools</source>
        <translation>Ce modèle de {0} ne peut pas utiliser d’outils</translation>
    </message>
    <message>
        <source>This model of {0} is available through the Responses API only</source>
        <translation>Ce modèle de {0} n’est disponible que par l’API Responses</translation>
    </message>
    <message>
        <source>This model of {0} does not support system messages</source>
        <translation>Ce modèle de {0} n’accepte pas de message système</translation>
    </message>
    <message>
        <source># | ^ : %% [[ and ]] break links to it</source>
        <translation># | ^ : %% [[ et ]] empêchent d’y faire des liens</translation>
    </message>
    <message>
        <source>- and {0} more</source>
        <translation>- et {0} de plus</translation>
    </message>
    <message>
        <source>A note changed in the meantime, so nothing was done.</source>
        <translation>Une note a changé entre-temps&#xa0;; rien n’a donc été fait.</translation>
    </message>
    <message>
        <source>A part of it is outside the folders that may be changed, so nothing was written.</source>
        <translation>Une partie se trouve hors des dossiers qui peuvent être modifiés&#xa0;; rien n’a donc été écrit.</translation>
    </message>
    <message>
        <source>A rule of yours does not allow it.</source>
        <translation>Une de vos règles ne le permet pas.</translation>
    </message>
    <message>
        <source>A rule or a limit does not allow it.</source>
        <translation>Une règle ou une limite ne le permet pas.</translation>
    </message>
    <message>
        <source>Assistants may only read in this vault.</source>
        <translation>Dans ce coffre, les assistants peuvent seulement lire.</translation>
    </message>
    <message>
        <source>Changed by another program in the meantime, so nothing was written: {0}.</source>
        <translation>Modifiée entre-temps par un autre programme&#xa0;; rien n’a donc été écrit&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Choose a model in Settings for answers in its own words.</source>
        <translation>Pour des réponses formulées librement, choisissez un modèle dans Paramètres.</translation>
    </message>
    <message>
        <source>Closest in your notes: {0}.</source>
        <translation>Ce qui s’en rapproche le plus dans vos notes&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Deletions and changes of many notes are not allowed here.</source>
        <translation>Les suppressions ne sont pas autorisées ici, ni la modification de nombreuses notes à la fois.</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>C’est fait.</translation>
    </message>
    <message>
        <source>Download it in the Finder, then open it again.</source>
        <translation>Téléchargez le fichier dans le Finder, puis rouvrez-le.</translation>
    </message>
    <message>
        <source>Evaluate the base “{0}”</source>
        <translation>Évaluer la base «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>Found but not read: {0}.</source>
        <translation>Trouvées mais non lues&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Friday</source>
        <translation>vendredi</translation>
    </message>
    <message>
        <source>Hello. I am the built-in offline assistant: no model, no account, nothing leaves this computer. Ask about something in your notes, in words that occur in them, and I will quote what I find.</source>
        <translation>Bonjour. Je suis l’assistant hors ligne intégré&#xa0;: pas de modèle, pas de compte, rien ne quitte cet ordinateur. Posez une question sur vos notes avec des mots qui y figurent, et je citerai ce que je trouve.</translation>
    </message>
    <message>
        <source>The result cannot be read.</source>
        <translation>Le résultat ne peut pas être lu.</translation>
    </message>
    <message>
        <source>I searched for {0}.</source>
        <translation>J’ai cherché {0}.</translation>
    </message>
    <message>
        <source>I cannot search your notes: switch on tool calling for this vault in Settings, then ask again. In Chat mode notes are never searched.</source>
        <translation>Je ne peux pas chercher dans vos notes&#xa0;: activez l’appel d’outils pour ce coffre dans Paramètres, puis redemandez. En mode Discussion, aucune recherche n’est faite dans les notes.</translation>
    </message>
    <message>
        <source>Nothing is remembered about this.</source>
        <translation>Rien n’est mémorisé à ce sujet.</translation>
    </message>
    <message>
        <source>I will remember: {0}</source>
        <translation>Je m’en souviendrai&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Install it with: pip install pypdfium2.</source>
        <translation>Installez-le avec&#xa0;: pip install pypdfium2.</translation>
    </message>
    <message>
        <source>It affects a private note, so nothing was written.</source>
        <translation>Cela concerne une note privée&#xa0;; rien n’a donc été écrit.</translation>
    </message>
    <message>
        <source>It could not be read.</source>
        <translation>La lecture a échoué.</translation>
    </message>
    <message>
        <source>It could not be written.</source>
        <translation>L’écriture a échoué.</translation>
    </message>
    <message>
        <source>It is {0} on {1}, {2} ({3}).</source>
        <translation>Il est {0}, {1} {2} ({3}).</translation>
    </message>
    <message>
        <source>It is {0} on {1}, {2}.</source>
        <translation>Il est {0}, {1} {2}.</translation>
    </message>
    <message>
        <source>It was not tried, because an earlier change of the same answer failed.</source>
        <translation>Cela n’a pas été tenté, car une modification précédente de la même réponse a échoué.</translation>
    </message>
    <message>
        <source>It was too large.</source>
        <translation>C’était trop volumineux.</translation>
    </message>
    <message>
        <source>It would make a hidden comment visible to the model, so nothing was written.</source>
        <translation>Cela rendrait un commentaire masqué visible pour le modèle&#xa0;; rien n’a donc été écrit.</translation>
    </message>
    <message>
        <source>Left out by you: {0}.</source>
        <translation>Laissées de côté par vous&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Monday</source>
        <translation>lundi</translation>
    </message>
    <message>
        <source>No note found ({0}).</source>
        <translation>Aucune note trouvée ({0}).</translation>
    </message>
    <message>
        <source>No note found.</source>
        <translation>Aucune note trouvée.</translation>
    </message>
    <message>
        <source>There are no notes from that time.</source>
        <translation>Il n’y a pas de notes de cette période.</translation>
    </message>
    <message>
        <source>No note was changed at that time.</source>
        <translation>Aucune note n’a été modifiée à cette période.</translation>
    </message>
    <message>
        <source>Not written: {0}.</source>
        <translation>Non écrit&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Notes that are not on this computer: {0}. Until they are opened they are found only by their names.</source>
        <translation>Notes qui ne sont pas sur cet ordinateur&#xa0;: {0}. Tant qu’elles n’ont pas été ouvertes, elles ne sont trouvées que par leur nom.</translation>
    </message>
    <message>
        <source>Nothing was written to “{0}”.</source>
        <translation>Rien n’a été écrit dans «&#xa0;{0}&#xa0;».</translation>
    </message>
    <message>
        <source>One of your notes says:</source>
        <translation>Une de vos notes dit&#xa0;:</translation>
    </message>
    <message>
        <source>Query a base</source>
        <translation>Interroger une base</translation>
    </message>
    <message>
        <source>Saturday</source>
        <translation>samedi</translation>
    </message>
    <message>
        <source>Several notes have this name.</source>
        <translation>Plusieurs notes portent ce nom.</translation>
    </message>
    <message>
        <source>Sunday</source>
        <translation>dimanche</translation>
    </message>
    <message>
        <source>The call would have sent words of a private note.</source>
        <translation>L’appel aurait envoyé des mots d’une note privée.</translation>
    </message>
    <message>
        <source>The list could not be created.</source>
        <translation>La liste n’a pas pu être créée.</translation>
    </message>
    <message>
        <source>The model called the tool with invalid arguments and was told which.</source>
        <translation>Le modèle a appelé l’outil avec des arguments non valides et a été informé desquels.</translation>
    </message>
    <message>
        <source>The model has to read the note before it changes it, so nothing was written.</source>
        <translation>Le modèle doit lire la note avant de la modifier&#xa0;; rien n’a donc été écrit.</translation>
    </message>
    <message>
        <source>The note changed since the model read it, so nothing was written.</source>
        <translation>La note a changé depuis que le modèle l’a lue&#xa0;; rien n’a donc été écrit.</translation>
    </message>
    <message>
        <source>The note has no block ^{0}.</source>
        <translation>La note n’a pas de bloc ^{0}.</translation>
    </message>
    <message>
        <source>The note has no heading “{0}”.</source>
        <translation>La note n’a pas de titre «&#xa0;{0}&#xa0;».</translation>
    </message>
    <message>
        <source>The note {0} already has this value.</source>
        <translation>La note {0} a déjà cette valeur.</translation>
    </message>
    <message>
        <source>The note {0} was changed.</source>
        <translation>La note {0} a été modifiée.</translation>
    </message>
    <message>
        <source>The note {0} was created.</source>
        <translation>La note {0} a été créée.</translation>
    </message>
    <message>
        <source>The notes changed while you were asked, so nothing was written.</source>
        <translation>Les notes ont changé pendant que votre accord était demandé&#xa0;; rien n’a donc été écrit.</translation>
    </message>
    <message>
        <source>The request over the network failed.</source>
        <translation>La requête sur le réseau a échoué.</translation>
    </message>
    <message>
        <source>The search failed.</source>
        <translation>La recherche a échoué.</translation>
    </message>
    <message>
        <source>The settings of the agent do not allow this tool.</source>
        <translation>Les paramètres de l’agent n’autorisent pas cet outil.</translation>
    </message>
    <message>
        <source>The text to replace occurs {0} times in the note.</source>
        <translation>Le texte à remplacer figure {0} fois dans la note.</translation>
    </message>
    <message>
        <source>The text to replace is not in the note.</source>
        <translation>Le texte à remplacer ne figure pas dans la note.</translation>
    </message>
    <message>
        <source>The tool took too long, so it was stopped.</source>
        <translation>L’outil a mis trop de temps&#xa0;; il a donc été arrêté.</translation>
    </message>
    <message>
        <source>There is no such folder.</source>
        <translation>Ce dossier n’existe pas.</translation>
    </message>
    <message>
        <source>There is no such note.</source>
        <translation>Cette note n’existe pas.</translation>
    </message>
    <message>
        <source>There is no tool of this name.</source>
        <translation>Aucun outil ne porte ce nom.</translation>
    </message>
    <message>
        <source>These notes are from that time:</source>
        <translation>Ces notes datent de cette période&#xa0;:</translation>
    </message>
    <message>
        <source>These notes contain your words. I have no tool to read them:</source>
        <translation>Ces notes contiennent vos mots. Je n’ai pas d’outil pour les lire&#xa0;:</translation>
    </message>
    <message>
        <source>These notes were changed at that time:</source>
        <translation>Ces notes ont été modifiées à cette période&#xa0;:</translation>
    </message>
    <message>
        <source>This agent may only read.</source>
        <translation>Cet agent peut seulement lire.</translation>
    </message>
    <message>
        <source>Remembered about this:</source>
        <translation>Mémorisé à ce sujet&#xa0;:</translation>
    </message>
    <message>
        <source>This is the built-in offline assistant: it finds and quotes sentences from your notes, and does not reason. Choose a model in Settings for answers in its own words.</source>
        <translation>Ceci est l’assistant hors ligne intégré&#xa0;: il trouve et cite des phrases de vos notes, mais ne raisonne pas. Pour des réponses rédigées librement, choisissez un modèle dans Paramètres.</translation>
    </message>
    <message>
        <source>This note already has a property “{0}”</source>
        <translation>Cette note a déjà une propriété «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>This note is not a chat</source>
        <translation>Cette note n’est pas une discussion</translation>
    </message>
    <message>
        <source>This note is not a chat.</source>
        <translation>Cette note n’est pas une discussion.</translation>
    </message>
    <message>
        <source>This note is private: your rules ask each time before its text goes to a model.</source>
        <translation>Cette note est privée&#xa0;: vos règles demandent chaque fois avant que son texte n’aille à un modèle.</translation>
    </message>
    <message>
        <source>This page takes too long to display</source>
        <translation>Cette page met trop de temps à s’afficher</translation>
    </message>
    <message>
        <source>This regular expression is not valid or is too large.</source>
        <translation>Cette expression régulière n’est pas valide ou est trop grande.</translation>
    </message>
    <message>
        <source>This picture cannot be shown here.</source>
        <translation>Cette image ne peut pas être affichée ici.</translation>
    </message>
    <message>
        <source>This picture takes too long to display</source>
        <translation>Cette image met trop de temps à s’afficher</translation>
    </message>
    <message>
        <source>This question may use about {0}; {1} of {2} are left.</source>
        <translation>Cette question peut utiliser environ {0}&#xa0;; il reste {1} sur {2}.</translation>
    </message>
    <message>
        <source>This question was not sent: it would exceed your limit, {0}</source>
        <translation>Cette question n’a pas été envoyée&#xa0;: elle dépasserait votre limite, {0}</translation>
    </message>
    <message>
        <source>This removes or changes a private comment.</source>
        <translation>Cela supprime ou modifie un commentaire privé.</translation>
    </message>
    <message>
        <source>This removes {0} % of the note.</source>
        <translation>Cela supprime {0} % de la note.</translation>
    </message>
    <message>
        <source>This result is not part of the request</source>
        <translation>Ce résultat ne fait pas partie de la demande</translation>
    </message>
    <message>
        <source>This version of {0} does not accept tools</source>
        <translation>Cette version de {0} n’accepte pas d’outils</translation>
    </message>
    <message>
        <source>The built-in tools of this version of {0} cannot be switched off</source>
        <translation>Les outils intégrés de cette version de {0} ne peuvent pas être désactivés</translation>
    </message>
    <message>
        <source>This video does not exist or is private</source>
        <translation>Cette vidéo n’existe pas ou est privée</translation>
    </message>
    <message>
        <source>This change was not made, so there is nothing to undo.</source>
        <translation>Cette modification n’a pas été faite&#xa0;; il n’y a donc rien à annuler.</translation>
    </message>
    <message>
        <source>Thursday</source>
        <translation>jeudi</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Date et heure</translation>
    </message>
    <message>
        <source>Today’s note could not be written.</source>
        <translation>La note du jour n’a pas pu être écrite.</translation>
    </message>
    <message>
        <source>Too long to be sent completely: {0}. The model is told.</source>
        <translation>Trop long pour être envoyé en entier&#xa0;: {0}. Le modèle en est informé.</translation>
    </message>
    <message>
        <source>Too many calls, or the same one again, within a short time.</source>
        <translation>Trop d’appels en peu de temps, ou plusieurs fois le même.</translation>
    </message>
    <message>
        <source>Tools are off in Settings.</source>
        <translation>Les outils sont désactivés dans Paramètres.</translation>
    </message>
    <message>
        <source>Tools are switched off for this vault, so {0} answers without your notes.</source>
        <translation>Les outils sont désactivés pour ce coffre&#xa0;; {0} répond donc sans vos notes.</translation>
    </message>
    <message>
        <source>Tools are switched off for this vault.</source>
        <translation>Les outils sont désactivés pour ce coffre.</translation>
    </message>
    <message>
        <source>Text-based tools, &lt;tool_call&gt;: {0}</source>
        <translation>Outils en texte, &lt;tool_call&gt;&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Text-based tools, &lt;use_tool&gt;: {0}</source>
        <translation>Outils en texte, &lt;use_tool&gt;&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Native tool calls: {0}</source>
        <translation>Appels d’outils natifs&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Native tool calls: {0} (it rejected the tools)</source>
        <translation>Appels d’outils natifs&#xa0;: {0} (il a refusé les outils)</translation>
    </message>
    <message>
        <source>Native tool calls: {0} (its server does not pass the tools on)</source>
        <translation>Appels d’outils natifs&#xa0;: {0} (son serveur ne transmet pas les outils)</translation>
    </message>
    <message>
        <source>Transcript of a video</source>
        <translation>Transcription d’une vidéo</translation>
    </message>
    <message>
        <source>@youtube was ignored: video transcripts are not available here.</source>
        <translation>@youtube a été ignoré&#xa0;: les transcriptions de vidéos ne sont pas disponibles ici.</translation>
    </message>
    <message>
        <source>Try &apos;{&quot;query&quot;: &quot;boiler&quot;}&apos;.</source>
        <translation>Essayez &apos;{&quot;query&quot;: &quot;boiler&quot;}&apos;.</translation>
    </message>
    <message>
        <source>Try again in a minute.</source>
        <translation>Réessayez dans une minute.</translation>
    </message>
    <message>
        <source>Try again in a few minutes, or choose another engine in Settings, Web.</source>
        <translation>Réessayez dans quelques minutes, ou choisissez un autre moteur dans Paramètres, Web.</translation>
    </message>
    <message>
        <source>Try again later, or choose another page.</source>
        <translation>Réessayez plus tard, ou choisissez une autre page.</translation>
    </message>
    <message>
        <source>Try again later, or from another network.</source>
        <translation>Réessayez plus tard, ou depuis un autre réseau.</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Réessayez plus tard.</translation>
    </message>
    <message>
        <source>None of it was used. Try again later.</source>
        <translation>Rien n’en a été utilisé. Réessayez plus tard.</translation>
    </message>
    <message>
        <source>Try again later; the file may have moved.</source>
        <translation>Réessayez plus tard&#xa0;; le fichier a peut-être été déplacé.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Réessayez.</translation>
    </message>
    <message>
        <source>Tuesday</source>
        <translation>mardi</translation>
    </message>
    <message>
        <source>Two calls in one answer: {0}</source>
        <translation>Deux appels en une réponse&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Two computers changed a note at the same time. The copies are marked in the file list: merge the two, then delete the copy.</source>
        <translation>Deux ordinateurs ont modifié une note en même temps. Les copies sont signalées dans la liste des fichiers&#xa0;: fusionnez les deux, puis supprimez la copie.</translation>
    </message>
    <message>
        <source>Two of these have the same name.</source>
        <translation>Deux d’entre eux portent le même nom.</translation>
    </message>
    <message>
        <source>Enter it again in Settings, Web.</source>
        <translation>Saisissez-la à nouveau dans Paramètres, Web.</translation>
    </message>
    <message>
        <source>Type one.</source>
        <translation>Saisissez-en un.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Undo of “{0}”</source>
        <translation>Annulation de «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>Unlock or install a keyring, or set the key in the environment.</source>
        <translation>Déverrouillez ou installez un trousseau, ou placez la clé dans l’environnement.</translation>
    </message>
    <message>
        <source>Unlock the keyring, or set the key in an environment variable.</source>
        <translation>Déverrouillez le trousseau, ou définissez la clé dans une variable d’environnement.</translation>
    </message>
    <message>
        <source>Unpack it and choose the folder.</source>
        <translation>Décompressez-la et choisissez le dossier.</translation>
    </message>
    <message>
        <source>Update it with: npm install -g @openai/codex@latest.</source>
        <translation>Mettez-le à jour avec&#xa0;: npm install -g @openai/codex@latest.</translation>
    </message>
    <message>
        <source>Update the server or the model, or choose another model.</source>
        <translation>Mettez à jour le serveur ou le modèle, ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>Update VaultDesk to continue the chat; as a note it can be read anywhere.</source>
        <translation>Mettez VaultDesk à jour pour continuer la discussion&#xa0;; comme note, elle peut être lue partout.</translation>
    </message>
    <message>
        <source>Update VaultDesk to change settings. {0} was not changed.{1}</source>
        <translation>Mettez VaultDesk à jour pour changer les paramètres. {0} n’a pas été modifié.{1}</translation>
    </message>
    <message>
        <source>Use `vaultdesk chat`, or start it from a desktop session.</source>
        <translation>Utilisez `vaultdesk chat`, ou lancez-le depuis une session de bureau.</translation>
    </message>
    <message>
        <source>Use a Python whose SQLite has FTS5.</source>
        <translation>Utilisez un Python dont SQLite a FTS5.</translation>
    </message>
    <message>
        <source>Use a short name on one line.</source>
        <translation>Utilisez un nom court sur une seule ligne.</translation>
    </message>
    <message>
        <source>Use ibus, or a desktop on Wayland, which passes the input method on by itself.</source>
        <translation>Utilisez ibus, ou un bureau sous Wayland, qui transmet la méthode de saisie de lui-même.</translation>
    </message>
    <message>
        <source>Use {0} in “{1}” without asking</source>
        <translation>Utiliser {0} dans «&#xa0;{1}&#xa0;» sans demander</translation>
    </message>
    <message>
        <source>Use {0} without asking</source>
        <translation>Utiliser {0} sans demander</translation>
    </message>
    <message>
        <source>Use “{0}” in the path.</source>
        <translation>Utilisez «&#xa0;{0}&#xa0;» dans le chemin.</translation>
    </message>
    <message>
        <source>Uses all tools: {0}.</source>
        <translation>Utilise tous les outils&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Uses the chat&apos;s model. Its note is sent with each question.</source>
        <translation>Utilise le modèle de la discussion. Sa note est envoyée avec chaque question.</translation>
    </message>
    <message>
        <source>Uses the model {0}, regardless of the chat&apos;s model. Its note is sent with each question.</source>
        <translation>Utilise le modèle {0}, quel que soit celui de la discussion. Sa note est envoyée avec chaque question.</translation>
    </message>
    <message>
        <source>Uses these tools: {0}.</source>
        <translation>Utilise ces outils&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>VaultDesk ended normally.</source>
        <translation>VaultDesk s’est fermé normalement.</translation>
    </message>
    <message>
        <source>VaultDesk ended unexpectedly on {0}.</source>
        <translation>VaultDesk s’est fermé de façon inattendue le {0}.</translation>
    </message>
    <message>
        <source>VaultDesk uses text-based tools with it.</source>
        <translation>VaultDesk utilise avec lui des outils en texte.</translation>
    </message>
    <message>
        <source>Verify the organization in the account at the provider, or choose another model.</source>
        <translation>Faites vérifier l’organisation dans votre compte chez ce fournisseur, ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulaire</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>Web</translation>
    </message>
    <message>
        <source>Wednesday</source>
        <translation>mercredi</translation>
    </message>
    <message>
        <source>The Tavily quota of this key is used up</source>
        <translation>Le quota Tavily de cette clé est épuisé</translation>
    </message>
    <message>
        <source>The download is not an update file</source>
        <translation>Le fichier téléchargé n’est pas un fichier de mise à jour</translation>
    </message>
    <message>
        <source>The download is too large for an update file</source>
        <translation>Le fichier téléchargé est trop grand pour un fichier de mise à jour</translation>
    </message>
    <message>
        <source>The PDF renderer is not installed; a PDF opens in another program.</source>
        <translation>Le moteur d’affichage des PDF n’est pas installé&#xa0;; un PDF s’ouvre dans un autre programme.</translation>
    </message>
    <message>
        <source>The content at {0} is not text but {1}</source>
        <translation>Le contenu à l’adresse {0} n’est pas du texte mais {1}</translation>
    </message>
    <message>
        <source>What is found leaves this computer for {0} at {1}: names of notes and short pieces of their text.</source>
        <translation>Ce qui est trouvé quitte cet ordinateur pour {0} à {1}&#xa0;: des noms de notes et de courts extraits de leur texte.</translation>
    </message>
    <message>
        <source>Its requests are shown to you first, according to your permissions.</source>
        <translation>Ses requêtes vous sont d’abord montrées, selon vos autorisations.</translation>
    </message>
    <message>
        <source>The text of its note is sent with each question.</source>
        <translation>Le texte de sa note est envoyé avec chaque question.</translation>
    </message>
    <message>
        <source>The record of sent data cannot be written: {0}.</source>
        <translation>Le registre des données envoyées ne peut pas être écrit&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The record of sent data cannot be read: {0}.</source>
        <translation>Le registre des données envoyées ne peut pas être lu&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The quota of this key at {0} is used up</source>
        <translation>Le quota de cette clé chez {0} est épuisé</translation>
    </message>
    <message>
        <source>Add the address of the video after @youtube.</source>
        <translation>Ajoutez l’adresse de la vidéo après @youtube.</translation>
    </message>
    <message>
        <source>Windows does not allow &lt; &gt; &quot; ? and * in a name</source>
        <translation>Windows n’autorise pas &lt; &gt; &quot; ? et * dans un nom</translation>
    </message>
    <message>
        <source>Windows reserves this name for a device</source>
        <translation>Windows réserve ce nom à un périphérique</translation>
    </message>
    <message>
        <source>Windows reported: {0}.</source>
        <translation>Windows indique&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Removing the tag would change the meaning of a line of the note</source>
        <translation>Retirer l’étiquette changerait le sens d’une ligne de la note</translation>
    </message>
    <message>
        <source>Works with the notes of one project and its instructions.</source>
        <translation>Travaille avec les notes d’un projet et ses instructions.</translation>
    </message>
    <message>
        <source>Works step by step with tools until it can answer.</source>
        <translation>Travaille pas à pas avec des outils jusqu’à pouvoir répondre.</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Écrire</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Écrire une note</translation>
    </message>
    <message>
        <source>Write it as chat.model or vaults.&quot;/my/notes&quot;.tool_calling.</source>
        <translation>Écrivez-le comme chat.model ou vaults.&quot;/my/notes&quot;.tool_calling.</translation>
    </message>
    <message>
        <source>Write it as https://host/path, without a user name.</source>
        <translation>Écrivez-la comme https://host/path, sans nom d’utilisateur.</translation>
    </message>
    <message>
        <source>Write it as {0}/MODEL, or choose one in Settings.</source>
        <translation>Écrivez-le comme {0}/MODEL, ou choisissez-en un dans Paramètres.</translation>
    </message>
    <message>
        <source>Enter it in Settings, Web.</source>
        <translation>Saisissez-la dans Paramètres, Web.</translation>
    </message>
    <message>
        <source>Use an address such as http://localhost:1234/v1 or https://api.example.com/v1.</source>
        <translation>Utilisez une adresse comme http://localhost:1234/v1 ou https://api.example.com/v1.</translation>
    </message>
    <message>
        <source>Enter it, for example http://localhost:8080/v1.</source>
        <translation>Saisissez-la, par exemple http://localhost:8080/v1.</translation>
    </message>
    <message>
        <source>Enter the complete address, such as https://example.org/page.</source>
        <translation>Saisissez l’adresse complète, comme https://example.org/page.</translation>
    </message>
    <message>
        <source>Enter the new address in {0}.</source>
        <translation>Saisissez la nouvelle adresse dans {0}.</translation>
    </message>
    <message>
        <source>Spell the word differently.</source>
        <translation>Écrivez le mot autrement.</translation>
    </message>
    <message>
        <source>Writing notes</source>
        <translation>Écriture de notes</translation>
    </message>
    <message>
        <source>Your approval could not be requested, so nothing was sent</source>
        <translation>Votre approbation n’a pas pu être demandée&#xa0;; rien n’a donc été envoyé</translation>
    </message>
    <message>
        <source>You did not ask for this to be remembered. It would be used in every later chat.</source>
        <translation>Vous n’avez pas demandé que ce soit mémorisé. Cela servirait dans chaque discussion ultérieure.</translation>
    </message>
    <message>
        <source>You declined this request, so nothing was sent</source>
        <translation>Vous avez refusé cette requête&#xa0;; rien n’a donc été envoyé</translation>
    </message>
    <message>
        <source>You withheld the passage, so nothing was sent</source>
        <translation>Vous avez retenu le passage&#xa0;; rien n’a donc été envoyé</translation>
    </message>
    <message>
        <source>The answer of YouTube has an unknown format</source>
        <translation>La réponse de YouTube a un format inconnu</translation>
    </message>
    <message>
        <source>YouTube did not answer in time</source>
        <translation>YouTube n’a pas répondu à temps</translation>
    </message>
    <message>
        <source>YouTube did not answer the request for this video</source>
        <translation>YouTube n’a pas répondu à la requête pour cette vidéo</translation>
    </message>
    <message>
        <source>YouTube does not play this video</source>
        <translation>YouTube ne lit pas cette vidéo</translation>
    </message>
    <message>
        <source>YouTube redirects to {0}, which is not followed</source>
        <translation>YouTube redirige vers {0}, et cette redirection n’est pas suivie</translation>
    </message>
    <message>
        <source>YouTube shows this video only to signed-in users</source>
        <translation>YouTube ne montre cette vidéo qu’aux utilisateurs connectés</translation>
    </message>
    <message>
        <source>YouTube blocks automated requests from this computer</source>
        <translation>YouTube bloque les requêtes automatiques de cet ordinateur</translation>
    </message>
    <message>
        <source>Your notes are as they were saved. Details are in {0}, which contains no note text.</source>
        <translation>Vos notes sont telles qu’enregistrées. Les détails sont dans {0}, qui ne contient aucun texte de note.</translation>
    </message>
    <message>
        <source>Your notes contain nothing about this.</source>
        <translation>Vos notes ne contiennent rien à ce sujet.</translation>
    </message>
    <message>
        <source>Your notes contain nothing about this. I searched for {0}.</source>
        <translation>Vos notes ne contiennent rien à ce sujet. J’ai cherché {0}.</translation>
    </message>
    <message>
        <source>Your notes from that time say:</source>
        <translation>Vos notes de cette période disent&#xa0;:</translation>
    </message>
    <message>
        <source>Your notes say:</source>
        <translation>Vos notes disent&#xa0;:</translation>
    </message>
    <message>
        <source>Your question was not lost. Send it again, or remove notes from it.</source>
        <translation>Votre question n’est pas perdue. Renvoyez-la, ou retirez-en des notes.</translation>
    </message>
    <message>
        <source>`vaultdesk index` lists them with the reasons. Give them other names.</source>
        <translation>`vaultdesk index` en donne la liste avec les raisons. Donnez-leur d’autres noms.</translation>
    </message>
    <message>
        <source>a model elsewhere reads notes for their meaning</source>
        <translation>un modèle hors de cet ordinateur indexe les notes pour la recherche par le sens</translation>
    </message>
    <message>
        <source>a part of it is not JSON</source>
        <translation>une partie n’est pas du JSON</translation>
    </message>
    <message>
        <source>a part of it is not an object</source>
        <translation>une partie n’est pas un objet</translation>
    </message>
    <message>
        <source>a part of it has no type</source>
        <translation>une partie n’a pas de type</translation>
    </message>
    <message>
        <source>a rejected handshake</source>
        <translation>un refus de la négociation</translation>
    </message>
    <message>
        <source>a rejected handshake ({0})</source>
        <translation>un refus de la négociation ({0})</translation>
    </message>
    <message>
        <source>a stream that does not begin with a message</source>
        <translation>un flux qui ne commence pas par un message</translation>
    </message>
    <message>
        <source>a stream that is not a response</source>
        <translation>un flux qui n’est pas une réponse</translation>
    </message>
    <message>
        <source>a tool call in it is longer than {0} characters</source>
        <translation>un appel d’outil qu’elle contient dépasse {0} caractères</translation>
    </message>
    <message>
        <source>a tool call in it names no tool</source>
        <translation>un appel d’outil y figure sans nommer d’outil</translation>
    </message>
    <message>
        <source>a web page</source>
        <translation>une page web</translation>
    </message>
    <message>
        <source>a web page (status {0})</source>
        <translation>une page web (statut {0})</translation>
    </message>
    <message>
        <source>adds tags to the properties of a note.</source>
        <translation>ajoute des étiquettes aux propriétés d’une note.</translation>
    </message>
    <message>
        <source>adds {0}</source>
        <translation>ajoute {0}</translation>
    </message>
    <message>
        <source>another program is writing to this vault.</source>
        <translation>un autre programme écrit dans ce coffre.</translation>
    </message>
    <message>
        <source>fetches the transcript of a video from YouTube. You see it before the model does.</source>
        <translation>récupère la transcription d’une vidéo sur YouTube. Vous la voyez avant le modèle.</translation>
    </message>
    <message>
        <source>fetches one page from a web site. You see its text before the model does.</source>
        <translation>récupère une page d’un site Web. Vous voyez son texte avant le modèle.</translation>
    </message>
    <message>
        <source>by a rule that cannot be read</source>
        <translation>par une règle illisible</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>par son nom</translation>
    </message>
    <message>
        <source>changes one part of a note and leaves the rest as it is.</source>
        <translation>modifie une partie d’une note et laisse le reste tel quel.</translation>
    </message>
    <message>
        <source>changes properties at the head of a note and leaves every other line as it is.</source>
        <translation>modifie des propriétés en tête d’une note et laisse toutes les autres lignes telles quelles.</translation>
    </message>
    <message>
        <source>compares the search index with your notes; the notes are not changed.</source>
        <translation>compare l’index de recherche à vos notes&#xa0;; les notes ne sont pas modifiées.</translation>
    </message>
    <message>
        <source>creates a note, or replaces or extends the text of an existing one.</source>
        <translation>crée une note, ou remplace ou complète le texte d’une note existante.</translation>
    </message>
    <message>
        <source>evaluates a view of a base and gives its rows to the model.</source>
        <translation>évalue une vue d’une base et donne ses lignes au modèle.</translation>
    </message>
    <message>
        <source>every note</source>
        <translation>toutes les notes</translation>
    </message>
    <message>
        <source>every tool</source>
        <translation>tous les outils</translation>
    </message>
    <message>
        <source>finished tasks</source>
        <translation>tâches faites</translation>
    </message>
    <message>
        <source>found for “{0}”</source>
        <translation>trouvé pour «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>would change nothing; the reason that the model is given may repeat words of your notes.</source>
        <translation>ne changerait rien&#xa0;; la raison donnée au modèle peut répéter des mots de vos notes.</translation>
    </message>
    <message>
        <source>gives names, sizes and dates of the notes in a folder to the model.</source>
        <translation>donne au modèle les noms, tailles et dates des notes d’un dossier.</translation>
    </message>
    <message>
        <source>gives the links of a note, and the lines in other notes that link to it, to the model.</source>
        <translation>donne au modèle les liens d’une note, et les lignes d’autres notes qui y renvoient.</translation>
    </message>
    <message>
        <source>gives the names of notes and how they are linked to the model.</source>
        <translation>donne au modèle les noms des notes et la façon dont elles sont liées.</translation>
    </message>
    <message>
        <source>gives the names of your folders and notes to the model.</source>
        <translation>donne au modèle les noms de vos dossiers et de vos notes.</translation>
    </message>
    <message>
        <source>hidden files and folders are not notes</source>
        <translation>les fichiers et dossiers cachés ne sont pas des notes</translation>
    </message>
    <message>
        <source>in this vault</source>
        <translation>dans ce coffre</translation>
    </message>
    <message>
        <source>in {0}</source>
        <translation>dans {0}</translation>
    </message>
    <message>
        <source>is complete. The model has not received any of it yet; it reads what you leave ticked.</source>
        <translation>est terminé. Le modèle n’en a encore rien reçu&#xa0;; il lit ce que vous laissez coché.</translation>
    </message>
    <message>
        <source>it announces a tool call but contains none</source>
        <translation>elle annonce un appel d’outil et n’en contient pas</translation>
    </message>
    <message>
        <source>it asks for more than {0} tools at once</source>
        <translation>elle demande plus de {0} outils à la fois</translation>
    </message>
    <message>
        <source>it did not start a thread</source>
        <translation>elle n’a commencé aucun fil</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>lecture impossible</translation>
    </message>
    <message>
        <source>it could not be opened</source>
        <translation>il n’a pas pu être ouvert</translation>
    </message>
    <message>
        <source>it did not start in time</source>
        <translation>il n’a pas démarré à temps</translation>
    </message>
    <message>
        <source>it does not respond</source>
        <translation>il ne répond pas</translation>
    </message>
    <message>
        <source>the stored key could not be read back</source>
        <translation>la clé enregistrée n’a pas pu être relue</translation>
    </message>
    <message>
        <source>it does not start at the vault&apos;s root</source>
        <translation>le chemin ne part pas de la racine du coffre</translation>
    </message>
    <message>
        <source>it ended with {0}</source>
        <translation>elle s’est terminée par {0}</translation>
    </message>
    <message>
        <source>it failed</source>
        <translation>cela a échoué</translation>
    </message>
    <message>
        <source>it continues without any content</source>
        <translation>elle continue sans aucun contenu</translation>
    </message>
    <message>
        <source>it has a backslash</source>
        <translation>le chemin contient une barre oblique inverse</translation>
    </message>
    <message>
        <source>it has an empty name</source>
        <translation>le chemin contient un nom vide</translation>
    </message>
    <message>
        <source>it has control characters</source>
        <translation>le chemin contient des caractères de contrôle</translation>
    </message>
    <message>
        <source>it has invisible characters</source>
        <translation>le nom contient des caractères invisibles</translation>
    </message>
    <message>
        <source>it does not contain one vector for each text</source>
        <translation>elle ne contient pas un vecteur pour chaque texte</translation>
    </message>
    <message>
        <source>it contains too many items</source>
        <translation>elle contient trop d’éléments</translation>
    </message>
    <message>
        <source>it contains too many or too long items</source>
        <translation>elle contient des éléments trop nombreux ou trop longs</translation>
    </message>
    <message>
        <source>it is a link, or no regular file</source>
        <translation>lien, ou fichier qui n’est pas ordinaire</translation>
    </message>
    <message>
        <source>it is a Windows short name that may refer to a hidden folder</source>
        <translation>c’est un nom court de Windows, qui peut désigner un dossier caché</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>elle est vide</translation>
    </message>
    <message>
        <source>it is larger than the file system allows.</source>
        <translation>elle est plus grande que ce que permet le système de fichiers.</translation>
    </message>
    <message>
        <source>it is locked</source>
        <translation>il est verrouillé</translation>
    </message>
    <message>
        <source>it is longer than {0} bytes</source>
        <translation>le nom dépasse {0} octets</translation>
    </message>
    <message>
        <source>it is more than {0} folders deep</source>
        <translation>à plus de {0} dossiers de profondeur</translation>
    </message>
    <message>
        <source>it is not UTF-8 text</source>
        <translation>elle n’est pas du texte UTF-8</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>elle est trop longue</translation>
    </message>
    <message>
        <source>it refused to delete the key</source>
        <translation>il a refusé de supprimer la clé</translation>
    </message>
    <message>
        <source>it refused to store the key</source>
        <translation>il a refusé d’enregistrer la clé</translation>
    </message>
    <message>
        <source>it started but reported nothing</source>
        <translation>il a démarré mais n’a rien signalé</translation>
    </message>
    <message>
        <source>it starts at a home folder</source>
        <translation>le chemin part d’un dossier personnel</translation>
    </message>
    <message>
        <source>it starts or ends with a space or a dot</source>
        <translation>le nom commence ou se termine par un espace ou un point</translation>
    </message>
    <message>
        <source>it only reports that the model was loaded</source>
        <translation>elle indique seulement que le modèle a été chargé</translation>
    </message>
    <message>
        <source>it only reports that the model was unloaded</source>
        <translation>elle indique seulement que le modèle a été déchargé</translation>
    </message>
    <message>
        <source>it contains two different versions of the arguments of a tool call</source>
        <translation>elle contient deux versions différentes des arguments d’un appel d’outil</translation>
    </message>
    <message>
        <source>its parts are out of order</source>
        <translation>ses parties sont dans le désordre</translation>
    </message>
    <message>
        <source>finds notes by words, folder, tags, properties and dates and gives short excerpts to the model.</source>
        <translation>trouve des notes par mots, dossier, étiquettes, propriétés et dates, et en donne de courts extraits au modèle.</translation>
    </message>
    <message>
        <source>finds the passages of your notes that answer a question and gives them to the model.</source>
        <translation>trouve les passages de vos notes qui répondent à une question et les donne au modèle.</translation>
    </message>
    <message>
        <source>searches the names and the text of your notes and gives short excerpts to the model.</source>
        <translation>cherche dans les noms et le texte de vos notes et en donne de courts extraits au modèle.</translation>
    </message>
    <message>
        <source>searches your earlier chats and your memory note and gives passages to the model.</source>
        <translation>cherche dans vos discussions antérieures et votre note de mémoire et donne des passages au modèle.</translation>
    </message>
    <message>
        <source>looks up which of its tools the model can use for a task; reads no notes.</source>
        <translation>cherche lesquels de ses outils le modèle peut utiliser pour une tâche&#xa0;; ne lit aucune note.</translation>
    </message>
    <message>
        <source>creates a note for a word that you want to learn.</source>
        <translation>crée une note pour un mot que vous voulez apprendre.</translation>
    </message>
    <message>
        <source>creates a note from one of your templates, or adds a template to a note.</source>
        <translation>crée une note à partir d’un de vos modèles, ou ajoute un modèle à une note.</translation>
    </message>
    <message>
        <source>moves to {0}</source>
        <translation>déplace vers {0}</translation>
    </message>
    <message>
        <source>must be a list of names (numbers in quotes). Remove it for {0}, write [] for none</source>
        <translation>doit être une liste de noms (nombres entre guillemets). Retirez-le pour {0}, écrivez [] pour aucun</translation>
    </message>
    <message>
        <source>must be a whole number from {0}</source>
        <translation>doit être un nombre entier à partir de {0}</translation>
    </message>
    <message>
        <source>must be one of {0}</source>
        <translation>doit être l’un de {0}</translation>
    </message>
    <message>
        <source>must be text</source>
        <translation>doit être du texte</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>doit être true ou false</translation>
    </message>
    <message>
        <source>must be written as provider/name, or removed to use the chat&apos;s model</source>
        <translation>doit être écrit fournisseur/nom, ou retiré pour le modèle de la discussion</translation>
    </message>
    <message>
        <source>named by the model</source>
        <translation>nommée par le modèle</translation>
    </message>
    <message>
        <source>names a model that is not available. {0}</source>
        <translation>nomme un modèle qui n’est pas disponible. {0}</translation>
    </message>
    <message>
        <source>names an unknown tool: {0}</source>
        <translation>nomme un outil inconnu&#xa0;: {0}</translation>
    </message>
    <message>
        <source>names an unknown tool: {0} (did you mean {1}?)</source>
        <translation>nomme un outil inconnu&#xa0;: {0} (vouliez-vous dire {1}&#xa0;?)</translation>
    </message>
    <message>
        <source>names a folder that is not in the vault: “{0}”</source>
        <translation>nomme un dossier absent du coffre&#xa0;: «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>no</source>
        <translation>non</translation>
    </message>
    <message>
        <source>no answer at this address (status {0})</source>
        <translation>aucune réponse à cette adresse (statut {0})</translation>
    </message>
    <message>
        <source>no message</source>
        <translation>aucun message</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>inconnu</translation>
    </message>
    <message>
        <source>not tagged {0}</source>
        <translation>sans l’étiquette {0}</translation>
    </message>
    <message>
        <source>an event in it is too long</source>
        <translation>un événement qu’elle contient est trop long</translation>
    </message>
    <message>
        <source>a line in it is too long</source>
        <translation>une ligne qu’elle contient est trop longue</translation>
    </message>
    <message>
        <source>open tasks</source>
        <translation>tâches à faire</translation>
    </message>
    <message>
        <source>perhaps: the note cannot be read</source>
        <translation>peut-être&#xa0;: la note ne peut pas être lue</translation>
    </message>
    <message>
        <source>perhaps: the note no longer exists</source>
        <translation>peut-être&#xa0;: la note n’existe plus</translation>
    </message>
    <message>
        <source>finds notes by properties, tags, folders, dates and links, and gives a table to the model.</source>
        <translation>trouve des notes par propriétés, étiquettes, dossiers, dates et liens, et donne un tableau au modèle.</translation>
    </message>
    <message>
        <source>asks you a question with choices and gives your answer to the model.</source>
        <translation>vous pose une question avec des choix et donne votre réponse au modèle.</translation>
    </message>
    <message>
        <source>reads, creates or extends the daily note of a day, by your settings for daily notes.</source>
        <translation>lit, crée ou complète la note d’un jour, selon vos réglages des notes du jour.</translation>
    </message>
    <message>
        <source>removes {0}</source>
        <translation>retire {0}</translation>
    </message>
    <message>
        <source>renames or moves a note and repairs the links to it.</source>
        <translation>renomme ou déplace une note et répare les liens vers elle.</translation>
    </message>
    <message>
        <source>renames {0} to {1}</source>
        <translation>renomme {0} en {1}</translation>
    </message>
    <message>
        <source>repairs {0} link to the new name</source>
        <translation>répare {0} lien vers le nouveau nom</translation>
    </message>
    <message>
        <source>repairs {0} links to the new name</source>
        <translation>répare {0} liens vers le nouveau nom</translation>
    </message>
    <message>
        <source>sets {0}</source>
        <translation>définit {0}</translation>
    </message>
    <message>
        <source>something that cannot be read</source>
        <translation>quelque chose d’illisible</translation>
    </message>
    <message>
        <source>something that is not JSON</source>
        <translation>quelque chose qui n’est pas du JSON</translation>
    </message>
    <message>
        <source>start, {0} minutes</source>
        <translation>démarrer, {0} minutes</translation>
    </message>
    <message>
        <source>starts, pauses or stops the timer in the status bar.</source>
        <translation>démarre, suspend ou arrête le minuteur de la barre d’état.</translation>
    </message>
    <message>
        <source>tagged #{0}</source>
        <translation>avec l’étiquette #{0}</translation>
    </message>
    <message>
        <source>tagged {0}</source>
        <translation>avec l’étiquette {0}</translation>
    </message>
    <message>
        <source>removes tags from the properties and the text of a note.</source>
        <translation>retire des étiquettes des propriétés et du texte d’une note.</translation>
    </message>
    <message>
        <source>gives the model the date and time, local or in another time zone.</source>
        <translation>donne au modèle la date et l’heure, locales ou dans un autre fuseau horaire.</translation>
    </message>
    <message>
        <source>the context window of {0} tokens</source>
        <translation>la fenêtre de contexte de {0} jetons</translation>
    </message>
    <message>
        <source>the daily note</source>
        <translation>la note du jour</translation>
    </message>
    <message>
        <source>the disk is full.</source>
        <translation>le disque est plein.</translation>
    </message>
    <message>
        <source>the disk is read-only.</source>
        <translation>le disque est en lecture seule.</translation>
    </message>
    <message>
        <source>the disk reported an error.</source>
        <translation>le disque a signalé une erreur.</translation>
    </message>
    <message>
        <source>the environment variable {0}</source>
        <translation>la variable d’environnement {0}</translation>
    </message>
    <message>
        <source>the keyring of this computer</source>
        <translation>le trousseau de cet ordinateur</translation>
    </message>
    <message>
        <source>the keyring of this computer cannot be used, {0}</source>
        <translation>le trousseau de cet ordinateur ne peut pas être utilisé, {0}</translation>
    </message>
    <message>
        <source>the keyring of this computer refused the key, {0}</source>
        <translation>le trousseau de cet ordinateur a refusé la clé, {0}</translation>
    </message>
    <message>
        <source>the memory of VaultDesk</source>
        <translation>la mémoire de VaultDesk</translation>
    </message>
    <message>
        <source>the model asked for a tool in a way that cannot be read</source>
        <translation>le modèle a demandé un outil d’une manière illisible</translation>
    </message>
    <message>
        <source>the model asked for a tool that it was not offered</source>
        <translation>le modèle a demandé un outil qui ne lui était pas proposé</translation>
    </message>
    <message>
        <source>the model asked for too many tools</source>
        <translation>le modèle a demandé trop d’outils</translation>
    </message>
    <message>
        <source>the model behind it failed</source>
        <translation>le modèle sous-jacent a échoué</translation>
    </message>
    <message>
        <source>the model returned none; the question may have been blocked</source>
        <translation>le modèle n’en a donné aucune&#xa0;; la question a peut-être été bloquée</translation>
    </message>
    <message>
        <source>the model on this computer</source>
        <translation>le modèle sur cet ordinateur</translation>
    </message>
    <message>
        <source>the preset “{0}” of this vault</source>
        <translation>le préréglage «&#xa0;{0}&#xa0;» de ce coffre</translation>
    </message>
    <message>
        <source>the server aborted it</source>
        <translation>le serveur l’a interrompue</translation>
    </message>
    <message>
        <source>the server ran out of space for it</source>
        <translation>le serveur n’avait plus assez d’espace pour elle</translation>
    </message>
    <message>
        <source>the signatures of earlier answers were lost</source>
        <translation>les signatures de réponses antérieures ont été perdues</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>la racine du coffre</translation>
    </message>
    <message>
        <source>the whole vault</source>
        <translation>tout le coffre</translation>
    </message>
    <message>
        <source>no keyring is installed</source>
        <translation>aucun trousseau n’est installé</translation>
    </message>
    <message>
        <source>this agent&apos;s daily {0}</source>
        <translation>{0} par jour de cet agent</translation>
    </message>
    <message>
        <source>this chat&apos;s {0}</source>
        <translation>{0} de cette discussion</translation>
    </message>
    <message>
        <source>this computer has no keyring that stores secrets encrypted</source>
        <translation>cet ordinateur n’a pas de trousseau qui enregistre les secrets sous forme chiffrée</translation>
    </message>
    <message>
        <source>this model</source>
        <translation>ce modèle</translation>
    </message>
    <message>
        <source>to the trash of this computer</source>
        <translation>dans la corbeille</translation>
    </message>
    <message>
        <source>to the vault&apos;s .trash</source>
        <translation>dans le dossier .trash</translation>
    </message>
    <message>
        <source>today&apos;s {0}</source>
        <translation>{0} d’aujourd’hui</translation>
    </message>
    <message>
        <source>two tool calls in it have the same id</source>
        <translation>deux appels d’outils y ont le même identifiant</translation>
    </message>
    <message>
        <source>version cannot be set</source>
        <translation>la version ne peut pas être définie</translation>
    </message>
    <message>
        <source>with a link to “{0}”</source>
        <translation>avec un lien vers «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>with the alias “{0}”</source>
        <translation>avec l’alias «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>with {0}</source>
        <translation>avec {0}</translation>
    </message>
    <message>
        <source>with “{0}”</source>
        <translation>avec «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>without links</source>
        <translation>sans liens</translation>
    </message>
    <message>
        <source>without tags</source>
        <translation>sans étiquettes</translation>
    </message>
    <message>
        <source>without “{0}”</source>
        <translation>sans «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>adds a line to your memory note, which later chats receive.</source>
        <translation>ajoute une ligne à votre note de mémoire, que reçoivent les discussions suivantes.</translation>
    </message>
    <message>
        <source>writing there is not allowed.</source>
        <translation>l’écriture n’y est pas autorisée.</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>oui</translation>
    </message>
    <message>
        <source>your answer for this chat</source>
        <translation>votre réponse pour cette discussion</translation>
    </message>
    <message>
        <source>your notes</source>
        <translation>vos notes</translation>
    </message>
    <message>
        <source>{0} (A tool of {1}.)</source>
        <translation>{0} (Un outil de {1}.)</translation>
    </message>
    <message>
        <source>{0} ({1} times)</source>
        <translation>{0} ({1} fois)</translation>
    </message>
    <message>
        <source>{0} ({1} times).</source>
        <translation>{0} ({1} fois).</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0} ({1})</translation>
    </message>
    <message>
        <source>{0} and send it to {1}</source>
        <translation>{0} et l’envoyer à {1}</translation>
    </message>
    <message>
        <source>{0} and send them to {1}</source>
        <translation>{0} et les envoyer à {1}</translation>
    </message>
    <message>
        <source>{0} and send what is found to {1}</source>
        <translation>{0} et envoyer ce qui est trouvé à {1}</translation>
    </message>
    <message>
        <source>{0} and {1:lower}</source>
        <translation>{0} et {1:lower}</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} et {1}</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} et {1} de plus</translation>
    </message>
    <message>
        <source>{0} answered in {1} s and has no list of models.</source>
        <translation>{0} a répondu en {1}&#xa0;s et n’a pas de liste de modèles.</translation>
    </message>
    <message>
        <source>The answer of {0} cannot be understood</source>
        <translation>La réponse de {0} est incompréhensible</translation>
    </message>
    <message>
        <source>{0} at {1} cannot be reached</source>
        <translation>{0} ({1}) est injoignable</translation>
    </message>
    <message>
        <source>{0} at {1}, with its key.</source>
        <translation>{0} à {1}, avec sa clé.</translation>
    </message>
    <message>
        <source>{0} at {1}.</source>
        <translation>{0} à {1}.</translation>
    </message>
    <message>
        <source>{0} before today</source>
        <translation>{0} avant aujourd’hui</translation>
    </message>
    <message>
        <source>{0} called a tool when it was tested.</source>
        <translation>{0} a appelé un outil lors du test.</translation>
    </message>
    <message>
        <source>{0} called no tool in any form when it was tested.</source>
        <translation>{0} n’a appelé d’outil sous aucune forme lors du test.</translation>
    </message>
    <message>
        <source>{0} made no native tool call when it was tested.</source>
        <translation>{0} n’a fait aucun appel d’outil natif lors du test.</translation>
    </message>
    <message>
        <source>{0} can be read, but nothing in it may be changed.</source>
        <translation>{0} peut être lu, mais rien n’y peut être modifié.</translation>
    </message>
    <message>
        <source>{0} cannot be listed: {1}.</source>
        <translation>{0} ne peut pas être listé&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be loaded</source>
        <translation>{0} ne peut pas être chargé</translation>
    </message>
    <message>
        <source>{0} cannot be loaded: {1}</source>
        <translation>{0} ne peut pas être chargé&#xa0;: {1}</translation>
    </message>
    <message>
        <source>{0} cannot be reached</source>
        <translation>{0} est injoignable</translation>
    </message>
    <message>
        <source>{0} cannot be read</source>
        <translation>{0} ne peut pas être lu</translation>
    </message>
    <message>
        <source>{0} cannot be read completely: {1}{2}.</source>
        <translation>{0} ne peut pas être lu en entier&#xa0;: {1}{2}.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>{0} ne peut pas être lu&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be set by a note: addresses, keys, commands, servers, rules and presets are set only in Settings.</source>
        <translation>{0} ne peut pas être défini par une note&#xa0;: adresses, clés, commandes, serveurs, règles et préréglages se définissent uniquement dans Paramètres.</translation>
    </message>
    <message>
        <source>{0} cannot be started</source>
        <translation>{0} ne peut pas être démarré</translation>
    </message>
    <message>
        <source>{0} cannot be used</source>
        <translation>{0} ne peut pas être utilisé</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation>{0} ne peut pas être écrit&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be {1}</source>
        <translation>{0} n’accepte pas la valeur {1}</translation>
    </message>
    <message>
        <source>{0} cannot see pictures, so they were left out.</source>
        <translation>{0} ne voit pas les images&#xa0;; elles ont donc été omises.</translation>
    </message>
    <message>
        <source>{0} changed since you were asked. Please look again.</source>
        <translation>{0} a changé depuis que la question vous a été posée. Veuillez regarder à nouveau.</translation>
    </message>
    <message>
        <source>{0} characters per tool result</source>
        <translation>{0} caractères par résultat d’outil</translation>
    </message>
    <message>
        <source>{0} closed the connection without an answer</source>
        <translation>{0} a fermé la connexion sans répondre</translation>
    </message>
    <message>
        <source>{0} could not load the model</source>
        <translation>{0} n’a pas pu charger le modèle</translation>
    </message>
    <message>
        <source>{0} could not read the answer of its model</source>
        <translation>{0} n’a pas pu lire la réponse de son modèle</translation>
    </message>
    <message>
        <source>{0} did not answer ({1})</source>
        <translation>{0} n’a pas répondu ({1})</translation>
    </message>
    <message>
        <source>{0} did not answer in the required form: {1}</source>
        <translation>{0} n’a pas répondu dans la forme demandée&#xa0;: {1}</translation>
    </message>
    <message>
        <source>{0} did not answer in time</source>
        <translation>{0} n’a pas répondu à temps</translation>
    </message>
    <message>
        <source>{0} did not answer within {1} seconds</source>
        <translation>{0} n’a pas répondu en {1} secondes</translation>
    </message>
    <message>
        <source>{0} did not answer within {1} seconds.</source>
        <translation>{0} n’a pas répondu en {1} secondes.</translation>
    </message>
    <message>
        <source>{0} did not return the page ({1})</source>
        <translation>{0} n’a pas renvoyé la page ({1})</translation>
    </message>
    <message>
        <source>{0} did not pass the tools on to the model</source>
        <translation>{0} n’a pas transmis les outils au modèle</translation>
    </message>
    <message>
        <source>{0} did not pass the tools on to {1}.</source>
        <translation>{0} n’a pas transmis les outils à {1}.</translation>
    </message>
    <message>
        <source>{0} did not accept its earlier reasoning, so the request was sent without it.</source>
        <translation>{0} n’a pas accepté son raisonnement antérieur&#xa0;; la requête a donc été envoyée sans.</translation>
    </message>
    <message>
        <source>{0} does not accept requests from this network</source>
        <translation>{0} n’accepte pas de requêtes de ce réseau</translation>
    </message>
    <message>
        <source>{0} does not accept the key</source>
        <translation>{0} n’accepte pas la clé</translation>
    </message>
    <message>
        <source>{0} does not allow this request</source>
        <translation>{0} n’autorise pas cette requête</translation>
    </message>
    <message>
        <source>{0} does not allow this request (status {1})</source>
        <translation>{0} n’autorise pas cette requête (statut {1})</translation>
    </message>
    <message>
        <source>{0} does not have the model {1}</source>
        <translation>{0} n’a pas le modèle {1}</translation>
    </message>
    <message>
        <source>{0} does not resolve to this computer, so nothing was sent</source>
        <translation>{0} ne désigne pas cet ordinateur&#xa0;; rien n’a donc été envoyé</translation>
    </message>
    <message>
        <source>{0} denies access to this page ({1})</source>
        <translation>{0} refuse l’accès à cette page ({1})</translation>
    </message>
    <message>
        <source>{0} does not offer this model</source>
        <translation>{0} ne propose pas ce modèle</translation>
    </message>
    <message>
        <source>{0} does not report whether {1} supports tools. If it rejects them, VaultDesk uses text-based tools.</source>
        <translation>{0} n’indique pas si {1} prend en charge les outils. S’il les refuse, VaultDesk utilise des outils en texte.</translation>
    </message>
    <message>
        <source>{0} does not accept the query</source>
        <translation>{0} n’accepte pas la recherche</translation>
    </message>
    <message>
        <source>{0} earlier answer stayed on this computer: it may repeat private text.</source>
        <translation>{0} réponse antérieure est restée sur cet ordinateur&#xa0;: elle peut répéter un texte privé.</translation>
    </message>
    <message>
        <source>{0} earlier answers stayed on this computer: they may repeat private text.</source>
        <translation>{0} réponses antérieures sont restées sur cet ordinateur&#xa0;: elles peuvent répéter un texte privé.</translation>
    </message>
    <message>
        <source>{0} ended unexpectedly</source>
        <translation>{0} s’est terminé de façon inattendue</translation>
    </message>
    <message>
        <source>{0} folders can be watched.</source>
        <translation>{0} dossiers peuvent être surveillés.</translation>
    </message>
    <message>
        <source>{0} folders can be watched; the vault has {1}.</source>
        <translation>{0} dossiers peuvent être surveillés&#xa0;; le coffre en a {1}.</translation>
    </message>
    <message>
        <source>{0} headings of the note are called “{1}”.</source>
        <translation>{0} titres de la note s’appellent «&#xa0;{1}&#xa0;».</translation>
    </message>
    <message>
        <source>{0} is not {1}</source>
        <translation>{0} n’est pas {1}</translation>
    </message>
    <message>
        <source>{0} keeps changing, so nothing was written.</source>
        <translation>Modifications incessantes&#xa0;; rien n’a donc été écrit&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>{0} left.</source>
        <translation>Temps restant&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>{0} note could not be changed.</source>
        <translation>{0} note n’a pas pu être modifiée.</translation>
    </message>
    <message>
        <source>{0} note found ({1}):</source>
        <translation>{0} note trouvée ({1})&#xa0;:</translation>
    </message>
    <message>
        <source>{0} note found:</source>
        <translation>{0} note trouvée&#xa0;:</translation>
    </message>
    <message>
        <source>{0} note already had this value.</source>
        <translation>{0} note avait déjà cette valeur.</translation>
    </message>
    <message>
        <source>{0} note was changed.</source>
        <translation>{0} note a été modifiée.</translation>
    </message>
    <message>
        <source>{0} notes could not be changed.</source>
        <translation>{0} notes n’ont pas pu être modifiées.</translation>
    </message>
    <message>
        <source>{0} notes found ({1}):</source>
        <translation>{0} notes trouvées ({1})&#xa0;:</translation>
    </message>
    <message>
        <source>{0} notes found:</source>
        <translation>{0} notes trouvées&#xa0;:</translation>
    </message>
    <message>
        <source>{0} notes already had this value.</source>
        <translation>{0} notes avaient déjà cette valeur.</translation>
    </message>
    <message>
        <source>{0} notes were changed.</source>
        <translation>{0} notes ont été modifiées.</translation>
    </message>
    <message>
        <source>{0} received too many requests from this account</source>
        <translation>{0} reçoit trop de questions de ce compte</translation>
    </message>
    <message>
        <source>{0} changed while you were reading it</source>
        <translation>{0} a changé pendant que vous le lisiez</translation>
    </message>
    <message>
        <source>{0} has more than {1} files.</source>
        <translation>{0} contient plus de {1} fichiers.</translation>
    </message>
    <message>
        <source>{0} has no update file ({1})</source>
        <translation>{0} n’a pas de fichier de mise à jour ({1})</translation>
    </message>
    <message>
        <source>{0} does not have enough memory for this model</source>
        <translation>{0} n’a pas assez de mémoire pour ce modèle</translation>
    </message>
    <message>
        <source>{0} reports an error of its own ({1})</source>
        <translation>{0} signale une erreur interne ({1})</translation>
    </message>
    <message>
        <source>{0} contains no list of conversations.</source>
        <translation>{0} ne contient pas de liste de conversations.</translation>
    </message>
    <message>
        <source>{0} contains no chat messages.</source>
        <translation>{0} ne contient aucun message de discussion.</translation>
    </message>
    <message>
        <source>{0} contains no {1}.</source>
        <translation>{0} ne contient pas&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>{0} is a damaged archive.</source>
        <translation>{0} est une archive endommagée.</translation>
    </message>
    <message>
        <source>{0} is a name of a private network, not of a public web site</source>
        <translation>{0} est un nom de réseau privé, pas d’un site Web public</translation>
    </message>
    <message>
        <source>{0} is a small model that was not tested with tools</source>
        <translation>{0} est un petit modèle qui n’a pas été testé avec des outils</translation>
    </message>
    <message>
        <source>{0} received too many requests</source>
        <translation>{0} a reçu trop de requêtes</translation>
    </message>
    <message>
        <source>{0} received too many requests ({1})</source>
        <translation>{0} a reçu trop de requêtes ({1})</translation>
    </message>
    <message>
        <source>{0} is being changed by another VaultDesk. Try again.</source>
        <translation>{0} est en cours de modification par un autre VaultDesk. Réessayez.</translation>
    </message>
    <message>
        <source>{0} is installed and complete.</source>
        <translation>{0} est installé et complet.</translation>
    </message>
    <message>
        <source>VaultDesk cannot edit {0} because of its layout. Edit the file by hand.</source>
        <translation>VaultDesk ne peut pas modifier {0} à cause de sa mise en forme. Modifiez le fichier à la main.</translation>
    </message>
    <message>
        <source>{0} is loading the model or reading a long chat; this can take a few minutes.</source>
        <translation>{0} charge le modèle ou lit une longue discussion&#xa0;; cela peut prendre quelques minutes.</translation>
    </message>
    <message>
        <source>{0} is loading the model. The question is sent as soon as it is ready.</source>
        <translation>{0} charge le modèle. La question sera envoyée dès qu’il sera prêt.</translation>
    </message>
    <message>
        <source>{0} is protected with a password.</source>
        <translation>{0} est protégé par un mot de passe.</translation>
    </message>
    <message>
        <source>{0} is missing.</source>
        <translation>{0} est absent.</translation>
    </message>
    <message>
        <source>{0} is neither {1} nor a skill</source>
        <translation>{0} n’est ni {1} ni une compétence</translation>
    </message>
    <message>
        <source>{0} is not the address of a web page</source>
        <translation>{0} n’est pas l’adresse d’une page Web</translation>
    </message>
    <message>
        <source>{0} is not an agent that can be allowed</source>
        <translation>{0} n’est pas un agent qui puisse être autorisé</translation>
    </message>
    <message>
        <source>{0} is not a valid host</source>
        <translation>{0} n’est pas un hôte valide</translation>
    </message>
    <message>
        <source>{0} is not a project</source>
        <translation>{0} n’est pas un projet</translation>
    </message>
    <message>
        <source>{0} is not a model file in the GGUF format, or it is damaged</source>
        <translation>{0} n’est pas un fichier de modèle au format GGUF, ou il est endommagé</translation>
    </message>
    <message>
        <source>{0} is not a public web site: it is this computer or is in a private network</source>
        <translation>{0} n’est pas un site Web public&#xa0;: c’est cet ordinateur, ou il se trouve dans un réseau privé</translation>
    </message>
    <message>
        <source>{0} is not a server address</source>
        <translation>{0} n’est pas l’adresse d’un serveur</translation>
    </message>
    <message>
        <source>{0} is not in the agents folder</source>
        <translation>{0} n’est pas dans le dossier des agents</translation>
    </message>
    <message>
        <source>{0} is not installed on this computer</source>
        <translation>{0} n’est pas installé sur cet ordinateur</translation>
    </message>
    <message>
        <source>{0} is not known and may be meant to limit the agent. Known properties: {1}.</source>
        <translation>{0} n’est pas connu et vise peut-être à limiter l’agent. Propriétés connues&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>{0} is not logged in</source>
        <translation>{0} n’est pas connecté à un compte</translation>
    </message>
    <message>
        <source>{0} is not offered in this country or region</source>
        <translation>{0} n’est pas proposé dans ce pays ou cette région</translation>
    </message>
    <message>
        <source>{0} is not set.</source>
        <translation>{0} n’est pas défini.</translation>
    </message>
    <message>
        <source>{0} is not the name of a setting</source>
        <translation>{0} n’est pas le nom d’un paramètre</translation>
    </message>
    <message>
        <source>{0} is overloaded</source>
        <translation>{0} est surchargé</translation>
    </message>
    <message>
        <source>Tools are switched off for {0}</source>
        <translation>Les outils sont désactivés pour {0}</translation>
    </message>
    <message>
        <source>{0} is still loading the model</source>
        <translation>{0} charge encore le modèle</translation>
    </message>
    <message>
        <source>The note of {0} keeps changing</source>
        <translation>La note de {0} change sans cesse</translation>
    </message>
    <message>
        <source>{0} synchronizes the data with other computers, which may damage a database.</source>
        <translation>{0} synchronise les données avec d’autres ordinateurs, ce qui peut endommager une base de données.</translation>
    </message>
    <message>
        <source>{0} synchronizes this folder. Conflict copies of notes: {1}.</source>
        <translation>{0} synchronise ce dossier. Copies en conflit de notes&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>{0} synchronizes this folder. If it stores a note only online, VaultDesk has to wait for its download, and cannot read it offline.</source>
        <translation>{0} synchronise ce dossier. S’il ne conserve une note qu’en ligne, VaultDesk doit attendre son téléchargement et ne peut pas la lire hors ligne.</translation>
    </message>
    <message>
        <source>{0} synchronizes this folder. If two computers change a note at the same time, it creates a conflict copy next to the note, which VaultDesk marks.</source>
        <translation>{0} synchronise ce dossier. Si deux ordinateurs modifient une note en même temps, il crée à côté de la note une copie en conflit, que VaultDesk signale.</translation>
    </message>
    <message>
        <source>{0} left out: a rule of yours denies it.</source>
        <translation>{0} omis&#xa0;: une de vos règles l’interdit.</translation>
    </message>
    <message>
        <source>{0} left out: it would show the model a private comment.</source>
        <translation>{0} omis&#xa0;: cela montrerait au modèle un commentaire privé.</translation>
    </message>
    <message>
        <source>{0} left out: outside {1}.</source>
        <translation>{0} omis&#xa0;: en dehors de {1}.</translation>
    </message>
    <message>
        <source>{0} left out: the note changed since the model read it.</source>
        <translation>{0} omis&#xa0;: la note a changé depuis que le modèle l’a lue.</translation>
    </message>
    <message>
        <source>{0} left out: the note is private for this model.</source>
        <translation>{0} omis&#xa0;: la note est privée pour ce modèle.</translation>
    </message>
    <message>
        <source>{0} lost the connection and is reconnecting.</source>
        <translation>{0} a perdu la connexion et se reconnecte.</translation>
    </message>
    <message>
        <source>{0} does not provide embeddings</source>
        <translation>{0} ne fournit pas de plongements (embeddings)</translation>
    </message>
    <message>
        <source>{0} does not provide embeddings.</source>
        <translation>{0} ne fournit pas de plongements (embeddings).</translation>
    </message>
    <message>
        <source>{0} is not used by VaultDesk.</source>
        <translation>{0} n’est pas utilisé par VaultDesk.</translation>
    </message>
    <message>
        <source>{0} message no longer fits and could not be summarized, so it was left out. {1}</source>
        <translation>{0} message ne tient plus et n’a pas pu être résumé&#xa0;; il a donc été omis. {1}</translation>
    </message>
    <message>
        <source>{0} message of this chat is too old to be summarized and was left out.</source>
        <translation>{0} message de cette discussion est trop ancien pour être résumé et a été omis.</translation>
    </message>
    <message>
        <source>{0} messages no longer fit and could not be summarized, so they were left out. {1}</source>
        <translation>{0} messages ne tiennent plus et n’ont pas pu être résumés&#xa0;; ils ont donc été omis. {1}</translation>
    </message>
    <message>
        <source>{0} messages of this chat are too old to be summarized and were left out.</source>
        <translation>{0} messages de cette discussion sont trop anciens pour être résumés et ont été omis.</translation>
    </message>
    <message>
        <source>{0} more note will be read under a permission you gave before.</source>
        <translation>{0} autre note sera lue selon une autorisation donnée auparavant.</translation>
    </message>
    <message>
        <source>{0} more notes will be read under a permission you gave before.</source>
        <translation>{0} autres notes seront lues selon une autorisation donnée auparavant.</translation>
    </message>
    <message>
        <source>{0} has no valid port</source>
        <translation>{0} n’a pas de port valide</translation>
    </message>
    <message>
        <source>{0} needs about {1} GB of memory, and this computer has {2} GB</source>
        <translation>{0} a besoin d’environ {1}&#xa0;Go de mémoire, et cet ordinateur en a {2}&#xa0;Go</translation>
    </message>
    <message>
        <source>{0} needs its key in the environment variable {1}</source>
        <translation>{0} a besoin de sa clé dans la variable d’environnement {1}</translation>
    </message>
    <message>
        <source>{0} no longer offers this model</source>
        <translation>{0} ne propose plus ce modèle</translation>
    </message>
    <message>
        <source>{0} note</source>
        <translation>{0} note</translation>
    </message>
    <message>
        <source>{0} note will not be read: a rule of yours denies it.</source>
        <translation>{0} note ne sera pas lue&#xa0;: une de vos règles l’interdit.</translation>
    </message>
    <message>
        <source>{0} note will not be read: private, or outside the allowed folders.</source>
        <translation>{0} note ne sera pas lue&#xa0;: privée ou hors des dossiers autorisés.</translation>
    </message>
    <message>
        <source>{0} notes</source>
        <translation>{0} notes</translation>
    </message>
    <message>
        <source>{0} notes will not be read: a rule of yours denies it.</source>
        <translation>{0} notes ne seront pas lues&#xa0;: une de vos règles l’interdit.</translation>
    </message>
    <message>
        <source>{0} notes will not be read: private, or outside the allowed folders.</source>
        <translation>{0} notes ne seront pas lues&#xa0;: privées ou hors des dossiers autorisés.</translation>
    </message>
    <message>
        <source>{0} notes, {1}, last written: {2}. No errors were found.</source>
        <translation>{0} notes, {1}, dernière écriture&#xa0;: {2}. Aucune erreur n’a été trouvée.</translation>
    </message>
    <message>
        <source>{0} notes, {1}, last written: {2}. No error was found within the time limit.</source>
        <translation>{0} notes, {1}, dernière écriture&#xa0;: {2}. Aucune erreur n’a été trouvée dans le temps imparti.</translation>
    </message>
    <message>
        <source>{0} has the effect {1}, so it must be a {2}.</source>
        <translation>{0} a l’effet {1} et doit donc être de la classe {2}.</translation>
    </message>
    <message>
        <source>{0} notes, {1}, last written: {2}. Notes that could not be read: {3}.</source>
        <translation>{0} notes, {1}, dernière écriture&#xa0;: {2}. Notes qui n’ont pas pu être lues&#xa0;: {3}.</translation>
    </message>
    <message>
        <source>{0} notes, {1}, last written: {2}; the folder has {3}.</source>
        <translation>{0} notes, {1}, dernière écriture&#xa0;: {2}&#xa0;; le dossier en contient {3}.</translation>
    </message>
    <message>
        <source>{0} of {1} left</source>
        <translation>il reste {0} sur {1}</translation>
    </message>
    <message>
        <source>{0} of {1} statements in this answer name no source from your notes.</source>
        <translation>{0} affirmations sur {1} dans cette réponse ne citent aucune source de vos notes.</translation>
    </message>
    <message>
        <source>{0} offers this model to verified organizations only</source>
        <translation>{0} ne propose ce modèle qu’aux organisations vérifiées</translation>
    </message>
    <message>
        <source>{0} on Python {1}, {2}</source>
        <translation>{0} avec Python {1}, {2}</translation>
    </message>
    <message>
        <source>{0} private note of this conversation stayed on this computer.</source>
        <translation>{0} note privée de cette discussion est restée sur cet ordinateur.</translation>
    </message>
    <message>
        <source>{0} private note of {1} stayed on this computer.</source>
        <translation>{0} note privée de {1} est restée sur cet ordinateur.</translation>
    </message>
    <message>
        <source>{0} private notes of this conversation stayed on this computer.</source>
        <translation>{0} notes privées de cette discussion sont restées sur cet ordinateur.</translation>
    </message>
    <message>
        <source>{0} private notes of {1} stayed on this computer.</source>
        <translation>{0} notes privées de {1} sont restées sur cet ordinateur.</translation>
    </message>
    <message>
        <source>{0} refused the request</source>
        <translation>{0} a refusé la requête</translation>
    </message>
    <message>
        <source>{0} refused the request (status {1})</source>
        <translation>{0} a refusé la requête (statut {1})</translation>
    </message>
    <message>
        <source>{0} rejected the tools.</source>
        <translation>{0} a refusé les outils.</translation>
    </message>
    <message>
        <source>{0} does not accept a thinking level, so the request was sent without one.</source>
        <translation>{0} n’accepte pas de niveau de réflexion&#xa0;; la requête a donc été envoyée sans.</translation>
    </message>
    <message>
        <source>{0} reports an error of its own</source>
        <translation>{0} signale une erreur interne</translation>
    </message>
    <message>
        <source>{0} reports an error of its own (status {1})</source>
        <translation>{0} signale une erreur interne (statut {1})</translation>
    </message>
    <message>
        <source>{0} tool round per question</source>
        <translation>{0} tour d’outils par question</translation>
    </message>
    <message>
        <source>{0} tool rounds per question</source>
        <translation>{0} tours d’outils par question</translation>
    </message>
    <message>
        <source>{0} repeats “{1}”.</source>
        <translation>{0} répète «&#xa0;{1}&#xa0;».</translation>
    </message>
    <message>
        <source>{0} reports that {1} does not support tools.</source>
        <translation>{0} indique que {1} ne prend pas en charge les outils.</translation>
    </message>
    <message>
        <source>{0} reports that {1} supports tools.</source>
        <translation>{0} indique que {1} prend en charge les outils.</translation>
    </message>
    <message>
        <source>{0} redirects too many times</source>
        <translation>{0} redirige trop de fois</translation>
    </message>
    <message>
        <source>{0} redirects to another address, which is not followed</source>
        <translation>{0} redirige vers une autre adresse, et cette redirection n’est pas suivie</translation>
    </message>
    <message>
        <source>{0} redirects to another address</source>
        <translation>{0} redirige vers une autre adresse</translation>
    </message>
    <message>
        <source>The answer of {0} is too large</source>
        <translation>La réponse de {0} est trop grande</translation>
    </message>
    <message>
        <source>{0} sent nothing for {1} seconds</source>
        <translation>{0} n’a rien envoyé pendant {1} secondes</translation>
    </message>
    <message>
        <source>{0} settings cannot be used</source>
        <translation>{0} paramètres ne peuvent pas être utilisés</translation>
    </message>
    <message>
        <source>{0} reserves the account&apos;s credit for earlier requests that still run</source>
        <translation>{0} impute encore des requêtes précédentes au crédit du compte</translation>
    </message>
    <message>
        <source>Embeddings of {0} are computed only while the window is open</source>
        <translation>Les plongements de {0} ne sont calculés que lorsque la fenêtre est ouverte</translation>
    </message>
    <message>
        <source>Your notes from that time contain nothing about this.</source>
        <translation>Vos notes de cette période ne contiennent rien à ce sujet.</translation>
    </message>
    <message>
        <source>it goes up to a parent folder, or has an empty name</source>
        <translation>le chemin remonte à un dossier parent, ou contient un nom vide</translation>
    </message>
    <message>
        <source>it names a data stream, not a file</source>
        <translation>le nom désigne un flux de données, pas un fichier</translation>
    </message>
    <message>
        <source>{0} needs about {1} GB of memory with a window of {2} tokens.</source>
        <translation>{0} a besoin d’environ {1}&#xa0;Go de mémoire avec une fenêtre de {2} jetons.</translation>
    </message>
    <message>
        <source>{0} does not accept a limit on the length of an answer, so the request was sent without one.</source>
        <translation>{0} n’accepte pas de limite à la longueur d’une réponse&#xa0;; la requête a donc été envoyée sans.</translation>
    </message>
    <message>
        <source>{0} does not accept a temperature above 1, so 1 was used.</source>
        <translation>{0} n’accepte pas de température supérieure à 1&#xa0;; 1 a donc été utilisé.</translation>
    </message>
    <message>
        <source>{0} does not accept a temperature, so the request was sent without one.</source>
        <translation>{0} n’accepte pas de température&#xa0;; la requête a donc été envoyée sans.</translation>
    </message>
    <message>
        <source>{0} task in {2} ({1}):</source>
        <translation>{0} tâche dans {2} ({1})&#xa0;:</translation>
    </message>
    <message>
        <source>{0} tasks in {2} ({1}):</source>
        <translation>{0} tâches dans {2} ({1})&#xa0;:</translation>
    </message>
    <message>
        <source>{0} token</source>
        <translation>{0} jeton</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} jetons</translation>
    </message>
    <message>
        <source>{0} tool calls per minute</source>
        <translation>{0} appels d’outils par minute</translation>
    </message>
    <message>
        <source>{0} tried to use a tool of its own ({1}), so it was stopped</source>
        <translation>{0} a voulu utiliser un outil à lui ({1}), il a donc été arrêté</translation>
    </message>
    <message>
        <source>{0} used up</source>
        <translation>{0} épuisés</translation>
    </message>
    <message>
        <source>{0} requires a key</source>
        <translation>{0} exige une clé</translation>
    </message>
    <message>
        <source>{0} redirects the question to another address</source>
        <translation>{0} redirige la question vers une autre adresse</translation>
    </message>
    <message>
        <source>{0} requires you to sign in for this model</source>
        <translation>{0} exige une connexion à votre compte pour ce modèle</translation>
    </message>
    <message>
        <source>{0} was not loaded within {1} seconds</source>
        <translation>{0} n’a pas été chargé en {1} secondes</translation>
    </message>
    <message>
        <source>{0} is {1}; {2} is used.</source>
        <translation>{0} vaut {1}&#xa0;; {2} est utilisé.</translation>
    </message>
    <message>
        <source>{0} is set to use another server than {1}, so nothing was sent</source>
        <translation>{0} est configuré pour utiliser un autre serveur que {1}&#xa0;; rien n’a donc été envoyé</translation>
    </message>
    <message>
        <source>{0} {1}</source>
        <translation>{0} {1}</translation>
    </message>
    <message>
        <source>{0} {1} {2}</source>
        <translation>{0} {1} {2}</translation>
    </message>
    <message>
        <source>{0} {1}.</source>
        <translation>{0} {1}.</translation>
    </message>
    <message>
        <source>The model {0}, which indexed the notes before, is no longer available.</source>
        <translation>Le modèle {0}, qui indexait les notes auparavant, n’est plus disponible.</translation>
    </message>
    <message>
        <source>{0}, {1:lower}</source>
        <translation>{0}, {1:lower}</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message>
        <source>{0}, {1} free.</source>
        <translation>{0}, {1} libres.</translation>
    </message>
    <message>
        <source>{0}, {1} free; names are not case-sensitive.</source>
        <translation>{0}, {1} libres&#xa0;; les noms ne sont pas sensibles à la casse.</translation>
    </message>
    <message>
        <source>{0}, {1} free; names are case-sensitive.</source>
        <translation>{0}, {1} libres&#xa0;; les noms sont sensibles à la casse.</translation>
    </message>
    <message>
        <source>{0}, {1} notes</source>
        <translation>{0}, {1} notes</translation>
    </message>
    <message>
        <source>{0}.</source>
        <translation>{0}.</translation>
    </message>
    <message>
        <source>{0}: It no longer exists.</source>
        <translation>{0}&#xa0;: il n’existe plus.</translation>
    </message>
    <message>
        <source>{0}: It has changed since it was read.</source>
        <translation>{0}&#xa0;: il a changé depuis sa lecture.</translation>
    </message>
    <message>
        <source>${0}</source>
        <translation>{0}&#xa0;$</translation>
    </message>
    <message>
        <source>Added “{0}” to the vocabulary</source>
        <translation>«&#xa0;{0}&#xa0;» ajouté au vocabulaire</translation>
    </message>
    <message>
        <source>An earlier version of the note cannot be read: {0}.</source>
        <translation>Une version antérieure de la note ne peut pas être lue&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>An earlier version of the note cannot be stored: {0}.</source>
        <translation>Une version antérieure de la note ne peut pas être enregistrée&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Demander</translation>
    </message>
    <message>
        <source>Attachment added by you</source>
        <translation>Pièce jointe ajoutée par vous</translation>
    </message>
    <message>
        <source>Changed the meaning of “{0}”</source>
        <translation>Sens de «&#xa0;{0}&#xa0;» modifié</translation>
    </message>
    <message>
        <source>Deleted the chat “{0}”</source>
        <translation>Discussion «&#xa0;{0}&#xa0;» supprimée</translation>
    </message>
    <message>
        <source>Deleted the word “{0}”</source>
        <translation>Mot «&#xa0;{0}&#xa0;» supprimé</translation>
    </message>
    <message>
        <source>Did you mean {0}? Available: {1}.</source>
        <translation>Vouliez-vous dire {0}&#xa0;? Disponible&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>Drafts notes and edits them in place</source>
        <translation>Rédige des notes et les modifie sur place</translation>
    </message>
    <message>
        <source>Edit in scope</source>
        <translation>Modifier dans ses limites</translation>
    </message>
    <message>
        <source>Edit the note to correct it. Until then the properties are shown as text.</source>
        <translation>Modifiez la note pour la corriger. En attendant, les propriétés sont affichées sous forme de texte.</translation>
    </message>
    <message>
        <source>Edited by you</source>
        <translation>Modifié par vous</translation>
    </message>
    <message>
        <source>Finds orphans, duplicates and broken links</source>
        <translation>Repère orphelines, doublons, liens brisés</translation>
    </message>
    <message>
        <source>Finds, files, links and tags notes</source>
        <translation>Trouve, classe, lie et étiquette les notes</translation>
    </message>
    <message>
        <source>Get the time left of the pomodoro</source>
        <translation>Consulter le temps restant du pomodoro</translation>
    </message>
    <message>
        <source>Imported chats from {0}</source>
        <translation>Discussions importées depuis {0}</translation>
    </message>
    <message>
        <source>Install or update the packages of these toolsets, or switch them off in Settings, Assistant.</source>
        <translation>Installez ou mettez à jour les paquets de ces jeux d’outils, ou désactivez-les dans Paramètres, Assistant.</translation>
    </message>
    <message>
        <source>It cannot be read as a base.</source>
        <translation>Elle ne peut pas être lue comme une base.</translation>
    </message>
    <message>
        <source>It could not be parsed ({0}).</source>
        <translation>Elle n’a pas pu être analysée ({0}).</translation>
    </message>
    <message>
        <source>It failed.</source>
        <translation>Échec.</translation>
    </message>
    <message>
        <source>It is not a canvas.</source>
        <translation>Ce n’est pas un canvas.</translation>
    </message>
    <message>
        <source>It is not a canvas: its text is not valid JSON.</source>
        <translation>Ce n’est pas un canvas&#xa0;: son texte n’est pas du JSON valide.</translation>
    </message>
    <message>
        <source>It was not done.</source>
        <translation>Cela n’a pas été fait.</translation>
    </message>
    <message>
        <source>Its text is not on this computer. It is downloaded when the note is opened.</source>
        <translation>Son texte n’est pas sur cet ordinateur. Il est téléchargé à l’ouverture de la note.</translation>
    </message>
    <message>
        <source>Its text was lost, for example in a power failure. Restore it from a backup.</source>
        <translation>Son texte a été perdu, par exemple lors d’une coupure de courant. Restaurez-la à partir d’une sauvegarde.</translation>
    </message>
    <message>
        <source>Keeps the daily note and its tasks</source>
        <translation>Tient la note du jour et ses tâches</translation>
    </message>
    <message>
        <source>No note has the tag {0}.</source>
        <translation>Aucune note ne porte l’étiquette {0}.</translation>
    </message>
    <message>
        <source>No task found ({0}).</source>
        <translation>Aucune tâche trouvée ({0}).</translation>
    </message>
    <message>
        <source>Obsidian has not stored any settings in this vault.</source>
        <translation>Obsidian n’a enregistré aucun paramètre dans ce coffre.</translation>
    </message>
    <message>
        <source>Obsidian&apos;s excluded files: the pattern {0} cannot be read and is left out.</source>
        <translation>Fichiers exclus d’Obsidian&#xa0;: le motif {0} ne peut pas être lu et est ignoré.</translation>
    </message>
    <message>
        <source>Obsidian&apos;s setting {0} cannot be read; its default is used.</source>
        <translation>Le paramètre {0} d’Obsidian ne peut pas être lu&#xa0;; sa valeur par défaut est utilisée.</translation>
    </message>
    <message>
        <source>Obsidian&apos;s setting {0} has an unknown value; its default is used.</source>
        <translation>Le paramètre {0} d’Obsidian a une valeur inconnue&#xa0;; sa valeur par défaut est utilisée.</translation>
    </message>
    <message>
        <source>Obsidian&apos;s settings in {0} cannot be read.</source>
        <translation>Les paramètres d’Obsidian dans {0} ne peuvent pas être lus.</translation>
    </message>
    <message>
        <source>Pause the pomodoro</source>
        <translation>Mettre le pomodoro en pause</translation>
    </message>
    <message>
        <source>Pomodoro logged</source>
        <translation>Pomodoro enregistré</translation>
    </message>
    <message>
        <source>Read it again.</source>
        <translation>Relisez-la.</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>Lecture seule</translation>
    </message>
    <message>
        <source>Reads many notes and writes one report</source>
        <translation>Lit vos notes et rédige un rapport</translation>
    </message>
    <message>
        <source>Redo of “{0}”</source>
        <translation>Rétablissement de «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>Renamed the chat to “{0}”</source>
        <translation>Discussion renommée en «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>Requested in a private chat</source>
        <translation>Demandé dans une discussion privée</translation>
    </message>
    <message>
        <source>Reviewed “{0}”</source>
        <translation>«&#xa0;{0}&#xa0;» révisé</translation>
    </message>
    <message>
        <source>Saved the chat “{0}”</source>
        <translation>Discussion «&#xa0;{0}&#xa0;» enregistrée</translation>
    </message>
    <message>
        <source>Set these values again in Obsidian, then reopen the vault in VaultDesk.</source>
        <translation>Définissez de nouveau ces valeurs dans Obsidian, puis rouvrez le coffre dans VaultDesk.</translation>
    </message>
    <message>
        <source>Stop the pomodoro</source>
        <translation>Arrêter le pomodoro</translation>
    </message>
    <message>
        <source>Symbolic links in the vault: {0}. VaultDesk does not follow them.</source>
        <translation>Liens symboliques dans le coffre&#xa0;: {0}. VaultDesk ne les suit pas.</translation>
    </message>
    <message>
        <source>Symbolic links to targets outside the vault: {0}. VaultDesk does not follow them: their targets are not found, shown or changed.</source>
        <translation>Liens symboliques vers des cibles hors du coffre&#xa0;: {0}. VaultDesk ne les suit pas&#xa0;: leurs cibles ne sont ni trouvées, ni affichées, ni modifiées.</translation>
    </message>
    <message>
        <source>The certificates for encrypted connections cannot be read</source>
        <translation>Les certificats des connexions chiffrées ne peuvent pas être lus</translation>
    </message>
    <message>
        <source>The file is unchanged.</source>
        <translation>Le fichier est inchangé.</translation>
    </message>
    <message>
        <source>The notes that were found were not read.</source>
        <translation>Les notes trouvées n’ont pas été lues.</translation>
    </message>
    <message>
        <source>The notes were not searched.</source>
        <translation>La recherche dans les notes n’a pas eu lieu.</translation>
    </message>
    <message>
        <source>The page is longer than can be read. The end of its text is missing.</source>
        <translation>La page est trop longue pour être lue en entier. La fin de son texte manque.</translation>
    </message>
    <message>
        <source>The record of tool calls cannot be read: {0}.</source>
        <translation>Le registre des appels d’outils ne peut pas être lu&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The record of tool calls cannot be written: {0}.</source>
        <translation>Le registre des appels d’outils ne peut pas être écrit&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The settings of Obsidian in this vault can be read.</source>
        <translation>Les paramètres d’Obsidian dans ce coffre peuvent être lus.</translation>
    </message>
    <message>
        <source>The variables SSL_CERT_FILE and SSL_CERT_DIR must name existing certificates, or be unset.</source>
        <translation>Les variables SSL_CERT_FILE et SSL_CERT_DIR doivent indiquer des certificats existants, ou ne pas être définies.</translation>
    </message>
    <message>
        <source>Trusted</source>
        <translation>De confiance</translation>
    </message>
    <message>
        <source>You refused it.</source>
        <translation>Vous avez refusé.</translation>
    </message>
    <message>
        <source>Your notes may answer this:</source>
        <translation>Vos notes contiennent peut-être la réponse&#xa0;:</translation>
    </message>
    <message>
        <source>a model outside this computer indexes notes for search by meaning</source>
        <translation>un modèle hors de cet ordinateur indexe les notes pour la recherche par le sens</translation>
    </message>
    <message>
        <source>makes one change to several notes; you can leave some out of it.</source>
        <translation>apporte une même modification à plusieurs notes&#xa0;; vous pouvez en exclure certaines.</translation>
    </message>
    <message>
        <source>not in {0}</source>
        <translation>pas dans {0}</translation>
    </message>
    <message>
        <source>not {0}</source>
        <translation>non {0}</translation>
    </message>
    <message>
        <source>reads a note and gives its text, properties, tags and links to the model.</source>
        <translation>lit une note et donne son texte, ses propriétés, ses étiquettes et ses liens au modèle.</translation>
    </message>
    <message>
        <source>reads several notes and gives their text to the model.</source>
        <translation>lit plusieurs notes et donne leur texte au modèle.</translation>
    </message>
    <message>
        <source>removed from the disk; VaultDesk can undo it for {0} day, up to {1} MB of earlier versions</source>
        <translation>effacé du disque&#xa0;; VaultDesk peut l’annuler pendant {0} jour, jusqu’à {1} Mo de versions antérieures</translation>
    </message>
    <message>
        <source>removed from the disk; VaultDesk can undo it for {0} days, up to {1} MB of earlier versions</source>
        <translation>effacé du disque&#xa0;; VaultDesk peut l’annuler pendant {0} jours, jusqu’à {1} Mo de versions antérieures</translation>
    </message>
    <message>
        <source>removes a note from the vault; links to it will be broken.</source>
        <translation>retire une note du coffre&#xa0;; les liens vers elle seront rompus.</translation>
    </message>
    <message>
        <source>sends search words to a search engine. You see what it finds before the model does.</source>
        <translation>envoie des mots de recherche à un moteur de recherche. Vous voyez ce qu’il trouve avant le modèle.</translation>
    </message>
    <message>
        <source>the name {0} is taken.</source>
        <translation>le nom {0} est déjà utilisé.</translation>
    </message>
    <message>
        <source>the parameters of {0} are not Parameters that can be written as JSON Schema.</source>
        <translation>les paramètres de {0} ne sont pas des Parameters qui peuvent s’écrire comme schéma JSON.</translation>
    </message>
    <message>
        <source>without a link to “{0}”</source>
        <translation>sans lien vers «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>{0} bytes</source>
        <translation>{0} octets</translation>
    </message>
    <message>
        <source>{0} cannot be created ({1}).</source>
        <translation>{0} ne peut pas être créé ({1}).</translation>
    </message>
    <message>
        <source>{0} could not be read.</source>
        <translation>Impossible de lire {0}.</translation>
    </message>
    <message>
        <source>{0} does not use the {1} protocol: it sent {2}</source>
        <translation>{0} n’utilise pas le protocole «&#xa0;{1}&#xa0;»&#xa0;: il a envoyé {2}</translation>
    </message>
    <message>
        <source>{0} has no name in snake_case.</source>
        <translation>{0} n’a pas de nom en snake_case.</translation>
    </message>
    <message>
        <source>{0} is not a Tool class.</source>
        <translation>{0} n’est pas une classe de Tool.</translation>
    </message>
    <message>
        <source>{0} must have the effect read, write, delete or network.</source>
        <translation>{0} doit avoir l’effet read, write, delete ou network.</translation>
    </message>
    <message>
        <source>{0} needs a {1} of at most {2} characters.</source>
        <translation>{0} doit avoir {1} de {2} caractères au plus.</translation>
    </message>
    <message>
        <source>{0} of {1} tasks ({2}):</source>
        <translation>{0} tâches sur {1} ({2})&#xa0;:</translation>
    </message>
    <message>
        <source>{0} old message no longer fits and was summarized for the model. The chat itself is not changed.</source>
        <translation>{0} ancien message ne tient plus et a été résumé pour le modèle. La discussion elle-même n’est pas modifiée.</translation>
    </message>
    <message>
        <source>{0} old messages no longer fit and were summarized for the model. The chat itself is not changed.</source>
        <translation>{0} anciens messages ne tiennent plus et ont été résumés pour le modèle. La discussion elle-même n’est pas modifiée.</translation>
    </message>
    <message>
        <source>{0}&apos;s own model</source>
        <translation>le modèle propre à {0}</translation>
    </message>
    <message>
        <source>{0}, line {1}: {2}: {3}. It is not used.</source>
        <translation>{0}, ligne {1}&#xa0;: {2}&#xa0;: {3}. Cela n’est pas utilisé.</translation>
    </message>
    <message>
        <source>{0}: folders that cannot be listed: {1}.</source>
        <translation>{0}&#xa0;: dossiers qui ne peuvent pas être listés&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>{0}: it cannot be loaded ({1}).</source>
        <translation>{0}&#xa0;: il ne peut pas être chargé ({1}).</translation>
    </message>
    <message>
        <source>{0}: it contains no tools.</source>
        <translation>{0}&#xa0;: il ne contient aucun outil.</translation>
    </message>
    <message>
        <source>{0}: more than {1} notes; not all were counted in time.</source>
        <translation>{0}&#xa0;: plus de {1} notes&#xa0;; toutes n’ont pas été comptées à temps.</translation>
    </message>
    <message>
        <source>{0}: no toolset of this name is installed.</source>
        <translation>{0}&#xa0;: aucun jeu d’outils de ce nom n’est installé.</translation>
    </message>
    <message>
        <source>{0}: only the first {1} of its {2} tools are used.</source>
        <translation>{0}&#xa0;: seuls les {1} premiers de ses {2} outils sont utilisés.</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}&#xa0;: {1}</translation>
    </message>
    <message>
        <source>{0}: {1} notes in {2} folders.</source>
        <translation>{0}&#xa0;: {1} notes dans {2} dossiers.</translation>
    </message>
    <message>
        <source>{0}: {1} notes in {2} folders. Files and folders left out because of their names: {3}.</source>
        <translation>{0}&#xa0;: {1} notes dans {2} dossiers. Fichiers et dossiers omis à cause de leur nom&#xa0;: {3}.</translation>
    </message>
    <message>
        <source>{0}: {1}.</source>
        <translation>{0}&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>{0}: {1}. Correct the file or move it away; until then VaultDesk uses default settings and saves none.</source>
        <translation>{0}&#xa0;: {1}. Corrigez le fichier ou déplacez-le&#xa0;; d’ici là, VaultDesk utilise les paramètres par défaut et n’en enregistre aucun.</translation>
    </message>
    <message>
        <source>{0}: {1}. The file was not changed.</source>
        <translation>{0}&#xa0;: {1}. Le fichier n’a pas été modifié.</translation>
    </message>
    <message>
        <source>{0}: {1}. Until it can be read, VaultDesk uses default settings.</source>
        <translation>{0}&#xa0;: {1}. Tant que le fichier ne peut pas être lu, VaultDesk utilise les paramètres par défaut.</translation>
    </message>
    <message>
        <source>{0}: {1}: {2}. It is not used.</source>
        <translation>{0}&#xa0;: {1}&#xa0;: {2}. Cela n’est pas utilisé.</translation>
    </message>
    <message>
        <source>{0}; it stays on this computer</source>
        <translation>{0}&#xa0;; elle reste sur cet ordinateur</translation>
    </message>
    <message>
        <source>{0}; they stay on this computer</source>
        <translation>{0}&#xa0;; elles restent sur cet ordinateur</translation>
    </message>
    <message>
        <source>{0}; what is found stays on this computer</source>
        <translation>{0}&#xa0;; ce qui est trouvé reste sur cet ordinateur</translation>
    </message>
    <message>
        <source>{0}” and “{1}</source>
        <translation>{0}&#xa0;» et «&#xa0;{1}</translation>
    </message>
    <message>
        <source>{0}”, “{1}</source>
        <translation>{0}&#xa0;», «&#xa0;{1}</translation>
    </message>
    <message>
        <source>{1} and {0} more</source>
        <translation>{1} et {0} de plus</translation>
    </message>
    <message>
        <source>{1} and {0} more folder</source>
        <translation>{1} et {0} autre dossier</translation>
    </message>
    <message>
        <source>{1} and {0} more folders</source>
        <translation>{1} et {0} autres dossiers</translation>
    </message>
    <message>
        <source>{1} answered in {2} s and offers {0} model.</source>
        <translation>{1} a répondu en {2} s et propose {0} modèle.</translation>
    </message>
    <message>
        <source>{1} answered in {2} s and offers {0} models.</source>
        <translation>{1} a répondu en {2} s et propose {0} modèles.</translation>
    </message>
    <message>
        <source>“folders” names a folder that is not in the vault: “{0}”.</source>
        <translation>«&#xa0;folders&#xa0;» nomme un dossier absent du coffre&#xa0;: «&#xa0;{0}&#xa0;».</translation>
    </message>
    <message>
        <source>“links” names a note that does not exist: “{0}”.</source>
        <translation>«&#xa0;links&#xa0;» nomme une note qui n’existe pas&#xa0;: «&#xa0;{0}&#xa0;».</translation>
    </message>
    <message>
        <source>“model” names a model that is not available. {0}.</source>
        <translation>«&#xa0;model&#xa0;» nomme un modèle qui n’est pas disponible. {0}.</translation>
    </message>
    <message>
        <source>“tags” contains an invalid tag: “{0}”.</source>
        <translation>«&#xa0;tags&#xa0;» contient une étiquette non valide&#xa0;: «&#xa0;{0}&#xa0;».</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>«&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>“{0}” cannot be a note&apos;s name: {1}.</source>
        <translation>«&#xa0;{0}&#xa0;» ne peut pas être le nom d’une note&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>“{0}” cannot be moved into itself.</source>
        <translation>«&#xa0;{0}&#xa0;» ne peut pas être déplacé dans lui-même.</translation>
    </message>
    <message>
        <source>“{0}” cannot be read</source>
        <translation>«&#xa0;{0}&#xa0;» ne peut pas être lu</translation>
    </message>
    <message>
        <source>“{0}” cannot be read from the disk.</source>
        <translation>«&#xa0;{0}&#xa0;» ne peut pas être lu sur le disque.</translation>
    </message>
    <message>
        <source>“{0}” cannot be read: {1}</source>
        <translation>«&#xa0;{0}&#xa0;» ne peut pas être lu&#xa0;: {1}</translation>
    </message>
    <message>
        <source>“{0}” cannot be read: {1}.</source>
        <translation>«&#xa0;{0}&#xa0;» ne peut pas être lu&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>“{0}” cannot be set by a note, only in Settings.</source>
        <translation>«&#xa0;{0}&#xa0;» ne peut pas être défini par une note, seulement dans Paramètres.</translation>
    </message>
    <message>
        <source>“{0}” changed since it was read.</source>
        <translation>«&#xa0;{0}&#xa0;» a changé depuis sa lecture.</translation>
    </message>
    <message>
        <source>“{0}” contains invisible characters; they are shown as &lt;U+…&gt;.</source>
        <translation>«&#xa0;{0}&#xa0;» contient des caractères invisibles&#xa0;; ils sont affichés sous la forme &lt;U+…&gt;.</translation>
    </message>
    <message>
        <source>“{0}” contains only zero bytes.</source>
        <translation>«&#xa0;{0}&#xa0;» ne contient que des octets nuls.</translation>
    </message>
    <message>
        <source>“{0}” could not be moved to the system&apos;s trash: {1}.</source>
        <translation>«&#xa0;{0}&#xa0;» n’a pas pu être mis à la corbeille du système&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>“{0}” has a conflict copy of a sync program: “{1}”.</source>
        <translation>«&#xa0;{0}&#xa0;» a une copie en conflit d’un programme de synchronisation&#xa0;: «&#xa0;{1}&#xa0;».</translation>
    </message>
    <message>
        <source>“{0}” is a file, not a folder.</source>
        <translation>«&#xa0;{0}&#xa0;» est un fichier, pas un dossier.</translation>
    </message>
    <message>
        <source>“{0}” is a link, or is reached through one.</source>
        <translation>«&#xa0;{0}&#xa0;» est un lien, ou est atteint par un lien.</translation>
    </message>
    <message>
        <source>“{0}” is among the files you excluded in Obsidian.</source>
        <translation>«&#xa0;{0}&#xa0;» fait partie des fichiers que vous avez exclus dans Obsidian.</translation>
    </message>
    <message>
        <source>“{0}” is in iCloud and not on this computer.</source>
        <translation>«&#xa0;{0}&#xa0;» est dans iCloud, et pas sur cet ordinateur.</translation>
    </message>
    <message>
        <source>“{0}” is larger than {1} MB</source>
        <translation>«&#xa0;{0}&#xa0;» dépasse {1} Mo</translation>
    </message>
    <message>
        <source>“{0}” is larger than {1} MB.</source>
        <translation>«&#xa0;{0}&#xa0;» dépasse {1} Mo.</translation>
    </message>
    <message>
        <source>“{0}” is not a chat.</source>
        <translation>«&#xa0;{0}&#xa0;» n’est pas une discussion.</translation>
    </message>
    <message>
        <source>“{0}” is not a file that can be read</source>
        <translation>«&#xa0;{0}&#xa0;» n’est pas un fichier lisible</translation>
    </message>
    <message>
        <source>“{0}” is not a valid tag</source>
        <translation>«&#xa0;{0}&#xa0;» n’est pas une étiquette valide</translation>
    </message>
    <message>
        <source>“{0}” is not a text, PDF or picture that can be read</source>
        <translation>«&#xa0;{0}&#xa0;» n’est ni un texte, ni un PDF, ni une image lisible</translation>
    </message>
    <message>
        <source>“{0}” is not UTF-8 text and was not changed.</source>
        <translation>«&#xa0;{0}&#xa0;» n’est pas du texte UTF-8 et n’a pas été modifié.</translation>
    </message>
    <message>
        <source>“{0}” is not UTF-8 text.</source>
        <translation>«&#xa0;{0}&#xa0;» n’est pas du texte UTF-8.</translation>
    </message>
    <message>
        <source>“{0}” is not a note&apos;s name.</source>
        <translation>«&#xa0;{0}&#xa0;» n’est pas le nom d’une note.</translation>
    </message>
    <message>
        <source>“{0}” is not a note.</source>
        <translation>«&#xa0;{0}&#xa0;» n’est pas une note.</translation>
    </message>
    <message>
        <source>“{0}” is not a path in this vault: {1}.</source>
        <translation>«&#xa0;{0}&#xa0;» n’est pas un chemin dans ce coffre&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>“{0}” is not a regular file.</source>
        <translation>«&#xa0;{0}&#xa0;» n’est pas un fichier ordinaire.</translation>
    </message>
    <message>
        <source>“{0}” is not a text file.</source>
        <translation>«&#xa0;{0}&#xa0;» n’est pas un fichier texte.</translation>
    </message>
    <message>
        <source>“{0}” is not known and may be meant to limit the project. Known properties: {1}.</source>
        <translation>«&#xa0;{0}&#xa0;» n’est pas connu et vise peut-être à limiter le projet. Propriétés connues&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>“{0}” no longer exists.</source>
        <translation>«&#xa0;{0}&#xa0;» n’existe plus.</translation>
    </message>
    <message>
        <source>“{0}” is outside the folders of this agent or project.</source>
        <translation>«&#xa0;{0}&#xa0;» se trouve hors des dossiers de cet agent ou de ce projet.</translation>
    </message>
    <message>
        <source>“{0}” is private ({1}), so nothing was sent to {2}</source>
        <translation>La note «&#xa0;{0}&#xa0;» est privée ({1})&#xa0;; rien n’a donc été envoyé à {2}</translation>
    </message>
    <message>
        <source>“{0}” is private, so nothing was sent to {1}</source>
        <translation>La note «&#xa0;{0}&#xa0;» est privée&#xa0;; rien n’a donc été envoyé à {1}</translation>
    </message>
    <message>
        <source>“{0}” is set twice</source>
        <translation>«&#xa0;{0}&#xa0;» est défini deux fois</translation>
    </message>
    <message>
        <source>“{0}” is written in UTF-16.</source>
        <translation>«&#xa0;{0}&#xa0;» est écrit en UTF-16.</translation>
    </message>
    <message>
        <source>“{0}” is reached through a link.</source>
        <translation>«&#xa0;{0}&#xa0;» est atteint par un lien.</translation>
    </message>
    <message>
        <source>“{0}” may not be read.</source>
        <translation>La lecture de «&#xa0;{0}&#xa0;» n’est pas permise.</translation>
    </message>
    <message>
        <source>“{0}” is not used by VaultDesk.</source>
        <translation>«&#xa0;{0}&#xa0;» n’est pas utilisé par VaultDesk.</translation>
    </message>
    <message>
        <source>“{0}” mixes {1} letters in one word; it may imitate another name.</source>
        <translation>«&#xa0;{0}&#xa0;» mélange des lettres {1} dans un même mot&#xa0;; il imite peut-être un autre nom.</translation>
    </message>
    <message>
        <source>“{0}” must be a list of names (numbers in quotes).</source>
        <translation>«&#xa0;{0}&#xa0;» doit être une liste de noms (nombres entre guillemets).</translation>
    </message>
    <message>
        <source>“{0}” must be text on one line.</source>
        <translation>«&#xa0;{0}&#xa0;» doit être du texte sur une seule ligne.</translation>
    </message>
    <message>
        <source>“{0}” names more than {1}.</source>
        <translation>«&#xa0;{0}&#xa0;» en nomme plus de {1}.</translation>
    </message>
    <message>
        <source>“{0}” repeats another property.</source>
        <translation>«&#xa0;{0}&#xa0;» répète une autre propriété.</translation>
    </message>
    <message>
        <source>Creating “{0}” was interrupted. The note does not exist.</source>
        <translation>La création de «&#xa0;{0}&#xa0;» a été interrompue. La note n’existe pas.</translation>
    </message>
    <message>
        <source>“{0}” has changed since it was created.</source>
        <translation>«&#xa0;{0}&#xa0;» a été modifié depuis sa création.</translation>
    </message>
    <message>
        <source>“{0}” has since changed.</source>
        <translation>«&#xa0;{0}&#xa0;» a été modifié depuis.</translation>
    </message>
    <message>
        <source>“{0}” was changed, but its content is different now.</source>
        <translation>«&#xa0;{0}&#xa0;» a été modifié, mais son contenu est maintenant différent.</translation>
    </message>
    <message>
        <source>“{0}” was changed, but the disk reported an error.</source>
        <translation>«&#xa0;{0}&#xa0;» a été modifié, mais le disque a signalé une erreur.</translation>
    </message>
    <message>
        <source>“{0}” has since been deleted or moved by another program.</source>
        <translation>«&#xa0;{0}&#xa0;» a été supprimé ou déplacé depuis par un autre programme.</translation>
    </message>
    <message>
        <source>“{0}” has since been deleted.</source>
        <translation>«&#xa0;{0}&#xa0;» a été supprimé depuis.</translation>
    </message>
    <message>
        <source>“{0}” has since been moved to “{1}”.</source>
        <translation>«&#xa0;{0}&#xa0;» a été déplacé depuis vers «&#xa0;{1}&#xa0;».</translation>
    </message>
    <message>
        <source>“{0}” was not saved: {1}</source>
        <translation>«&#xa0;{0}&#xa0;» n’a pas été enregistré&#xa0;: {1}</translation>
    </message>
    <message>
        <source>“{0}” was saved, but the disk did not confirm it.</source>
        <translation>«&#xa0;{0}&#xa0;» a été enregistré, mais le disque ne l’a pas confirmé.</translation>
    </message>
    <message>
        <source>“{0}” was written by a newer VaultDesk.</source>
        <translation>«&#xa0;{0}&#xa0;» a été écrit par un VaultDesk plus récent.</translation>
    </message>
    <message>
        <source>“{0}” was written by another program while a change of it was interrupted. The version of that program remains; the earlier versions are in the list of changes.</source>
        <translation>«&#xa0;{0}&#xa0;» a été écrit par un autre programme pendant qu’une modification était interrompue. La version de ce programme reste en place&#xa0;; les versions antérieures sont dans la liste des modifications.</translation>
    </message>
    <message>
        <source>A line of the properties is not valid YAML.</source>
        <translation>Une ligne des propriétés n’est pas du YAML valide.</translation>
    </message>
    <message>
        <source>Line {0} is not valid YAML.</source>
        <translation>La ligne {0} n’est pas du YAML valide.</translation>
    </message>
    <message>
        <source>Line {0} is not valid YAML: {1}.</source>
        <translation>La ligne {0} n’est pas du YAML valide&#xa0;: {1}.</translation>
    </message>
    <message>
        <source>The properties have characters that YAML does not allow.</source>
        <translation>Les propriétés contiennent des caractères que YAML n’autorise pas.</translation>
    </message>
    <message>
        <source>The properties are more than one YAML document.</source>
        <translation>Les propriétés forment plus d’un document YAML.</translation>
    </message>
    <message>
        <source>The block between the --- lines is not a list of properties.</source>
        <translation>Le bloc entre les lignes --- n’est pas une liste de propriétés.</translation>
    </message>
    <message>
        <source>Line {0} uses a YAML anchor or alias; those are not read.</source>
        <translation>La ligne {0} utilise une ancre ou un alias YAML&#xa0;; ils ne sont pas lus.</translation>
    </message>
    <message>
        <source>Line {0} uses a YAML tag; those are not read.</source>
        <translation>La ligne {0} utilise une étiquette YAML&#xa0;; celles-ci ne sont pas lues.</translation>
    </message>
    <message>
        <source>The properties are nested more than {0} deep.</source>
        <translation>Les propriétés sont imbriquées sur plus de {0} niveaux.</translation>
    </message>
    <message>
        <source>Line {0} has a placeholder or a list where a name should be.</source>
        <translation>La ligne {0} contient un espace réservé ou une liste à la place d’un nom.</translation>
    </message>
    <message>
        <source>Line {0} sets “{1}” a second time.</source>
        <translation>La ligne {0} définit «&#xa0;{1}&#xa0;» une deuxième fois.</translation>
    </message>
    <message>
        <source>The properties are longer than {0} kB.</source>
        <translation>Les propriétés dépassent {0}&#xa0;ko.</translation>
    </message>
    <message>
        <source>They are written as JSON.</source>
        <translation>Elles sont écrites en JSON.</translation>
    </message>
    <message>
        <source>Change one of them in Obsidian, which then writes them as YAML.</source>
        <translation>Modifiez l’une d’elles dans Obsidian, qui les écrit alors en YAML.</translation>
    </message>
    <message>
        <source>Correct them in an editor first.</source>
        <translation>Corrigez-les d’abord dans un éditeur.</translation>
    </message>
    <message>
        <source>They have both “{0}” and “{1}”.</source>
        <translation>Elles contiennent à la fois «&#xa0;{0}&#xa0;» et «&#xa0;{1}&#xa0;».</translation>
    </message>
    <message>
        <source>Name one of them exactly.</source>
        <translation>Nommez exactement l’une d’elles.</translation>
    </message>
    <message>
        <source>“{0}” is not on lines of its own.</source>
        <translation>«&#xa0;{0}&#xa0;» n’est pas sur des lignes à part.</translation>
    </message>
    <message>
        <source>Their layout does not allow changing single lines.</source>
        <translation>Leur mise en forme ne permet pas de modifier des lignes isolées.</translation>
    </message>
    <message>
        <source>Their “tags” property is not a list.</source>
        <translation>Leur propriété «&#xa0;tags&#xa0;» n’est pas une liste.</translation>
    </message>
</context>
<context>
    <name>CountCard</name>
    <message>
        <source>{n} note</source>
        <translation>{n} note</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notes</translation>
    </message>
    <message>
        <source>all ask first</source>
        <translation>toutes demandent d’abord</translation>
    </message>
    <message>
        <source>{0} ask first</source>
        <translation>{0} demandent d’abord</translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>Details of the unexpected exit</source>
        <translation>Détails de la fermeture inattendue</translation>
    </message>
    <message>
        <source>Details of the error</source>
        <translation>Détails de l’erreur</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Rapport</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Show Folder</source>
        <translation>Afficher le dossier</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>The report contains no text of your notes and no API keys. Nothing was sent. To report the problem, copy this text.</source>
        <translation>Le rapport ne contient ni texte de vos notes ni clé d’API. Rien n’a été envoyé. Pour signaler le problème, copiez ce texte.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copié</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>Afficher les détails</translation>
    </message>
</context>
<context>
    <name>DBusNotifications</name>
    <message>
        <source>Show</source>
        <translation>Afficher</translation>
    </message>
</context>
<context>
    <name>DailyNoteNavigation</name>
    <message>
        <source>Daily note of {day}</source>
        <translation>Note du jour du {day}</translation>
    </message>
    <message>
        <source>The template for daily notes cannot be read, so the note starts empty.</source>
        <translation>Le modèle des notes du jour ne peut pas être lu&#xa0;; la note commence donc vide.</translation>
    </message>
    <message>
        <source>There is no daily note after {day}.</source>
        <translation>Il n’y a pas de note du jour après le {day}.</translation>
    </message>
    <message>
        <source>There is no daily note before {day}.</source>
        <translation>Il n’y a pas de note du jour avant le {day}.</translation>
    </message>
</context>
<context>
    <name>Dates</name>
    <message>
        <source>1 day ago</source>
        <translation>il y a 1 jour</translation>
    </message>
    <message>
        <source>1 hour ago</source>
        <translation>il y a 1 heure</translation>
    </message>
    <message>
        <source>1 minute ago</source>
        <translation>il y a 1 minute</translation>
    </message>
    <message>
        <source>MMM yyyy</source>
        <translation>MMM yyyy</translation>
    </message>
    <message>
        <source>MMMM yyyy</source>
        <translation>MMMM yyyy</translation>
    </message>
    <message>
        <source>Today, {day}</source>
        <translation>Aujourd’hui, {day}</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Hier</translation>
    </message>
    <message>
        <source>Yesterday, {day}</source>
        <translation>Hier, {day}</translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation>d MMM</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>d MMM yyyy</translation>
    </message>
    <message>
        <source>d MMMM</source>
        <translation>d MMMM</translation>
    </message>
    <message>
        <source>d MMMM yyyy</source>
        <translation>d MMMM yyyy</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>à l’instant</translation>
    </message>
    <message>
        <source>on {day}</source>
        <translation>le {day}</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>hier</translation>
    </message>
    <message>
        <source>{n} days ago</source>
        <translation>il y a {n} jours</translation>
    </message>
    <message>
        <source>{n} hours ago</source>
        <translation>il y a {n} heures</translation>
    </message>
    <message>
        <source>{n} min ago</source>
        <translation>il y a {n} min</translation>
    </message>
    <message>
        <source>{n} minutes ago</source>
        <translation>il y a {n} minutes</translation>
    </message>
    <message>
        <source>{weekday}, {day}</source>
        <translation>{weekday} {day}</translation>
    </message>
    <message>
        <source>Changed: {when}</source>
        <translation>Modifiée&#xa0;: {when}</translation>
    </message>
    <message>
        <source>Indexed {when}</source>
        <translation>Indexée {when}</translation>
    </message>
</context>
<context>
    <name>DesktopSheet</name>
    <message>
        <source>Desktop</source>
        <translation>Bureau</translation>
    </message>
    <message>
        <source>What VaultDesk does outside its windows.</source>
        <translation>Ce que VaultDesk fait en dehors de ses fenêtres.</translation>
    </message>
    <message>
        <source>This desktop shows a tray.</source>
        <translation>Ce bureau affiche une zone de notification.</translation>
    </message>
    <message>
        <source>This desktop shows no tray, so closing the last window ends VaultDesk.</source>
        <translation>Ce bureau n’affiche pas de zone de notification&#xa0;: fermer la dernière fenêtre quitte donc VaultDesk.</translation>
    </message>
</context>
<context>
    <name>DetailsButton</name>
    <message>
        <source>Details</source>
        <translation>Détails</translation>
    </message>
</context>
<context>
    <name>DiagnosisSheet</name>
    <message>
        <source>Tests what works on this computer and shows how to fix what does not.</source>
        <translation>Teste ce qui fonctionne sur cet ordinateur et montre comment corriger le reste.</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Cet ordinateur</translation>
    </message>
    <message>
        <source>Check This Computer</source>
        <translation>Vérifier cet ordinateur</translation>
    </message>
    <message>
        <source>Ask the Providers Too</source>
        <translation>Interroger aussi les fournisseurs</translation>
    </message>
    <message>
        <source>Copy Report</source>
        <translation>Copier le rapport</translation>
    </message>
    <message>
        <source>Checks done</source>
        <translation>Vérifications faites</translation>
    </message>
    <message>
        <source>Show only what needs attention</source>
        <translation>N’afficher que ce qui demande attention</translation>
    </message>
    <message>
        <source>“{button}” asks {hosts} for the list of models. No note text is sent.</source>
        <translation>«&#xa0;{button}&#xa0;» demande à {hosts} la liste des modèles. Aucun texte de note n’est envoyé.</translation>
    </message>
    <message>
        <source>The checks are not finished yet.</source>
        <translation>Les vérifications ne sont pas encore terminées.</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Vérification…</translation>
    </message>
    <message>
        <source>Checking… {done} of {total}</source>
        <translation>Vérification… {done} sur {total}</translation>
    </message>
    <message>
        <source>Check Again</source>
        <translation>Vérifier à nouveau</translation>
    </message>
    <message>
        <source>Copied. API keys, note names, your name and your home folder are left out.</source>
        <translation>Copié. Les clés d’API, les noms de notes, votre nom et votre dossier personnel sont omis.</translation>
    </message>
    <message>
        <source>Nothing has been checked yet.</source>
        <translation>Rien n’a encore été vérifié.</translation>
    </message>
    <message>
        <source>Nothing has been checked yet. Checking takes a few seconds.</source>
        <translation>Rien n’a encore été vérifié. La vérification prend quelques secondes.</translation>
    </message>
    <message>
        <source>No problems found. Works: {fine}.</source>
        <translation>Aucun problème trouvé. Fonctionne&#xa0;: {fine}.</translation>
    </message>
    <message>
        <source>Cache folder</source>
        <translation>Dossier du cache</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>Dossier des données</translation>
    </message>
    <message>
        <source>Disk with the data</source>
        <translation>Disque des données</translation>
    </message>
    <message>
        <source>Disk with the vault</source>
        <translation>Disque du coffre</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>Écran</translation>
    </message>
    <message>
        <source>Does not work: {failed}. Worth knowing: {known}. Works: {fine}.</source>
        <translation>Ne fonctionne pas&#xa0;: {failed}. À savoir&#xa0;: {known}. Fonctionne&#xa0;: {fine}.</translation>
    </message>
    <message>
        <source>Folders and keys</source>
        <translation>Dossiers et clés</translation>
    </message>
    <message>
        <source>Full-text search</source>
        <translation>Recherche en texte intégral</translation>
    </message>
    <message>
        <source>Input method</source>
        <translation>Méthode de saisie</translation>
    </message>
    <message>
        <source>API keys</source>
        <translation>Clés d’API</translation>
    </message>
    <message>
        <source>Quick ask shortcut</source>
        <translation>Raccourci de la question rapide</translation>
    </message>
    <message>
        <source>Last exit</source>
        <translation>Dernière fermeture</translation>
    </message>
    <message>
        <source>Symbolic links</source>
        <translation>Liens symboliques</translation>
    </message>
    <message>
        <source>Log folder</source>
        <translation>Dossier des journaux</translation>
    </message>
    <message>
        <source>Desktop notifications</source>
        <translation>Notifications du bureau</translation>
    </message>
    <message>
        <source>Models and the web</source>
        <translation>Modèles et Web</translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation>Modèles sur cet ordinateur</translation>
    </message>
    <message>
        <source>No failures. Worth knowing: {known}. Works: {fine}.</source>
        <translation>Aucun échec. À savoir&#xa0;: {known}. Fonctionne&#xa0;: {fine}.</translation>
    </message>
    <message>
        <source>Program files</source>
        <translation>Fichiers du programme</translation>
    </message>
    <message>
        <source>PDF pages</source>
        <translation>Pages PDF</translation>
    </message>
    <message>
        <source>Folder locations</source>
        <translation>Emplacements des dossiers</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Recherche</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Recherche par le sens</translation>
    </message>
    <message>
        <source>Search index</source>
        <translation>Index de recherche</translation>
    </message>
    <message>
        <source>Settings file</source>
        <translation>Fichier des paramètres</translation>
    </message>
    <message>
        <source>Settings folder</source>
        <translation>Dossier des paramètres</translation>
    </message>
    <message>
        <source>Settings of Obsidian</source>
        <translation>Paramètres d’Obsidian</translation>
    </message>
    <message>
        <source>Show the Desktop Settings</source>
        <translation>Afficher les paramètres du bureau</translation>
    </message>
    <message>
        <source>Show the Providers</source>
        <translation>Afficher les fournisseurs</translation>
    </message>
    <message>
        <source>Show the Search Index</source>
        <translation>Afficher l’index de recherche</translation>
    </message>
    <message>
        <source>Show the Web Settings</source>
        <translation>Afficher les paramètres du Web</translation>
    </message>
    <message>
        <source>Spelling</source>
        <translation>Orthographe</translation>
    </message>
    <message>
        <source>Sync folder</source>
        <translation>Dossier synchronisé</translation>
    </message>
    <message>
        <source>The vault</source>
        <translation>Le coffre</translation>
    </message>
    <message>
        <source>This program</source>
        <translation>Ce programme</translation>
    </message>
    <message>
        <source>Toolsets</source>
        <translation>Jeux d’outils</translation>
    </message>
    <message>
        <source>Tray</source>
        <translation>Zone de notification</translation>
    </message>
    <message>
        <source>Upper and lower case</source>
        <translation>Majuscules et minuscules</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>Coffre</translation>
    </message>
    <message>
        <source>VaultDesk</source>
        <translation>VaultDesk</translation>
    </message>
    <message>
        <source>Change detection</source>
        <translation>Détection des changements</translation>
    </message>
    <message>
        <source>Web search</source>
        <translation>Recherche Web</translation>
    </message>
    <message>
        <source>Window and desktop</source>
        <translation>Fenêtre et bureau</translation>
    </message>
    <message>
        <source>Window toolkit (Qt)</source>
        <translation>Bibliothèque graphique (Qt)</translation>
    </message>
    <message>
        <source>does not work</source>
        <translation>ne fonctionne pas</translation>
    </message>
    <message>
        <source>works</source>
        <translation>fonctionne</translation>
    </message>
    <message>
        <source>worth knowing</source>
        <translation>à savoir</translation>
    </message>
</context>
<context>
    <name>DiffHeadPainter</name>
    <message>
        <source>1 unchanged line</source>
        <translation>1 ligne inchangée</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Déplacement</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>modifié par vous</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>laissée de côté</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>ligne {0}</translation>
    </message>
    <message>
        <source>lines {0}–{1}</source>
        <translation>lignes {0}–{1}</translation>
    </message>
    <message>
        <source>new note</source>
        <translation>nouvelle note</translation>
    </message>
    <message>
        <source>new note, {0}</source>
        <translation>nouvelle note, {0}</translation>
    </message>
    <message>
        <source>ticked</source>
        <translation>cochée</translation>
    </message>
    <message>
        <source>will be deleted</source>
        <translation>sera supprimée</translation>
    </message>
    <message>
        <source>will be deleted, {0}</source>
        <translation>sera supprimée, {0}</translation>
    </message>
    <message>
        <source>{0} blank lines</source>
        <translation>{0} lignes vides</translation>
    </message>
    <message>
        <source>{0} more lines</source>
        <translation>{0} lignes de plus</translation>
    </message>
    <message>
        <source>{0} more lines, {1} of them removed</source>
        <translation>{0} lignes de plus, dont {1} retirées</translation>
    </message>
    <message>
        <source>{0} unchanged lines</source>
        <translation>{0} lignes inchangées</translation>
    </message>
</context>
<context>
    <name>DisclosureDialog</name>
    <message>
        <source>**Nothing leaves this computer.**</source>
        <translation>**Rien ne quitte cet ordinateur.**</translation>
    </message>
    <message>
        <source>1 comment is removed from the notes before sending.</source>
        <translation>1 commentaire est retiré des notes avant l’envoi.</translation>
    </message>
    <message>
        <source>1 earlier answer is not sent because it may repeat private text.</source>
        <translation>1 réponse antérieure n’est pas envoyée, car elle peut répéter un texte privé.</translation>
    </message>
    <message>
        <source>About **{n} tokens** leave this computer for **{host}**, none of them from your notes</source>
        <translation>Environ **{n} jetons** quittent cet ordinateur pour **{host}**, dont aucun ne vient de vos notes</translation>
    </message>
    <message>
        <source>About **{n} tokens** leave this computer for **{host}**, {notes} of them from your notes</source>
        <translation>Environ **{n} jetons** quittent cet ordinateur pour **{host}**, dont {notes} viennent de vos notes</translation>
    </message>
    <message>
        <source>Instruction to the model: “{question}”</source>
        <translation>Consigne au modèle&#xa0;: «&#xa0;{question}&#xa0;»</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Envoyer</translation>
    </message>
    <message>
        <source>Send without Notes</source>
        <translation>Envoyer sans notes</translation>
    </message>
    <message>
        <source>With the chat and the instructions it is about {n} tokens, {money}.</source>
        <translation>Avec la discussion et les instructions, cela fait environ {n} jetons, {money}.</translation>
    </message>
    <message>
        <source>Your question: “{question}”</source>
        <translation>Votre question&#xa0;: «&#xa0;{question}&#xa0;»</translation>
    </message>
    <message>
        <source>{model} at {who}</source>
        <translation>{model} chez {who}</translation>
    </message>
    <message>
        <source>{n} comments are removed from the notes before sending.</source>
        <translation>{n} commentaires sont retirés des notes avant l’envoi.</translation>
    </message>
    <message>
        <source>{n} earlier answers are not sent because they may repeat private text.</source>
        <translation>{n} réponses antérieures ne sont pas envoyées, car elles peuvent répéter un texte privé.</translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation>Ce qui quitte cet ordinateur</translation>
    </message>
</context>
<context>
    <name>DisclosureFilters</name>
    <message>
        <source>Receiver</source>
        <translation>Destinataire</translation>
    </message>
    <message>
        <source>All providers</source>
        <translation>Tous les fournisseurs</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>Mois</translation>
    </message>
    <message>
        <source>All months</source>
        <translation>Tous les mois</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Décision</translation>
    </message>
    <message>
        <source>Any decision</source>
        <translation>Toute décision</translation>
    </message>
    <message>
        <source>Allowed by you</source>
        <translation>Autorisé par vous</translation>
    </message>
    <message>
        <source>Allowed by a rule</source>
        <translation>Autorisé par une règle</translation>
    </message>
    <message>
        <source>Allowed for a chat</source>
        <translation>Autorisé pour une discussion</translation>
    </message>
    <message>
        <source>Needed no approval</source>
        <translation>Sans approbation nécessaire</translation>
    </message>
    <message>
        <source>Withheld</source>
        <translation>Retenu</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Type</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>Tous les types</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Questions</translation>
    </message>
    <message>
        <source>Rewrites</source>
        <translation>Réécritures</translation>
    </message>
    <message>
        <source>Titles and summaries</source>
        <translation>Titres et résumés</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Recherche par le sens</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>Web</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Autres programmes</translation>
    </message>
    <message>
        <source>Connections only</source>
        <translation>Connexions seulement</translation>
    </message>
</context>
<context>
    <name>DisclosureReviewController</name>
    <message>
        <source>An answer is in progress. Wait for it or stop it.</source>
        <translation>Une réponse est en cours. Attendez-la ou arrêtez-la.</translation>
    </message>
    <message>
        <source>Type a question to send it.</source>
        <translation>Tapez une question pour l’envoyer.</translation>
    </message>
</context>
<context>
    <name>DisclosureView</name>
    <message>
        <source>What would leave this computer</source>
        <translation>Ce qui quitterait cet ordinateur</translation>
    </message>
    <message>
        <source>What {who} would read, on this computer</source>
        <translation>Ce que {who} lirait, sur cet ordinateur</translation>
    </message>
    <message>
        <source>Review before each send in this chat</source>
        <translation>Vérifier avant chaque envoi dans cette discussion</translation>
    </message>
    <message>
        <source>Don’t Send</source>
        <translation>Ne pas envoyer</translation>
    </message>
    <message>
        <source>What is sent</source>
        <translation>Ce qui est envoyé</translation>
    </message>
    <message>
        <source>The model rewrites this passage of your note. Your instruction goes with it.</source>
        <translation>Le modèle réécrit ce passage de votre note. Votre consigne part avec lui.</translation>
    </message>
    <message>
        <source>The model uses this passage of your note to define a word.</source>
        <translation>Le modèle définit un mot à partir de ce passage de votre note.</translation>
    </message>
    <message>
        <source>This text of your notes goes with the chat.</source>
        <translation>Ce texte de vos notes part avec la discussion.</translation>
    </message>
    <message>
        <source>This text of your notes goes with “{question}”.</source>
        <translation>Ce texte de vos notes part avec «&#xa0;{question}&#xa0;».</translation>
    </message>
    <message>
        <source>Send your question to {who}?</source>
        <translation>Envoyer votre question à {who}&#xa0;?</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>No text of your notes goes with it: only what is written in this chat, and how tools are used.</source>
        <translation>Aucun texte de vos notes ne part avec elle&#xa0;: seulement ce qui est écrit dans cette discussion, et la façon d’utiliser les outils.</translation>
    </message>
</context>
<context>
    <name>DisclosuresPage</name>
    <message>
        <source>Search by note or question</source>
        <translation>Rechercher par note ou question</translation>
    </message>
    <message>
        <source>Note or question</source>
        <translation>Note ou question</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exporter…</translation>
    </message>
    <message>
        <source>Only what was sent of “{note}” is shown.</source>
        <translation>Seul ce qui a été envoyé de «&#xa0;{note}&#xa0;» est affiché.</translation>
    </message>
    <message>
        <source>What left this computer</source>
        <translation>Ce qui a quitté cet ordinateur</translation>
    </message>
    <message>
        <source>Where “{note}” was sent</source>
        <translation>Où «&#xa0;{note}&#xa0;» a été envoyée</translation>
    </message>
    <message>
        <source>Sent notes, by question</source>
        <translation>Notes envoyées, par question</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Aucun résultat</translation>
    </message>
    <message>
        <source>Nothing has left this computer</source>
        <translation>Rien n’a quitté cet ordinateur</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Tout afficher</translation>
    </message>
    <message>
        <source>Only what was sent in this chat is shown.</source>
        <translation>Seul ce qui a été envoyé dans cette discussion est affiché.</translation>
    </message>
    <message>
        <source>Everything that is sent from this computer is recorded here first.</source>
        <translation>Tout ce qui est envoyé depuis cet ordinateur est d’abord consigné ici.</translation>
    </message>
    <message>
        <source>Try other words, or all months.</source>
        <translation>Essayez d’autres mots, ou tous les mois.</translation>
    </message>
    <message>
        <source>Nothing has left this computer in {month}</source>
        <translation>Rien n’a quitté cet ordinateur en {month}</translation>
    </message>
    <message>
        <source>Nothing has left this computer this month.</source>
        <translation>Ce mois-ci, rien n’a quitté cet ordinateur.</translation>
    </message>
    <message>
        <source>Nothing of yours has left this computer this month.</source>
        <translation>Aucune de vos données n’a quitté cet ordinateur ce mois-ci.</translation>
    </message>
    <message>
        <source>No note has left this computer this month, only {tokens} of questions and instructions.</source>
        <translation>Ce mois-ci, aucune note n’a quitté cet ordinateur, seulement {tokens} de questions et d’instructions.</translation>
    </message>
    <message>
        <source>This month: {notes} in {questions}, {tokens}.</source>
        <translation>Ce mois-ci&#xa0;: {notes} dans {questions}, {tokens}.</translation>
    </message>
    <message>
        <source>1 question</source>
        <translation>1 question</translation>
    </message>
    <message>
        <source>{n} questions</source>
        <translation>{n} questions</translation>
    </message>
    <message>
        <source>With today’s rules, {n} of them would not be sent.</source>
        <translation>Avec les règles d’aujourd’hui, {n} d’entre elles ne seraient pas envoyées.</translation>
    </message>
    <message>
        <source>No private notes.</source>
        <translation>Aucune note privée.</translation>
    </message>
    <message>
        <source>Other vaults and programs sent {tokens} more.</source>
        <translation>D’autres coffres et programmes ont envoyé {tokens} de plus.</translation>
    </message>
    <message>
        <source>Spreadsheet table (CSV)</source>
        <translation>Tableau pour tableur (CSV)</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Export what left this computer</source>
        <translation>Exporter ce qui a quitté cet ordinateur</translation>
    </message>
    <message>
        <source>The file could not be written: {why}.</source>
        <translation>Le fichier n’a pas pu être écrit&#xa0;: {why}.</translation>
    </message>
    <message>
        <source>Written to {file}.</source>
        <translation>Écrit dans {file}.</translation>
    </message>
    <message>
        <source>1 note was withheld</source>
        <translation>1 note a été retenue</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Copier le chemin</translation>
    </message>
    <message>
        <source>Earlier answers and results</source>
        <translation>Réponses et résultats précédents</translation>
    </message>
    <message>
        <source>Instructions and tools</source>
        <translation>Instructions et outils</translation>
    </message>
    <message>
        <source>Never send it again</source>
        <translation>Ne plus jamais l’envoyer</translation>
    </message>
    <message>
        <source>Open note</source>
        <translation>Ouvrir la note</translation>
    </message>
    <message>
        <source>Rewrite of {note}</source>
        <translation>Réécriture dans {note}</translation>
    </message>
    <message>
        <source>Where this note was sent</source>
        <translation>Où cette note a été envoyée</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>Vos mots</translation>
    </message>
    <message>
        <source>in 1 request</source>
        <translation>en 1 requête</translation>
    </message>
    <message>
        <source>in {n} requests</source>
        <translation>en {n} requêtes</translation>
    </message>
    <message>
        <source>nothing of yours</source>
        <translation>aucune de vos données</translation>
    </message>
    <message>
        <source>sent before</source>
        <translation>déjà envoyée</translation>
    </message>
    <message>
        <source>stayed here</source>
        <translation>resté ici</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>cet ordinateur</translation>
    </message>
    <message>
        <source>{note} was requested, and withheld by the rule for private notes</source>
        <translation>{note} a été demandée et retenue par la règle des notes privées</translation>
    </message>
    <message>
        <source>{note} was withheld by you</source>
        <translation>{note} a été retenue par vous</translation>
    </message>
    <message>
        <source>{note} was withheld: it could not be reviewed</source>
        <translation>{note} a été retenue&#xa0;: elle n’a pas pu être vérifiée</translation>
    </message>
    <message>
        <source>{n} notes were withheld</source>
        <translation>{n} notes ont été retenues</translation>
    </message>
    <message>
        <source>{program}: {question}</source>
        <translation>{program}&#xa0;: {question}</translation>
    </message>
</context>
<context>
    <name>DraftSaver</name>
    <message>
        <source>This note was changed by another program while you were editing it. Nothing was overwritten.</source>
        <translation>Cette note a été modifiée par un autre programme pendant que vous la modifiiez. Rien n’a été écrasé.</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Recharger</translation>
    </message>
    <message>
        <source>Merge…</source>
        <translation>Fusionner…</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>Garder la mienne</translation>
    </message>
    <message>
        <source>This note was deleted by another program. Its text is kept here until you close it.</source>
        <translation>Cette note a été supprimée par un autre programme. Son texte est conservé ici jusqu’à ce que vous la fermiez.</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Abandonner</translation>
    </message>
    <message>
        <source>Save again</source>
        <translation>Réenregistrer</translation>
    </message>
    <message>
        <source>Not saved. {reason}</source>
        <translation>Non enregistré. {reason}</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Copier le texte</translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>With {0} it opens in a new window</source>
        <translation>Maintenir {0} pour ouvrir dans une nouvelle fenêtre</translation>
    </message>
    <message>
        <source>Drop to open this folder in a new window</source>
        <translation>Déposer pour ouvrir ce dossier dans une nouvelle fenêtre</translation>
    </message>
    <message>
        <source>Drop to open this folder as a vault</source>
        <translation>Déposer pour ouvrir ce dossier comme coffre</translation>
    </message>
    <message>
        <source>Drop to open this note</source>
        <translation>Déposer pour ouvrir cette note</translation>
    </message>
    <message numerus="yes">
        <source>Drop to open %n files, or to add them to the vault</source>
        <translation>
            <numerusform>Déposer pour ouvrir %n fichier, ou pour l’ajouter au coffre</numerusform>
            <numerusform>Déposer pour ouvrir %n fichiers, ou pour les ajouter au coffre</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditorController</name>
    <message>
        <source>The text to insert has a line that is too long for this editor, so it was not inserted.</source>
        <translation>Le texte à insérer contient une ligne trop longue pour cet éditeur&#xa0;; il n’a donc pas été inséré.</translation>
    </message>
</context>
<context>
    <name>EditorMenu</name>
    <message>
        <source>Bold</source>
        <translation>Gras</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Couper</translation>
    </message>
    <message>
        <source>Follow the link</source>
        <translation>Suivre le lien</translation>
    </message>
    <message>
        <source>Italic</source>
        <translation>Italique</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Lien</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>Rien n’est sélectionné.</translation>
    </message>
    <message>
        <source>The clipboard is empty.</source>
        <translation>Le presse-papiers est vide.</translation>
    </message>
    <message>
        <source>There is nothing to redo.</source>
        <translation>Il n’y a rien à rétablir.</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Coller</translation>
    </message>
    <message>
        <source>Paste as plain text</source>
        <translation>Coller en texte brut</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rétablir</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Tout sélectionner</translation>
    </message>
    <message>
        <source>Toggle task</source>
        <translation>Basculer la tâche</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>Il n’y a rien à annuler.</translation>
    </message>
    <message>
        <source>This note is read-only here.</source>
        <translation>Cette note est en lecture seule ici.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>ElicitationCard</name>
    <message>
        <source>The assistant asks</source>
        <translation>L’assistant demande</translation>
    </message>
    <message>
        <source>Your own words</source>
        <translation>Vos propres mots</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Réponse</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Passer</translation>
    </message>
    <message>
        <source>Or in your own words…</source>
        <translation>Ou dans vos propres mots…</translation>
    </message>
    <message>
        <source>Your answer…</source>
        <translation>Votre réponse…</translation>
    </message>
</context>
<context>
    <name>EmbeddingCard</name>
    <message>
        <source>Passages indexed</source>
        <translation>Passages indexés</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Suspendre</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Recherche par le sens</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reprendre</translation>
    </message>
</context>
<context>
    <name>EmbeddingStatus</name>
    <message>
        <source>1 passage can be found by meaning.</source>
        <translation>1 passage peut être trouvé par le sens.</translation>
    </message>
    <message>
        <source>By links and tags only. {why}</source>
        <translation>Par liens et étiquettes seulement. {why}</translation>
    </message>
    <message>
        <source>Indexing for search by meaning starts once all notes are indexed.</source>
        <translation>L’indexation pour la recherche par le sens commence une fois toutes les notes indexées.</translation>
    </message>
    <message>
        <source>Indexing for search by meaning: {done} of {total} passages</source>
        <translation>Indexation pour la recherche par le sens&#xa0;: {done} passages sur {total}</translation>
    </message>
    <message>
        <source>Related by meaning: {done} of {total} passages indexed</source>
        <translation>Proches par le sens&#xa0;: {done} passages indexés sur {total}</translation>
    </message>
    <message>
        <source>Search by meaning failed.</source>
        <translation>La recherche par le sens a échoué.</translation>
    </message>
    <message>
        <source>Search by meaning is not installed.</source>
        <translation>La recherche par le sens n’est pas installée.</translation>
    </message>
    <message>
        <source>Search by meaning is turned off in Settings.</source>
        <translation>La recherche par le sens est désactivée dans les paramètres.</translation>
    </message>
    <message>
        <source>{done} of {total} passages are indexed.</source>
        <translation>{done} passages sur {total} sont indexés.</translation>
    </message>
    <message>
        <source>Until then, {model} is used.</source>
        <translation>D’ici là, {model} est utilisé.</translation>
    </message>
    <message>
        <source>{n} passages can be found by meaning.</source>
        <translation>{n} passages peuvent être trouvés par le sens.</translation>
    </message>
</context>
<context>
    <name>EmbeddingStatusItem</name>
    <message>
        <source>Click to resume.</source>
        <translation>Cliquez pour reprendre.</translation>
    </message>
    <message>
        <source>Click to pause.</source>
        <translation>Cliquez pour mettre en pause.</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent}&#xa0;%</translation>
    </message>
    <message>
        <source>Indexing for search by meaning · {share}</source>
        <translation>Indexation pour la recherche par le sens · {share}</translation>
    </message>
    <message>
        <source>Indexing for search by meaning is paused · {share}</source>
        <translation>Indexation pour la recherche par le sens en pause · {share}</translation>
    </message>
    <message>
        <source>Search by meaning failed</source>
        <translation>La recherche par le sens a échoué</translation>
    </message>
</context>
<context>
    <name>Embeds</name>
    <message>
        <source>The note has no such heading or block.</source>
        <translation>La note n’a pas ce titre ou ce bloc.</translation>
    </message>
    <message>
        <source>Open the note to read more</source>
        <translation>Ouvrir la note pour lire la suite</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>page {number}</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Image</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Son</translation>
    </message>
    <message>
        <source>Video</source>
        <translation>Vidéo</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>Canvas</source>
        <translation>Canvas</translation>
    </message>
    <message>
        <source>Base</source>
        <translation>Base</translation>
    </message>
    <message>
        <source>{ending} file</source>
        <translation>Fichier {ending}</translation>
    </message>
</context>
<context>
    <name>ExcerptList</name>
    <message>
        <source>withheld by you before</source>
        <translation>déjà retenu par vous</translation>
    </message>
    <message>
        <source>private: {why}</source>
        <translation>privée&#xa0;: {why}</translation>
    </message>
    <message>
        <source>sent there before</source>
        <translation>déjà envoyé à ce destinataire</translation>
    </message>
</context>
<context>
    <name>ExcerptText</name>
    <message>
        <source>Send all of it</source>
        <translation>Tout envoyer</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>Retour à la liste</translation>
    </message>
    <message>
        <source>The text to send from this passage; you can shorten it</source>
        <translation>Le texte à envoyer de ce passage&#xa0;; vous pouvez le raccourcir</translation>
    </message>
    <message>
        <source>This passage is too long to be edited here. Leave it out instead.</source>
        <translation>Ce passage est trop long pour être modifié ici. Excluez-le plutôt.</translation>
    </message>
</context>
<context>
    <name>ExchangeView</name>
    <message>
        <source>Asking…</source>
        <translation>Interrogation…</translation>
    </message>
    <message>
        <source>Reading the notes: {0} %</source>
        <translation>Lecture des notes&#xa0;: {0}&#xa0;%</translation>
    </message>
    <message>
        <source>The answer failed.</source>
        <translation>La réponse a échoué.</translation>
    </message>
    <message>
        <source>Stopped. The answer so far is kept.</source>
        <translation>Arrêté. La réponse reçue jusqu’ici est conservée.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Arrêté.</translation>
    </message>
    <message>
        <source>This answer was cut off.</source>
        <translation>Cette réponse a été coupée.</translation>
    </message>
    <message>
        <source>This question has no answer.</source>
        <translation>Cette question n’a pas de réponse.</translation>
    </message>
    <message>
        <source>Ask Again</source>
        <translation>Redemander</translation>
    </message>
    <message>
        <source>The answer is complete.</source>
        <translation>La réponse est complète.</translation>
    </message>
    <message>
        <source>Not from your notes.</source>
        <translation>Ne vient pas de vos notes.</translation>
    </message>
    <message>
        <source>Show quotes from my notes</source>
        <translation>Citer ce que disent mes notes</translation>
    </message>
    <message>
        <source>Quotes from your notes</source>
        <translation>Citations de vos notes</translation>
    </message>
    <message>
        <source>The answer was cut off at the length limit of the model. Ask the model to continue.</source>
        <translation>La réponse a été coupée à la limite de longueur du modèle. Demandez au modèle de continuer.</translation>
    </message>
    <message>
        <source>The model only repeated itself, so the answer was stopped.</source>
        <translation>Le modèle ne faisait que se répéter&#xa0;; la réponse a donc été arrêtée.</translation>
    </message>
    <message>
        <source>The model declined to answer. The question is not sent to it again.</source>
        <translation>Le modèle a refusé de répondre. La question ne lui est pas renvoyée.</translation>
    </message>
    <message>
        <source>The model gave no answer in two attempts. Rephrase the question, or choose another model.</source>
        <translation>Le modèle n’a donné aucune réponse en deux tentatives. Reformulez la question, ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>A content filter of the provider ended this answer.</source>
        <translation>Un filtre de contenu du fournisseur a mis fin à cette réponse.</translation>
    </message>
    <message>
        <source>Ended early: {0}</source>
        <translation>Terminé avant la fin&#xa0;: {0}</translation>
    </message>
</context>
<context>
    <name>ExpandButton</name>
    <message>
        <source>Smaller box</source>
        <translation>Réduire la zone</translation>
    </message>
    <message>
        <source>Larger box</source>
        <translation>Agrandir la zone</translation>
    </message>
</context>
<context>
    <name>ExternalPrograms</name>
    <message>
        <source>No program on this computer can open such links.</source>
        <translation>Aucun programme de cet ordinateur ne peut ouvrir ce genre de lien.</translation>
    </message>
    <message>
        <source>No program on this computer can open “{name}”.</source>
        <translation>Aucun programme de cet ordinateur ne peut ouvrir «&#xa0;{name}&#xa0;».</translation>
    </message>
    <message>
        <source>The link cannot be opened.</source>
        <translation>Le lien ne peut pas être ouvert.</translation>
    </message>
    <message>
        <source>No file manager is available to show it.</source>
        <translation>Aucun gestionnaire de fichiers n’est disponible pour l’afficher.</translation>
    </message>
    <message>
        <source>“{name}” is a program. VaultDesk does not run programs.</source>
        <translation>«&#xa0;{name}&#xa0;» est un programme. VaultDesk n’exécute pas de programmes.</translation>
    </message>
    <message>
        <source>“{name}” no longer exists.</source>
        <translation>«&#xa0;{name}&#xa0;» n’existe plus.</translation>
    </message>
    <message>
        <source>Obsidian is not installed on this computer, or does not open links.</source>
        <translation>Obsidian n’est pas installé sur cet ordinateur, ou n’ouvre pas de liens.</translation>
    </message>
</context>
<context>
    <name>FailureBanner</name>
    <message>
        <source>Your question is kept.</source>
        <translation>Votre question est conservée.</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Ask {0} instead</source>
        <translation>Demander plutôt à {0}</translation>
    </message>
</context>
<context>
    <name>FieldCompletion</name>
    <message>
        <source>Suggestions</source>
        <translation>Suggestions</translation>
    </message>
</context>
<context>
    <name>FileActions</name>
    <message>
        <source>“{name}” no longer exists.</source>
        <translation>«&#xa0;{name}&#xa0;» n’existe plus.</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Nouveau dossier</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Sans titre</translation>
    </message>
    <message>
        <source>Renamed “{old}” to “{new}”</source>
        <translation>Changement de nom de «&#xa0;{old}&#xa0;» en «&#xa0;{new}&#xa0;»</translation>
    </message>
    <message>
        <source>Find a folder</source>
        <translation>Trouver un dossier</translation>
    </message>
    <message>
        <source>Move to a folder</source>
        <translation>Déplacer vers un dossier</translation>
    </message>
    <message>
        <source>Moves {count} files to the vault root.</source>
        <translation>Déplace {count} fichiers à la racine du coffre.</translation>
    </message>
    <message>
        <source>Moves {count} files to “{folder}”.</source>
        <translation>Déplace {count} fichiers vers «&#xa0;{folder}&#xa0;».</translation>
    </message>
    <message>
        <source>Moves “{name}” to the vault root.</source>
        <translation>Déplace «&#xa0;{name}&#xa0;» à la racine du coffre.</translation>
    </message>
    <message>
        <source>Moves “{name}” to “{folder}”.</source>
        <translation>Déplace «&#xa0;{name}&#xa0;» vers «&#xa0;{folder}&#xa0;».</translation>
    </message>
    <message>
        <source>New folder “{folder}”</source>
        <translation>Nouveau dossier «&#xa0;{folder}&#xa0;»</translation>
    </message>
    <message>
        <source>Vault root</source>
        <translation>Racine du coffre</translation>
    </message>
    <message>
        <source>Open a note or select one in the file list first.</source>
        <translation>Ouvrez d’abord une note ou sélectionnez-en une dans la liste des fichiers.</translation>
    </message>
</context>
<context>
    <name>FileChecklist</name>
    <message>
        <source>stays here</source>
        <translation>reste ici</translation>
    </message>
    <message>
        <source>All results</source>
        <translation>Tous les résultats</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>Toutes les notes</translation>
    </message>
    <message>
        <source>What the model may read; Space ticks</source>
        <translation>Ce que le modèle peut lire&#xa0;; Espace pour cocher</translation>
    </message>
    <message>
        <source>Notes to share; Space ticks</source>
        <translation>Notes à partager&#xa0;; Espace pour cocher</translation>
    </message>
    <message>
        <source>only a part</source>
        <translation>une partie seulement</translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n results</source>
        <translation>
            <numerusform>{0} sur %n résultat</numerusform>
            <numerusform>{0} sur %n résultats</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n notes</source>
        <translation>
            <numerusform>{0} sur %n note</numerusform>
            <numerusform>{0} sur %n notes</numerusform>
        </translation>
    </message>
    <message>
        <source>no such note</source>
        <translation>introuvable</translation>
    </message>
    <message>
        <source>check carefully</source>
        <translation>à vérifier attentivement</translation>
    </message>
</context>
<context>
    <name>FileManager</name>
    <message>
        <source>Nothing was changed: an open note has text that could not be saved.</source>
        <translation>Rien n’a été modifié&#xa0;: une note ouverte contient du texte qui n’a pas pu être enregistré.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Moved “{name}”</source>
        <translation>Déplacement de «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>Moved {count} files</source>
        <translation>Déplacement de {count} fichiers</translation>
    </message>
    <message>
        <source>Deleted “{name}”</source>
        <translation>Suppression de «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>Deleted {count} files</source>
        <translation>Suppression de {count} fichiers</translation>
    </message>
    <message>
        <source>Created the folder “{name}”.</source>
        <translation>Le dossier «&#xa0;{name}&#xa0;» a été créé.</translation>
    </message>
    <message>
        <source>Copied “{name}”</source>
        <translation>Copie de «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>Created the copy “{name}”.</source>
        <translation>La copie «&#xa0;{name}&#xa0;» a été créée.</translation>
    </message>
    <message>
        <source>1 link could not be updated.</source>
        <translation>1 lien n’a pas pu être mis à jour.</translation>
    </message>
    <message>
        <source>1 link was updated.</source>
        <translation>1 lien a été mis à jour.</translation>
    </message>
    <message>
        <source>A name cannot contain a slash. To put the file into a folder, move it.</source>
        <translation>Un nom ne peut pas contenir de barre oblique. Pour mettre le fichier dans un dossier, déplacez-le.</translation>
    </message>
    <message>
        <source>Deleted {what}: {removal}.</source>
        <translation>Supprimé&#xa0;: {what} ({removal}).</translation>
    </message>
    <message>
        <source>Enter a name.</source>
        <translation>Saisissez un nom.</translation>
    </message>
    <message>
        <source>Copied {what} to {where}.</source>
        <translation>Copie effectuée&#xa0;: {what}, vers {where}.</translation>
    </message>
    <message>
        <source>It is not private there.</source>
        <translation>Elle n’y est pas privée.</translation>
    </message>
    <message>
        <source>Moved {what} to the trash.</source>
        <translation>Mise à la corbeille effectuée&#xa0;: {what}.</translation>
    </message>
    <message>
        <source>Moved {what} to {where}.</source>
        <translation>Déplacement effectué&#xa0;: {what}, vers {where}.</translation>
    </message>
    <message>
        <source>Renamed “{old}” to “{new}”.</source>
        <translation>«&#xa0;{old}&#xa0;» s’appelle maintenant «&#xa0;{new}&#xa0;».</translation>
    </message>
    <message>
        <source>The folder was not deleted because it contains hidden files.</source>
        <translation>Le dossier n’a pas été supprimé, car il contient des fichiers cachés.</translation>
    </message>
    <message>
        <source>“{name}” already exists here.</source>
        <translation>«&#xa0;{name}&#xa0;» existe déjà ici.</translation>
    </message>
    <message>
        <source>Working on {count} files…</source>
        <translation>Traitement de {count} fichiers…</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>la racine du coffre</translation>
    </message>
    <message>
        <source>{count} files</source>
        <translation>{count} fichiers</translation>
    </message>
    <message>
        <source>{count} links could not be updated.</source>
        <translation>{count} liens n’ont pas pu être mis à jour.</translation>
    </message>
    <message>
        <source>{count} links were updated.</source>
        <translation>{count} liens ont été mis à jour.</translation>
    </message>
    <message>
        <source>{count} of them are not private there.</source>
        <translation>{count} d’entre elles n’y sont pas privées.</translation>
    </message>
    <message>
        <source>“{folder}”</source>
        <translation>«&#xa0;{folder}&#xa0;»</translation>
    </message>
    <message>
        <source>“{name}”</source>
        <translation>«&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>“{name}” is not a valid name: {why}.</source>
        <translation>«&#xa0;{name}&#xa0;» n’est pas un nom valide&#xa0;: {why}.</translation>
    </message>
    <message>
        <source>“{name}” with {count} files</source>
        <translation>«&#xa0;{name}&#xa0;» avec {count} fichiers</translation>
    </message>
    <message>
        <source>Copied {count} files into the vault</source>
        <translation>{count} fichiers copiés dans le coffre</translation>
    </message>
    <message>
        <source>Nothing was copied: hidden files, links and unusual names are skipped.</source>
        <translation>Rien n’a été copié&#xa0;: les fichiers cachés, les liens et les noms inhabituels sont ignorés.</translation>
    </message>
    <message>
        <source>Undo does not remove files over 10 MB.</source>
        <translation>L’annulation ne supprime pas les fichiers de plus de 10 Mo.</translation>
    </message>
    <message>
        <source>{count} were skipped.</source>
        <translation>Ignorés&#xa0;: {count}.</translation>
    </message>
</context>
<context>
    <name>FileMenu</name>
    <message>
        <source>Add to bookmarks</source>
        <translation>Ajouter aux signets</translation>
    </message>
    <message>
        <source>Copy VaultDesk link</source>
        <translation>Copier le lien VaultDesk</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Copier le lien</translation>
    </message>
    <message>
        <source>Copy links</source>
        <translation>Copier les liens</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Copier le chemin</translation>
    </message>
    <message>
        <source>Copy paths</source>
        <translation>Copier les chemins</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Fichier</translation>
    </message>
    <message>
        <source>Graph of this note</source>
        <translation>Graphe de cette note</translation>
    </message>
    <message>
        <source>Make a copy</source>
        <translation>Faire une copie</translation>
    </message>
    <message>
        <source>Move to another folder…</source>
        <translation>Déplacer vers un autre dossier…</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>Mettre à la corbeille</translation>
    </message>
    <message>
        <source>New folder here</source>
        <translation>Nouveau dossier ici</translation>
    </message>
    <message>
        <source>New note here</source>
        <translation>Nouvelle note ici</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>Ouvrir dans Obsidian</translation>
    </message>
    <message>
        <source>Open in another program</source>
        <translation>Ouvrir dans un autre programme</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>Ouvrir dans un nouvel onglet</translation>
    </message>
    <message>
        <source>Open to the side</source>
        <translation>Ouvrir sur le côté</translation>
    </message>
    <message>
        <source>Remove from bookmarks</source>
        <translation>Retirer des signets</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renommer…</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>Afficher dans le gestionnaire de fichiers</translation>
    </message>
    <message>
        <source>Where this note was sent</source>
        <translation>Où cette note a été envoyée</translation>
    </message>
    <message>
        <source>{count} selected</source>
        <translation>{count} sélectionnés</translation>
    </message>
</context>
<context>
    <name>FilePage</name>
    <message>
        <source>Open in another program</source>
        <translation>Ouvrir dans un autre programme</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
</context>
<context>
    <name>FilePreview</name>
    <message>
        <source>What the model would read</source>
        <translation>Ce que le modèle lirait</translation>
    </message>
    <message>
        <source>Only a part…</source>
        <translation>Une partie…</translation>
    </message>
    <message>
        <source>Whole note</source>
        <translation>Note entière</translation>
    </message>
    <message>
        <source>as the model would read it</source>
        <translation>tel que le modèle le lirait</translation>
    </message>
    <message>
        <source>only the beginning is shown</source>
        <translation>seul le début est affiché</translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n lines</source>
        <translation>
            <numerusform>{0} sur %n ligne</numerusform>
            <numerusform>{0} sur %n lignes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileTree</name>
    <message>
        <source>Notes</source>
        <translation>Notes</translation>
    </message>
    <message>
        <source>Drop to open this folder in a new window</source>
        <translation>Déposer pour ouvrir ce dossier dans une nouvelle fenêtre</translation>
    </message>
</context>
<context>
    <name>FilesPage</name>
    <message>
        <source>Excluded</source>
        <translation>Exclus</translation>
    </message>
    <message>
        <source>Excluded: {count}</source>
        <translation>Exclus&#xa0;: {count}</translation>
    </message>
    <message>
        <source>These files and folders are not shown, searched or changed:</source>
        <translation>Ces fichiers et dossiers ne sont ni affichés, ni parcourus, ni modifiés&#xa0;:</translation>
    </message>
    <message>
        <source>More: {count}</source>
        <translation>Autres&#xa0;: {count}</translation>
    </message>
    <message>
        <source>No notes yet</source>
        <translation>Pas encore de notes</translation>
    </message>
    <message>
        <source>This folder contains no Markdown files.</source>
        <translation>Ce dossier ne contient aucun fichier Markdown.</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>Nouvelle note</translation>
    </message>
</context>
<context>
    <name>FilesToolbar</name>
    <message>
        <source>New note</source>
        <translation>Nouvelle note</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Nouveau dossier</translation>
    </message>
    <message>
        <source>Sort order of notes</source>
        <translation>Ordre de tri des notes</translation>
    </message>
    <message>
        <source>Collapse all folders</source>
        <translation>Replier tous les dossiers</translation>
    </message>
    <message>
        <source>New note ({keys})</source>
        <translation>Nouvelle note ({keys})</translation>
    </message>
    <message>
        <source>Name, A to Z</source>
        <translation>Nom, A à Z</translation>
    </message>
    <message>
        <source>Name, Z to A</source>
        <translation>Nom, Z à A</translation>
    </message>
    <message>
        <source>Changed, newest first</source>
        <translation>Modification, récentes d’abord</translation>
    </message>
    <message>
        <source>Changed, oldest first</source>
        <translation>Modification, anciennes d’abord</translation>
    </message>
    <message>
        <source>Created, newest first</source>
        <translation>Création, récentes d’abord</translation>
    </message>
    <message>
        <source>Created, oldest first</source>
        <translation>Création, anciennes d’abord</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Previous match</source>
        <translation>Occurrence précédente</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Occurrence suivante</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Échap</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} sur {1}</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Introuvable</translation>
    </message>
</context>
<context>
    <name>FirstUse</name>
    <message>
        <source>**Nothing leaves this computer.**</source>
        <translation>**Rien ne quitte cet ordinateur.**</translation>
    </message>
    <message>
        <source>Always here</source>
        <translation>Toujours ici</translation>
    </message>
    <message>
        <source>Changes to notes still need your approval each time.</source>
        <translation>Les modifications de notes exigent toujours votre approbation à chaque fois.</translation>
    </message>
    <message>
        <source>In {vault}, with {who}. Each answer lists what it sent.</source>
        <translation>Dans {vault}, avec {who}. Chaque réponse liste ce qu’elle a envoyé.</translation>
    </message>
    <message>
        <source>In {vault}. Each answer lists what it read.</source>
        <translation>Dans {vault}. Chaque réponse liste ce qu’elle a lu.</translation>
    </message>
    <message>
        <source>It answers without your notes.</source>
        <translation>Il répond sans vos notes.</translation>
    </message>
    <message>
        <source>It searches all {n} notes on this computer.</source>
        <translation>Il cherche dans vos {n} notes, sur cet ordinateur.</translation>
    </message>
    <message>
        <source>It searches your 1 note on this computer.</source>
        <translation>Il cherche dans votre unique note, sur cet ordinateur.</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Non</translation>
    </message>
    <message>
        <source>Matching passages are sent to **{who}**, {host}.</source>
        <translation>Les passages correspondants sont envoyés à **{who}**, {host}.</translation>
    </message>
    <message>
        <source>Matching passages are sent to **{who}**.</source>
        <translation>Les passages correspondants sont envoyés à **{who}**.</translation>
    </message>
    <message>
        <source>This time</source>
        <translation>Cette fois</translation>
    </message>
    <message>
        <source>To answer the question above.</source>
        <translation>Pour répondre à la question ci-dessus.</translation>
    </message>
    <message>
        <source>To answer “{question}”</source>
        <translation>Pour répondre à «&#xa0;{question}&#xa0;»</translation>
    </message>
    <message>
        <source>You have marked no note as private.</source>
        <translation>Vous n’avez marqué aucune note comme privée.</translation>
    </message>
    <message>
        <source>You tick the passages before they are read.</source>
        <translation>Vous cochez d’abord ce qui est lu.</translation>
    </message>
    <message>
        <source>You tick the passages before they are sent.</source>
        <translation>Vous cochez les passages avant leur envoi.</translation>
    </message>
    <message>
        <source>Your 1 private note is not read.</source>
        <translation>Votre note privée n’est pas lue.</translation>
    </message>
    <message>
        <source>Your 1 private note is never sent.</source>
        <translation>Votre note privée n’est jamais envoyée.</translation>
    </message>
    <message>
        <source>Your {n} private notes are not read.</source>
        <translation>Vos {n} notes privées ne sont pas lues.</translation>
    </message>
    <message>
        <source>Your {n} private notes are never sent.</source>
        <translation>Vos {n} notes privées ne sont jamais envoyées.</translation>
    </message>
    <message>
        <source>“Always here” applies to {vault} and {who}. Each answer lists what it sent. You can revoke this in Permissions.</source>
        <translation>«&#xa0;Toujours ici&#xa0;» vaut pour {vault} et {who}. Chaque réponse liste ce qu’elle a envoyé. Vous pouvez révoquer ce choix dans Autorisations.</translation>
    </message>
    <message>
        <source>“Always here” applies to {vault}. Each answer lists what it read. You can revoke this in Permissions.</source>
        <translation>«&#xa0;Toujours ici&#xa0;» vaut pour {vault}. Chaque réponse liste ce qu’elle a lu. Vous pouvez révoquer ce choix dans Autorisations.</translation>
    </message>
</context>
<context>
    <name>FirstUseView</name>
    <message>
        <source>Let the assistant search and read your notes?</source>
        <translation>Laisser l’assistant chercher dans vos notes et les lire&#xa0;?</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Demande</translation>
    </message>
</context>
<context>
    <name>FoldedText</name>
    <message>
        <source>Blank lines are collapsed. Click the marker or press Space to show them.</source>
        <translation>Les lignes vides sont repliées. Cliquez sur le repère ou appuyez sur Espace pour les afficher.</translation>
    </message>
    <message>
        <source>⋯ 1 blank line</source>
        <translation>⋯ 1 ligne vide</translation>
    </message>
    <message>
        <source>⋯ 1 blank ⋯</source>
        <translation>⋯ 1 espace ⋯</translation>
    </message>
    <message>
        <source>⋯ {n} blank lines</source>
        <translation>⋯ {n} lignes vides</translation>
    </message>
    <message>
        <source>⋯ {n} blanks ⋯</source>
        <translation>⋯ {n} espaces ⋯</translation>
    </message>
</context>
<context>
    <name>FolderBreadcrumbs</name>
    <message>
        <source>Folder</source>
        <translation>Dossier</translation>
    </message>
</context>
<context>
    <name>FolderChips</name>
    <message>
        <source>Add Folder…</source>
        <translation>Ajouter un dossier…</translation>
    </message>
</context>
<context>
    <name>FolderField</name>
    <message>
        <source>the whole vault</source>
        <translation>tout le coffre</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Choisir…</translation>
    </message>
    <message>
        <source>This is not a folder in the vault.</source>
        <translation>Ce n’est pas un dossier du coffre.</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Choisir un dossier</translation>
    </message>
    <message>
        <source>Find a folder</source>
        <translation>Trouver un dossier</translation>
    </message>
</context>
<context>
    <name>FormDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>FormSwitch</name>
    <message>
        <source>Previous version of the question</source>
        <translation>Version précédente de la question</translation>
    </message>
    <message>
        <source>Next version of the question</source>
        <translation>Version suivante de la question</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} sur {1}</translation>
    </message>
    <message>
        <source>Version {0} of {1} of this question</source>
        <translation>Version {0} sur {1} de cette question</translation>
    </message>
</context>
<context>
    <name>Formatting</name>
    <message>
        <source>under {0}</source>
        <translation>moins de {0}</translation>
    </message>
    <message>
        <source>${0}</source>
        <translation>{0}&#xa0;$</translation>
    </message>
    <message>
        <source>1 note could not be read</source>
        <translation>1 note n’a pas pu être lue</translation>
    </message>
    <message>
        <source>Scanning notes…</source>
        <translation>Analyse des notes…</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>En pause</translation>
    </message>
    <message>
        <source>Reading notes: {done} of {total}</source>
        <translation>Lecture des notes&#xa0;: {done} sur {total}</translation>
    </message>
    <message>
        <source>The search index is paused</source>
        <translation>L’index de recherche est en pause</translation>
    </message>
    <message>
        <source>indexed at {time}</source>
        <translation>indexé à {time}</translation>
    </message>
    <message>
        <source>indexed just now</source>
        <translation>indexé à l’instant</translation>
    </message>
    <message>
        <source>{n} byte</source>
        <translation>{n} octet</translation>
    </message>
    <message>
        <source>{n} bytes</source>
        <translation>{n} octets</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} note</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notes</translation>
    </message>
    <message>
        <source>{n} notes could not be read</source>
        <translation>{n} notes n’ont pas pu être lues</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent}&#xa0;%</translation>
    </message>
</context>
<context>
    <name>FoundNotesList</name>
    <message>
        <source>Notes found</source>
        <translation>Notes trouvées</translation>
    </message>
    <message>
        <source>Private: {0}</source>
        <translation>Privée&#xa0;: {0}</translation>
    </message>
</context>
<context>
    <name>FoundServerBanners</name>
    <message>
        <source>Add {0}</source>
        <translation>Ajouter {0}</translation>
    </message>
</context>
<context>
    <name>GeneralSheet</name>
    <message>
        <source>General</source>
        <translation>Général</translation>
    </message>
    <message>
        <source>How chats work and where they are stored.</source>
        <translation>Fonctionnement des discussions et lieu de leur enregistrement.</translation>
    </message>
    <message>
        <source>The first question</source>
        <translation>La première question</translation>
    </message>
    <message>
        <source>A title by the model</source>
        <translation>Un titre du modèle</translation>
    </message>
</context>
<context>
    <name>GlobalGraphPage</name>
    <message>
        <source>Graph of all notes</source>
        <translation>Graphe de toutes les notes</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>Toutes les notes</translation>
    </message>
    <message>
        <source>Matching notes only</source>
        <translation>Seulement les notes correspondantes</translation>
    </message>
    <message>
        <source>Filter by a search</source>
        <translation>Filtrer par recherche</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Afficher</translation>
    </message>
    <message>
        <source>No matching notes</source>
        <translation>Aucune note correspondante</translation>
    </message>
    <message>
        <source>There are no notes yet</source>
        <translation>Il n’y a pas encore de notes</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} note</translation>
    </message>
    <message>
        <source>Search for something else.</source>
        <translation>Cherchez autre chose.</translation>
    </message>
    <message>
        <source>Notes are shown as points and links as lines.</source>
        <translation>Les notes sont représentées par des points, les liens par des lignes.</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notes</translation>
    </message>
    <message>
        <source>{n} links</source>
        <translation>{n} liens</translation>
    </message>
    <message>
        <source>{n} link</source>
        <translation>{n} lien</translation>
    </message>
    <message>
        <source>{notes}, {links}</source>
        <translation>{notes}, {links}</translation>
    </message>
    <message>
        <source>Without daily notes</source>
        <translation>Sans les notes du jour</translation>
    </message>
    <message>
        <source>Linked notes</source>
        <translation>Notes liées</translation>
    </message>
    <message>
        <source>Linked, without daily notes</source>
        <translation>Liées, sans les notes du jour</translation>
    </message>
    <message>
        <source>Daily notes</source>
        <translation>Notes du jour</translation>
    </message>
    <message>
        <source>Notes without links</source>
        <translation>Notes sans liens</translation>
    </message>
</context>
<context>
    <name>GrantDialog</name>
    <message>
        <source>Let this agent work?</source>
        <translation>Laisser cet agent travailler&#xa0;?</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>Autoriser</translation>
    </message>
    <message>
        <source>Its instructions</source>
        <translation>Ses instructions</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Ce qui a changé</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Affichage</translation>
    </message>
    <message>
        <source>Let “{0}” work in this vault?</source>
        <translation>Laisser «&#xa0;{0}&#xa0;» travailler dans ce coffre&#xa0;?</translation>
    </message>
    <message>
        <source>What its note tells the model, word for word. These instructions cannot grant it any permission.</source>
        <translation>Ce que sa note dit au modèle, mot pour mot. Ces instructions ne peuvent lui accorder aucune autorisation.</translation>
    </message>
    <message>
        <source>The differences from the version you allowed, word for word.</source>
        <translation>Les différences avec la version que vous avez autorisée, mot pour mot.</translation>
    </message>
    <message>
        <source>changed since you allowed it on {0}</source>
        <translation>modifié depuis que vous l’avez autorisé le {0}</translation>
    </message>
    <message>
        <source>the earlier text is not available</source>
        <translation>le texte antérieur n’est pas disponible</translation>
    </message>
    <message>
        <source>The note changed while this dialog was open. This is its current text.</source>
        <translation>La note a changé pendant que cette fenêtre était ouverte. Voici son texte actuel.</translation>
    </message>
</context>
<context>
    <name>GraphPage</name>
    <message>
        <source>Show as a list</source>
        <translation>Afficher en liste</translation>
    </message>
    <message>
        <source>Full view</source>
        <translation>Vue complète</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>and {n} more</source>
        <translation>et {n} de plus</translation>
    </message>
    <message>
        <source>{counts}, and {n} more</source>
        <translation>{counts}, et {n} de plus</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 étape</translation>
    </message>
    <message>
        <source>{n} steps</source>
        <translation>{n} étapes</translation>
    </message>
</context>
<context>
    <name>GraphTabs</name>
    <message>
        <source>Graph</source>
        <translation>Graphe</translation>
    </message>
    <message>
        <source>Graph of all notes</source>
        <translation>Graphe de toutes les notes</translation>
    </message>
    <message>
        <source>Open a note to see its graph.</source>
        <translation>Ouvrez une note pour voir son graphe.</translation>
    </message>
</context>
<context>
    <name>GraphView</name>
    <message>
        <source>{name}, not linked</source>
        <translation>{name}, sans lien</translation>
    </message>
    <message>
        <source>{name}, linked with {names}</source>
        <translation>{name}, liée à {names}</translation>
    </message>
    <message>
        <source>{name}, linked with {n} notes, among them {names}</source>
        <translation>{name}, liée à {n} notes, dont {names}</translation>
    </message>
</context>
<context>
    <name>GroupForm</name>
    <message>
        <source>The name of a note must end in .md.</source>
        <translation>Le nom d’une note doit se terminer par .md.</translation>
    </message>
    <message>
        <source>Enter a folder in the vault.</source>
        <translation>Saisissez un dossier du coffre.</translation>
    </message>
    <message>
        <source>Enter a note in the vault.</source>
        <translation>Saisissez une note du coffre.</translation>
    </message>
    <message>
        <source>This is not a folder in the vault.</source>
        <translation>Ce n’est pas un dossier du coffre.</translation>
    </message>
    <message>
        <source>This is not a note in the vault.</source>
        <translation>Ce n’est pas une note du coffre.</translation>
    </message>
</context>
<context>
    <name>HunkEditor</name>
    <message>
        <source>New lines; Ctrl+Enter accepts them, Esc cancels</source>
        <translation>Nouvelles lignes&#xa0;; Ctrl+Entrée les accepte, Échap annule</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Terminé</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>These lines replace the suggested ones.</source>
        <translation>Ces lignes remplacent celles qui sont proposées.</translation>
    </message>
</context>
<context>
    <name>ImagePage</name>
    <message>
        <source>{width} × {height} · {size}</source>
        <translation>{width} × {height} · {size}</translation>
    </message>
    <message>
        <source>{n} %</source>
        <translation>{n}&#xa0;%</translation>
    </message>
</context>
<context>
    <name>ImageViewPage</name>
    <message>
        <source>Smaller</source>
        <translation>Réduire</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Agrandir</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajuster</translation>
    </message>
</context>
<context>
    <name>ImportCommand</name>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Progress of the import</source>
        <translation>Avancement de l’importation</translation>
    </message>
    <message>
        <source>Choose a Folder…</source>
        <translation>Choisir un dossier…</translation>
    </message>
    <message>
        <source>The note being written is finished first.</source>
        <translation>La note en cours d’écriture est d’abord terminée.</translation>
    </message>
    <message>
        <source>Reading {0}…</source>
        <translation>Lecture de {0}…</translation>
    </message>
    <message>
        <source>{n} could not be read.</source>
        <translation>Lecture impossible&#xa0;: {n}.</translation>
    </message>
    <message>
        <source>{n} could not be imported.</source>
        <translation>Importation impossible&#xa0;: {n}.</translation>
    </message>
    <message>
        <source>{n} chats found so far…</source>
        <translation>{n} discussions trouvées jusqu’ici…</translation>
    </message>
    <message>
        <source>{done} of {total} written</source>
        <translation>{done} sur {total} écrites</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Choose a File…</source>
        <translation>Choisir un fichier…</translation>
    </message>
    <message>
        <source>Importing chats</source>
        <translation>Importation des discussions</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Importer des discussions</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>la racine du coffre</translation>
    </message>
    <message>
        <source>Import chats from other programs. The files you choose are only read.</source>
        <translation>Importer des discussions d’autres programmes. Les fichiers choisis sont seulement lus.</translation>
    </message>
    <message>
        <source>Each chat becomes a note in “{0}”. Nothing is written yet.</source>
        <translation>Chaque discussion devient une note dans «&#xa0;{0}&#xa0;». Rien n’est encore écrit.</translation>
    </message>
    <message>
        <source>Notes are written to “{0}”.</source>
        <translation>Les notes sont écrites dans «&#xa0;{0}&#xa0;».</translation>
    </message>
    <message>
        <source>Import 1 Chat</source>
        <translation>Importer 1 discussion</translation>
    </message>
    <message>
        <source>Import {n} Chats</source>
        <translation>Importer {n} discussions</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importer</translation>
    </message>
    <message>
        <source>No chat is ticked.</source>
        <translation>Aucune discussion n’est cochée.</translation>
    </message>
    <message>
        <source>And {n} more.</source>
        <translation>Et {n} de plus.</translation>
    </message>
    <message>
        <source>1 chat was imported.</source>
        <translation>1 discussion a été importée.</translation>
    </message>
    <message>
        <source>The others were not.</source>
        <translation>Les autres ne l’ont pas été.</translation>
    </message>
    <message>
        <source>{n} chats were imported.</source>
        <translation>{n} discussions ont été importées.</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Choisir</translation>
    </message>
    <message>
        <source>Choose a Folder of Chats</source>
        <translation>Choisir un dossier de discussions</translation>
    </message>
    <message>
        <source>Choose an Export</source>
        <translation>Choisir un export</translation>
    </message>
    <message>
        <source>Exports and notes (*.zip *.json *.md)</source>
        <translation>Exports et notes (*.zip *.json *.md)</translation>
    </message>
</context>
<context>
    <name>IndexPage</name>
    <message>
        <source>What VaultDesk stores about this vault to search it. It can be rebuilt at any time without changing your notes.</source>
        <translation>Ce que VaultDesk enregistre de ce coffre pour y faire des recherches. Il peut être reconstruit à tout moment sans modifier vos notes.</translation>
    </message>
    <message>
        <source>Search index</source>
        <translation>Index de recherche</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notes</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Mots</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Étiquettes</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Liens</translation>
    </message>
    <message>
        <source>Excluded</source>
        <translation>Exclus</translation>
    </message>
    <message>
        <source>Size on disk</source>
        <translation>Taille sur le disque</translation>
    </message>
    <message>
        <source>Last indexed</source>
        <translation>Dernière indexation</translation>
    </message>
    <message>
        <source>Detects changes</source>
        <translation>Détecte les changements</translation>
    </message>
    <message>
        <source>Compare with the Folder</source>
        <translation>Comparer au dossier</translation>
    </message>
    <message>
        <source>Rebuild</source>
        <translation>Reconstruire</translation>
    </message>
    <message>
        <source>By meaning</source>
        <translation>Par le sens</translation>
    </message>
    <message>
        <source>Yes, within a tenth of a second</source>
        <translation>Oui, en un dixième de seconde</translation>
    </message>
    <message>
        <source>Not yet</source>
        <translation>Pas encore</translation>
    </message>
    <message>
        <source>{notes}, {unread} still to index</source>
        <translation>{notes}, {unread} encore à indexer</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>N’ont pas pu être lues</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>et {0} de plus</translation>
    </message>
</context>
<context>
    <name>IndexPageCommand</name>
    <message>
        <source>Search index</source>
        <translation>Index de recherche</translation>
    </message>
</context>
<context>
    <name>InstructionBanner</name>
    <message>
        <source>Read…</source>
        <translation>Lire…</translation>
    </message>
    <message>
        <source>The instructions for assistants ({0}) changed since you accepted them.</source>
        <translation>Les instructions pour les assistants ({0}) ont changé depuis que vous les avez acceptées.</translation>
    </message>
    <message>
        <source>This vault has instructions for assistants ({0}).</source>
        <translation>Ce coffre contient des instructions pour les assistants ({0}).</translation>
    </message>
    <message>
        <source>The skill “{0}” changed since you accepted it.</source>
        <translation>La compétence «&#xa0;{0}&#xa0;» a changé depuis que vous l’avez acceptée.</translation>
    </message>
    <message>
        <source>This vault has a skill for assistants: “{0}”.</source>
        <translation>Ce coffre contient une compétence pour les assistants&#xa0;: «&#xa0;{0}&#xa0;».</translation>
    </message>
</context>
<context>
    <name>InstructionDialog</name>
    <message>
        <source>Read and accept?</source>
        <translation>Lire et accepter&#xa0;?</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Accepter</translation>
    </message>
    <message>
        <source>Not Now</source>
        <translation>Pas maintenant</translation>
    </message>
    <message>
        <source>Full text</source>
        <translation>Texte entier</translation>
    </message>
    <message>
        <source>The note changed while this dialog was open. This is its current text.</source>
        <translation>La note a changé pendant que cette fenêtre était ouverte. Voici son texte actuel.</translation>
    </message>
    <message>
        <source>If its text changes, you are asked again.</source>
        <translation>Si son texte change, la question vous est reposée.</translation>
    </message>
    <message>
        <source>Assistants receive its name and description, and may read its note when a task needs it.</source>
        <translation>Les assistants reçoivent son nom et sa description, et peuvent lire sa note quand une tâche l’exige.</translation>
    </message>
    <message>
        <source>Every assistant receives this text before your questions.</source>
        <translation>Chaque assistant reçoit ce texte avant vos questions.</translation>
    </message>
    <message>
        <source>They cannot change permissions or private notes.</source>
        <translation>Il ne peut modifier ni les autorisations ni les notes privées.</translation>
    </message>
    <message>
        <source>Offer the skill “{0}” to assistants?</source>
        <translation>Proposer la compétence «&#xa0;{0}&#xa0;» aux assistants&#xa0;?</translation>
    </message>
    <message>
        <source>Use this vault’s instructions for assistants?</source>
        <translation>Utiliser les instructions de ce coffre pour les assistants&#xa0;?</translation>
    </message>
    <message>
        <source>Work in the project “{0}”?</source>
        <translation>Travailler dans le projet «&#xa0;{0}&#xa0;»&#xa0;?</translation>
    </message>
</context>
<context>
    <name>InstructionNotes</name>
    <message>
        <source>A project is a set of notes with its own instructions. Its chats see no other notes.</source>
        <translation>Un projet est un ensemble de notes avec ses propres instructions. Ses discussions ne voient aucune autre note.</translation>
    </message>
    <message>
        <source>A quick command is a note with a prompt. Type / in the question to insert it.</source>
        <translation>Une commande rapide est une note contenant une invite. Tapez / dans la question pour l’insérer.</translation>
    </message>
    <message>
        <source>Choose a folder for commands in Settings first.</source>
        <translation>Choisissez d’abord un dossier de commandes dans Paramètres.</translation>
    </message>
    <message>
        <source>Describe here what to do with {selection}.</source>
        <translation>Décrivez ici ce qu’il faut faire de {selection}.</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>Nouveau projet</translation>
    </message>
    <message>
        <source>New quick command</source>
        <translation>Nouvelle commande rapide</translation>
    </message>
</context>
<context>
    <name>InstructionSheet</name>
    <message>
        <source>Instructions</source>
        <translation>Instructions</translation>
    </message>
    <message>
        <source>Texts in this vault that assistants follow. Each is used only after you have read and accepted it.</source>
        <translation>Textes de ce coffre que suivent les assistants. Chacun n’est utilisé qu’après que vous l’avez lu et accepté.</translation>
    </message>
    <message>
        <source>This vault has no instructions: neither a note AGENTS.md in the vault root nor skills.</source>
        <translation>Ce coffre n’a pas d’instructions&#xa0;: ni note AGENTS.md à la racine du coffre, ni compétences.</translation>
    </message>
    <message>
        <source>Show Note</source>
        <translation>Afficher la note</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>Révoquer</translation>
    </message>
    <message>
        <source>Read…</source>
        <translation>Lire…</translation>
    </message>
    <message>
        <source>used</source>
        <translation>utilisé</translation>
    </message>
    <message>
        <source>changed since you accepted it, not used</source>
        <translation>modifié depuis que vous l’avez accepté, non utilisé</translation>
    </message>
    <message>
        <source>not read yet, not used</source>
        <translation>pas encore lu, non utilisé</translation>
    </message>
</context>
<context>
    <name>IntegrityLine</name>
    <message>
        <source>Checking the audit log…</source>
        <translation>Vérification du journal d’audit…</translation>
    </message>
    <message>
        <source>1 entry</source>
        <translation>1 entrée</translation>
    </message>
    <message>
        <source>{n} entries</source>
        <translation>{n} entrées</translation>
    </message>
    <message>
        <source>The audit log is intact: {lines}, each verified against the one before.</source>
        <translation>Le journal d’audit est intact&#xa0;: {lines}, chacune vérifiée par rapport à la précédente.</translation>
    </message>
    <message>
        <source>1 entry was cut off by a crash.</source>
        <translation>1 entrée a été tronquée par un plantage.</translation>
    </message>
    <message>
        <source>{n} entries were cut off by a crash.</source>
        <translation>{n} entrées ont été tronquées par un plantage.</translation>
    </message>
    <message>
        <source>No tool calls recorded yet.</source>
        <translation>Aucun appel d’outil enregistré pour l’instant.</translation>
    </message>
    <message>
        <source>; and {n} more</source>
        <translation>, et {n} de plus</translation>
    </message>
    <message>
        <source>The audit log was changed outside VaultDesk: {places}. Its entries may not be correct.</source>
        <translation>Le journal d’audit a été modifié hors de VaultDesk&#xa0;: {places}. Ses entrées ne sont peut-être pas exactes.</translation>
    </message>
</context>
<context>
    <name>KeyCapture</name>
    <message>
        <source>Press the keys</source>
        <translation>Appuyez sur les touches</translation>
    </message>
</context>
<context>
    <name>KeyCombination</name>
    <message>
        <source>Press a single key combination, not a sequence.</source>
        <translation>Appuyez sur une seule combinaison de touches, pas sur une suite.</translation>
    </message>
    <message>
        <source>This shortcut is not recognized.</source>
        <translation>Ce raccourci n’est pas reconnu.</translation>
    </message>
    <message>
        <source>This key cannot be used here. Use a letter, a number, Space or F1 to F20.</source>
        <translation>Cette touche ne peut pas être utilisée ici. Utilisez une lettre, un chiffre, Espace ou F1 à F20.</translation>
    </message>
    <message>
        <source>“{0}” is needed for typing or by other programs. Combine it with two modifier keys, such as Ctrl and Alt.</source>
        <translation>«&#xa0;{0}&#xa0;» est nécessaire à la saisie ou à d’autres programmes. Combinez-la avec deux touches de modification, comme Ctrl et Alt.</translation>
    </message>
    <message>
        <source>“{0}” is used by most programs. Add another modifier key.</source>
        <translation>«&#xa0;{0}&#xa0;» est utilisé par la plupart des programmes. Ajoutez une autre touche de modification.</translation>
    </message>
</context>
<context>
    <name>KeyField</name>
    <message>
        <source>Key</source>
        <translation>Clé</translation>
    </message>
    <message>
        <source>Enter the address first. A key is stored for one address only.</source>
        <translation>Saisissez d’abord l’adresse. Une clé n’est enregistrée que pour une seule adresse.</translation>
    </message>
    <message>
        <source>Or set {0} in the environment.</source>
        <translation>Ou définissez {0} dans l’environnement.</translation>
    </message>
    <message>
        <source>Taken from the environment ({0}). It takes precedence over a key entered here.</source>
        <translation>Prise dans l’environnement ({0}). Elle a priorité sur une clé saisie ici.</translation>
    </message>
    <message>
        <source>Stored until VaultDesk closes. Enter another key to replace it.</source>
        <translation>Conservée jusqu’à la fermeture de VaultDesk. Saisissez-en une autre pour la remplacer.</translation>
    </message>
    <message>
        <source>In this computer’s keyring. Enter another key to replace it.</source>
        <translation>Dans le trousseau de cet ordinateur. Saisissez-en une autre pour la remplacer.</translation>
    </message>
    <message>
        <source>Paste your key</source>
        <translation>Collez votre clé</translation>
    </message>
    <message>
        <source>If the server requires one</source>
        <translation>Si le serveur en demande une</translation>
    </message>
</context>
<context>
    <name>LatestButton</name>
    <message>
        <source>Latest</source>
        <translation>Derniers</translation>
    </message>
    <message>
        <source>Go to the latest message</source>
        <translation>Aller au dernier message</translation>
    </message>
</context>
<context>
    <name>LedgerText</name>
    <message>
        <source>An earlier question</source>
        <translation>Une question antérieure</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>Recherche de mises à jour</translation>
    </message>
    <message>
        <source>Definition of a word</source>
        <translation>Définition d’un mot</translation>
    </message>
    <message>
        <source>List of models</source>
        <translation>Liste de modèles</translation>
    </message>
    <message>
        <source>No model reads it.</source>
        <translation>Aucun modèle ne la lit.</translation>
    </message>
    <message>
        <source>Only models on this computer read it.</source>
        <translation>Seuls les modèles de cet ordinateur la lisent.</translation>
    </message>
    <message>
        <source>Private: {why}. {reach}</source>
        <translation>Privée&#xa0;: {why}. {reach}</translation>
    </message>
    <message>
        <source>Question of another program</source>
        <translation>Question d’un autre programme</translation>
    </message>
    <message>
        <source>Rewrite of a passage</source>
        <translation>Réécriture d’un passage</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Recherche par le sens</translation>
    </message>
    <message>
        <source>Summary of a chat</source>
        <translation>Résumé d’une discussion</translation>
    </message>
    <message>
        <source>Test of a model</source>
        <translation>Test d’un modèle</translation>
    </message>
    <message>
        <source>Title for a chat</source>
        <translation>Titre d’une discussion</translation>
    </message>
    <message>
        <source>Tool of another package</source>
        <translation>Outil d’un autre paquet</translation>
    </message>
    <message>
        <source>Transcript of a video</source>
        <translation>Transcription d’une vidéo</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>Page Web</translation>
    </message>
    <message>
        <source>Web search</source>
        <translation>Recherche Web</translation>
    </message>
    <message>
        <source>You are asked each time before it is sent.</source>
        <translation>On vous demande à chaque fois avant l’envoi.</translation>
    </message>
    <message>
        <source>allowed by you</source>
        <translation>autorisé par vous</translation>
    </message>
    <message>
        <source>allowed for that chat</source>
        <translation>autorisé pour cette discussion</translation>
    </message>
    <message>
        <source>allowed by a rule</source>
        <translation>autorisé par une règle</translation>
    </message>
    <message>
        <source>by your rule: {rule}</source>
        <translation>règle&#xa0;: {rule}</translation>
    </message>
    <message>
        <source>withheld by a rule</source>
        <translation>retenu par une règle</translation>
    </message>
    <message>
        <source>withheld by you</source>
        <translation>retenu par vous</translation>
    </message>
    <message>
        <source>withheld: could not be reviewed</source>
        <translation>retenu&#xa0;: n’a pas pu être vérifié</translation>
    </message>
    <message>
        <source>line {first}</source>
        <translation>ligne {first}</translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation>lignes {first}–{last}</translation>
    </message>
    <message>
        <source>needed no approval</source>
        <translation>sans approbation nécessaire</translation>
    </message>
    <message>
        <source>whole note</source>
        <translation>note entière</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} note</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notes</translation>
    </message>
    <message>
        <source>{n} token</source>
        <translation>{n} jeton</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} jetons</translation>
    </message>
</context>
<context>
    <name>LeftPane</name>
    <message>
        <source>Files</source>
        <translation>Fichiers</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Rechercher</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Étiquettes</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Liens</translation>
    </message>
    <message>
        <source>Left pane</source>
        <translation>Volet gauche</translation>
    </message>
</context>
<context>
    <name>LimitsSheet</name>
    <message>
        <source>How much questions may use. A question that would exceed a limit is not sent to any model.</source>
        <translation>Ce que les questions peuvent consommer. Une question qui dépasserait une limite n’est envoyée à aucun modèle.</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Limites</translation>
    </message>
    <message>
        <source>Spending</source>
        <translation>Dépenses</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annulation</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Jetons</translation>
    </message>
    <message>
        <source>US dollars</source>
        <translation>Dollars US</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Utilisé</translation>
    </message>
    <message>
        <source>Per day</source>
        <translation>Par jour</translation>
    </message>
    <message>
        <source>Per chat</source>
        <translation>Par discussion</translation>
    </message>
    <message>
        <source>Per agent and day</source>
        <translation>Par agent et par jour</translation>
    </message>
    <message>
        <source>{0}: tokens</source>
        <translation>{0}&#xa0;: jetons</translation>
    </message>
    <message>
        <source>{0}: US dollars</source>
        <translation>{0}&#xa0;: dollars US</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>sans limite</translation>
    </message>
    <message>
        <source>counted separately for each chat</source>
        <translation>compté séparément pour chaque discussion</translation>
    </message>
    <message>
        <source>counted separately for each agent</source>
        <translation>compté séparément pour chaque agent</translation>
    </message>
    <message>
        <source>Costs are counted if the price of a model is known. Models on this computer cost nothing.</source>
        <translation>Les coûts sont comptés si le prix d’un modèle est connu. Les modèles de cet ordinateur ne coûtent rien.</translation>
    </message>
    <message>
        <source>The price of {0} of today’s tokens is not known.</source>
        <translation>Le prix de {0} des jetons d’aujourd’hui n’est pas connu.</translation>
    </message>
    <message>
        <source>nothing today</source>
        <translation>rien aujourd’hui</translation>
    </message>
    <message>
        <source>{0} tokens, {1} today</source>
        <translation>{0} jetons, {1} aujourd’hui</translation>
    </message>
    <message>
        <source>Stored now: nothing. No note in this vault has been changed here yet.</source>
        <translation>Enregistré actuellement&#xa0;: rien. Aucune note de ce coffre n’a encore été modifiée ici.</translation>
    </message>
    <message>
        <source>1 change</source>
        <translation>1 modification</translation>
    </message>
    <message>
        <source>{0} changes</source>
        <translation>{0} modifications</translation>
    </message>
    <message>
        <source>less than {0}</source>
        <translation>moins de {0}</translation>
    </message>
    <message>
        <source>Stored now: {0} since {1}, {2} MB of earlier versions.</source>
        <translation>Enregistré actuellement&#xa0;: {0} depuis {1}, {2} Mo de versions antérieures.</translation>
    </message>
</context>
<context>
    <name>LinePainter</name>
    <message>
        <source>… {0} more characters in this line: show</source>
        <translation>… {0} caractères de plus sur cette ligne&#xa0;: afficher</translation>
    </message>
</context>
<context>
    <name>LinePicker</name>
    <message>
        <source>Lines to share. Space ticks a line.</source>
        <translation>Lignes à partager&#xa0;; Espace pour cocher une ligne.</translation>
    </message>
</context>
<context>
    <name>LinkCompletionSource</name>
    <message>
        <source>Note# its headings · Note#^ its blocks</source>
        <translation>Note# ses titres · Note#^ ses blocs</translation>
    </message>
</context>
<context>
    <name>LinkNavigation</name>
    <message>
        <source>There is no file “{name}” in this vault.</source>
        <translation>Il n’y a pas de fichier «&#xa0;{name}&#xa0;» dans ce coffre.</translation>
    </message>
    <message>
        <source>VaultDesk does not open links of this kind: {address}</source>
        <translation>VaultDesk n’ouvre pas les liens de ce genre&#xa0;: {address}</translation>
    </message>
    <message>
        <source>This link is too long to be shown, so it was not opened.</source>
        <translation>Ce lien est trop long pour être affiché&#xa0;; il n’a donc pas été ouvert.</translation>
    </message>
    <message>
        <source>This link opens Obsidian, where it may also change notes: {address}</source>
        <translation>Ce lien ouvre Obsidian, où il peut aussi modifier des notes&#xa0;: {address}</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>Ouvrir dans Obsidian</translation>
    </message>
    <message>
        <source>This link opens another program: {address}</source>
        <translation>Ce lien ouvre un autre programme&#xa0;: {address}</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>There is no note “{name}” yet.</source>
        <translation>Il n’y a pas encore de note «&#xa0;{name}&#xa0;».</translation>
    </message>
    <message>
        <source>Create it</source>
        <translation>La créer</translation>
    </message>
</context>
<context>
    <name>LinkedContextChip</name>
    <message>
        <source>Linked in the question</source>
        <translation>Liée dans la question</translation>
    </message>
</context>
<context>
    <name>LinkedNotesCheck</name>
    <message>
        <source>you will be asked about {note}</source>
        <translation>votre accord sera demandé pour {note}</translation>
    </message>
    <message>
        <source>you will be asked about {n} linked notes</source>
        <translation>votre accord sera demandé pour {n} notes liées</translation>
    </message>
    <message>
        <source>{note} will not be sent</source>
        <translation>{note} ne sera pas envoyée</translation>
    </message>
    <message>
        <source>{n} linked notes will not be sent</source>
        <translation>{n} notes liées ne seront pas envoyées</translation>
    </message>
</context>
<context>
    <name>LinksPane</name>
    <message>
        <source>Links</source>
        <translation>Liens</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Créer</translation>
    </message>
    <message>
        <source>Create the note {name}</source>
        <translation>Créer la note {name}</translation>
    </message>
    <message>
        <source>In this vault</source>
        <translation>Dans ce coffre</translation>
    </message>
    <message>
        <source>Linked from</source>
        <translation>Liens entrants</translation>
    </message>
    <message>
        <source>Links to</source>
        <translation>Liens sortants</translation>
    </message>
    <message>
        <source>Unlinked mentions</source>
        <translation>Mentions sans lien</translation>
    </message>
    <message>
        <source>No note is open</source>
        <translation>Aucune note n’est ouverte</translation>
    </message>
    <message>
        <source>Not created yet</source>
        <translation>Pas encore créées</translation>
    </message>
    <message>
        <source>Linked, but not created yet</source>
        <translation>Liées, mais pas encore créées</translation>
    </message>
    <message>
        <source>Most linked notes</source>
        <translation>Notes les plus liées</translation>
    </message>
    <message>
        <source>Notes without links</source>
        <translation>Notes sans liens</translation>
    </message>
    <message>
        <source>{n} more</source>
        <translation>{n} de plus</translation>
    </message>
</context>
<context>
    <name>ListCell</name>
    <message>
        <source>Add to {name}</source>
        <translation>Ajouter à {name}</translation>
    </message>
    <message>
        <source>and {n} more</source>
        <translation>et {n} de plus</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>Vide</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>Retirer {name}</translation>
    </message>
</context>
<context>
    <name>LoadingPage</name>
    <message>
        <source>Opening…</source>
        <translation>Ouverture…</translation>
    </message>
</context>
<context>
    <name>LocalGraphPage</name>
    <message>
        <source>Steps</source>
        <translation>Étapes</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Afficher</translation>
    </message>
    <message>
        <source>Keep showing this note</source>
        <translation>Continuer à afficher cette note</translation>
    </message>
    <message>
        <source>Graph of {name}</source>
        <translation>Graphe de {name}</translation>
    </message>
    <message>
        <source>This note is not indexed</source>
        <translation>Cette note n’est pas indexée</translation>
    </message>
    <message>
        <source>It may have been moved or removed. Open another note to see its links.</source>
        <translation>Elle a peut-être été déplacée ou supprimée. Ouvrez une autre note pour voir ses liens.</translation>
    </message>
    <message>
        <source>1 direct link</source>
        <translation>1 lien direct</translation>
    </message>
    <message>
        <source>{n} direct links</source>
        <translation>{n} liens directs</translation>
    </message>
    <message>
        <source>no links</source>
        <translation>aucun lien</translation>
    </message>
    <message>
        <source>{links}, {n} in two steps</source>
        <translation>{links}, {n} en deux étapes</translation>
    </message>
    <message>
        <source>{links}, {n} in three steps</source>
        <translation>{links}, {n} en trois étapes</translation>
    </message>
    <message>
        <source>Follow the open note</source>
        <translation>Suivre la note ouverte</translation>
    </message>
    <message>
        <source>Steps {n}</source>
        <translation>Étapes {n}</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>Toutes les notes</translation>
    </message>
    <message>
        <source>Without daily notes</source>
        <translation>Sans les notes du jour</translation>
    </message>
    <message>
        <source>With tags</source>
        <translation>Avec les étiquettes</translation>
    </message>
    <message>
        <source>With notes not created yet</source>
        <translation>Avec les notes pas encore créées</translation>
    </message>
    <message>
        <source>With tags and notes not created yet</source>
        <translation>Avec les étiquettes et les notes pas encore créées</translation>
    </message>
    <message>
        <source>Daily notes</source>
        <translation>Notes du jour</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Étiquettes</translation>
    </message>
    <message>
        <source>Notes not created yet</source>
        <translation>Notes pas encore créées</translation>
    </message>
</context>
<context>
    <name>LongConversationBanner</name>
    <message>
        <source>{n} message is summarized for the model. The chat itself is unchanged.</source>
        <translation>{n} message est résumé pour le modèle. La discussion elle-même est inchangée.</translation>
    </message>
    <message>
        <source>{n} messages are summarized for the model. The chat itself is unchanged.</source>
        <translation>{n} messages sont résumés pour le modèle. La discussion elle-même est inchangée.</translation>
    </message>
    <message>
        <source>Start a New Chat from the Summary</source>
        <translation>Nouvelle discussion à partir du résumé</translation>
    </message>
    <message>
        <source>This conversation is getting long. Older parts will be summarized.</source>
        <translation>Cette discussion devient longue. Les parties anciennes seront résumées.</translation>
    </message>
    <message>
        <source>New Chat</source>
        <translation>Nouvelle discussion</translation>
    </message>
</context>
<context>
    <name>MacHotkeyBackend</name>
    <message>
        <source>Works everywhere on this Mac, and needs no permission.</source>
        <translation>Fonctionne partout sur ce Mac, sans autorisation.</translation>
    </message>
    <message>
        <source>macOS did not allow VaultDesk to register a system-wide shortcut.</source>
        <translation>macOS n’a pas permis à VaultDesk d’enregistrer un raccourci valable dans tout le système.</translation>
    </message>
    <message>
        <source>“{0}” is already used by another program. Choose another shortcut.</source>
        <translation>«&#xa0;{0}&#xa0;» est déjà utilisé par un autre programme. Choisissez un autre raccourci.</translation>
    </message>
    <message>
        <source>macOS refused “{0}”.</source>
        <translation>macOS a refusé «&#xa0;{0}&#xa0;».</translation>
    </message>
</context>
<context>
    <name>MainWindow</name>
    <message>
        <source>VaultDesk</source>
        <translation>VaultDesk</translation>
    </message>
    <message>
        <source>No vault is open</source>
        <translation>Aucun coffre n’est ouvert</translation>
    </message>
    <message>
        <source>The notes of a vault are listed here.</source>
        <translation>Les notes d’un coffre sont listées ici.</translation>
    </message>
    <message>
        <source>No note is open</source>
        <translation>Aucune note n’est ouverte</translation>
    </message>
    <message>
        <source>Open a vault to read and write its notes.</source>
        <translation>Ouvrez un coffre pour lire et écrire ses notes.</translation>
    </message>
    <message>
        <source>Nothing to ask about yet</source>
        <translation>Rien à demander pour l’instant</translation>
    </message>
    <message>
        <source>Open a vault and ask your first question. It needs no key.</source>
        <translation>Ouvrez un coffre et posez votre première question. Aucune clé n’est nécessaire.</translation>
    </message>
    <message>
        <source>Opening {0}…</source>
        <translation>Ouverture de {0}…</translation>
    </message>
</context>
<context>
    <name>MarkdownView</name>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>Rien n’est sélectionné.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Copier le lien</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>Ouvrir dans un nouvel onglet</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Tout sélectionner</translation>
    </message>
</context>
<context>
    <name>MarkdownWriter</name>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
</context>
<context>
    <name>MatchChip</name>
    <message>
        <source>Matches</source>
        <translation>Occurrences</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Occurrence précédente</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Occurrence suivante</translation>
    </message>
    <message>
        <source>Clear highlighting</source>
        <translation>Effacer le surlignage</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} sur {1}</translation>
    </message>
</context>
<context>
    <name>MentionChip</name>
    <message>
        <source>Remove {name}</source>
        <translation>Retirer {name}</translation>
    </message>
</context>
<context>
    <name>MentionCompletionSource</name>
    <message>
        <source>Note# its headings · #tag · Folder/</source>
        <translation>Note# ses titres · #étiquette · Dossier/</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Sélection</translation>
    </message>
    <message>
        <source>Open note</source>
        <translation>Ouvrir la note</translation>
    </message>
</context>
<context>
    <name>MenuBar</name>
    <message>
        <source>Chat</source>
        <translation>Discussion</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copier</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Couper</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Rechercher</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Aide</translation>
    </message>
    <message>
        <source>Minimize</source>
        <translation>Placer dans le Dock</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Note</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Coller</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rétablir</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Tout sélectionner</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>Coffre</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Présentation</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenêtre</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Réduire/agrandir</translation>
    </message>
</context>
<context>
    <name>MergeDialog</name>
    <message>
        <source>Merge both versions</source>
        <translation>Fusionner les deux versions</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Fusionner</translation>
    </message>
    <message>
        <source>These lines were changed both here and outside VaultDesk. All other changes are already merged.</source>
        <translation>Ces lignes ont été modifiées à la fois ici et hors de VaultDesk. Toutes les autres modifications sont déjà fusionnées.</translation>
    </message>
</context>
<context>
    <name>ModeButton</name>
    <message>
        <source>Mode</source>
        <translation>Mode</translation>
    </message>
    <message>
        <source>this once</source>
        <translation>cette fois</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>plan</translation>
    </message>
</context>
<context>
    <name>ModePopup</name>
    <message>
        <source>Mode</source>
        <translation>Mode</translation>
    </message>
    <message>
        <source>Modes</source>
        <translation>Modes</translation>
    </message>
    <message>
        <source>Plan first, then carry it out</source>
        <translation>Planifier d’abord, exécuter ensuite</translation>
    </message>
    <message>
        <source>The first answer is a plan and changes nothing. You can edit it before you carry it out.</source>
        <translation>La première réponse est un plan et ne change rien. Vous pouvez le modifier avant de l’exécuter.</translation>
    </message>
    <message>
        <source>New Project…</source>
        <translation>Nouveau projet…</translation>
    </message>
</context>
<context>
    <name>ModeSelection</name>
    <message>
        <source>search the notes</source>
        <translation>chercher dans les notes</translation>
    </message>
    <message>
        <source>search the web</source>
        <translation>chercher sur le Web</translation>
    </message>
    <message>
        <source>search earlier chats</source>
        <translation>chercher dans les discussions antérieures</translation>
    </message>
    <message>
        <source>get the current time</source>
        <translation>obtenir l’heure actuelle</translation>
    </message>
    <message>
        <source>get the transcript of a video</source>
        <translation>obtenir la transcription d’une vidéo</translation>
    </message>
    <message>
        <source>Projects</source>
        <translation>Projets</translation>
    </message>
    <message>
        <source>Read and accept it first</source>
        <translation>Lisez-le et acceptez-le d’abord</translation>
    </message>
    <message>
        <source>Choose a project from the list below the modes.</source>
        <translation>Choisissez un projet dans la liste sous les modes.</translation>
    </message>
    <message>
        <source>This project no longer exists.</source>
        <translation>Ce projet n’existe plus.</translation>
    </message>
</context>
<context>
    <name>ModelBox</name>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Click Test for a list, or type a name</source>
        <translation>Cliquez sur Tester pour une liste, ou tapez un nom</translation>
    </message>
    <message numerus="yes">
        <source>Choose one of %n, or type a name</source>
        <translation>
            <numerusform>Choisir le modèle trouvé, ou taper un nom</numerusform>
            <numerusform>Choisir parmi %n, ou taper un nom</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Choisir un modèle</translation>
    </message>
    <message>
        <source>agent’s</source>
        <translation>de l’agent</translation>
    </message>
    <message>
        <source>{0} uses this model. You can choose another one for this chat here.</source>
        <translation>{0} utilise ce modèle. Vous pouvez en choisir un autre ici pour cette discussion.</translation>
    </message>
</context>
<context>
    <name>ModelFileButton</name>
    <message>
        <source>Choose File…</source>
        <translation>Choisir un fichier…</translation>
    </message>
    <message>
        <source>Choose a Model File</source>
        <translation>Choisir un fichier de modèle</translation>
    </message>
    <message>
        <source>Model files (*.gguf)</source>
        <translation>Fichiers de modèle (*.gguf)</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Choisir</translation>
    </message>
</context>
<context>
    <name>ModelMenu</name>
    <message>
        <source>Built in</source>
        <translation>Intégré</translation>
    </message>
</context>
<context>
    <name>ModelPopup</name>
    <message>
        <source>Choose a model</source>
        <translation>Choisir un modèle</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>Trouver un modèle</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Désactivé</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Faible</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Moyen</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Élevé</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Réflexion</translation>
    </message>
    <message>
        <source>Set Up Models…</source>
        <translation>Configurer les modèles…</translation>
    </message>
    <message>
        <source>No model matches.</source>
        <translation>Aucun modèle ne correspond.</translation>
    </message>
</context>
<context>
    <name>ModelText</name>
    <message>
        <source>no tools</source>
        <translation>aucun outil</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>sur cet ordinateur</translation>
    </message>
    <message>
        <source>sees pictures</source>
        <translation>voit les images</translation>
    </message>
    <message>
        <source>thinks</source>
        <translation>réfléchit</translation>
    </message>
    <message>
        <source>tools</source>
        <translation>outils</translation>
    </message>
    <message>
        <source>text-based tools</source>
        <translation>outils en texte</translation>
    </message>
</context>
<context>
    <name>NameCell</name>
    <message>
        <source>Property</source>
        <translation>Propriété</translation>
    </message>
    <message>
        <source>Name of the property</source>
        <translation>Nom de la propriété</translation>
    </message>
</context>
<context>
    <name>NameEditor</name>
    <message>
        <source>New name</source>
        <translation>Nouveau nom</translation>
    </message>
</context>
<context>
    <name>NamePopup</name>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>Nouveau nom</translation>
    </message>
    <message>
        <source>Links to it are updated. Press Enter to rename.</source>
        <translation>Les liens vers elle sont mis à jour. Appuyez sur Entrée pour renommer.</translation>
    </message>
</context>
<context>
    <name>NamingDialog</name>
    <message>
        <source>Create Note</source>
        <translation>Créer la note</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Dossier</translation>
    </message>
    <message>
        <source>Folder of its notes</source>
        <translation>Dossier de ses notes</translation>
    </message>
    <message>
        <source>Creates the note {0} and opens it.</source>
        <translation>Crée la note {0} et l’ouvre.</translation>
    </message>
</context>
<context>
    <name>NestedCell</name>
    <message>
        <source>Nested values can only be changed in the editor.</source>
        <translation>Les valeurs imbriquées ne se modifient que dans l’éditeur.</translation>
    </message>
</context>
<context>
    <name>NoHotkeyBackend</name>
    <message>
        <source>System-wide shortcuts are not available here.</source>
        <translation>Les raccourcis valables dans tout le système ne sont pas disponibles ici.</translation>
    </message>
</context>
<context>
    <name>NoOpenNotePage</name>
    <message>
        <source>No note is open</source>
        <translation>Aucune note n’est ouverte</translation>
    </message>
    <message>
        <source>Open a note, or create a new one.</source>
        <translation>Ouvrez une note ou créez-en une.</translation>
    </message>
    <message>
        <source>This vault has no notes yet. Create the first one.</source>
        <translation>Ce coffre n’a pas encore de notes. Créez la première.</translation>
    </message>
</context>
<context>
    <name>NoResultsPage</name>
    <message>
        <source>Search by meaning</source>
        <translation>Recherche par le sens</translation>
    </message>
    <message>
        <source>Notes with similar names</source>
        <translation>Notes aux noms similaires</translation>
    </message>
    <message>
        <source>No note contains “{words}”. Try fewer words, or click the question mark to see the search operators.</source>
        <translation>Aucune note ne contient «&#xa0;{words}&#xa0;». Essayez moins de mots, ou cliquez sur le point d’interrogation pour voir les opérateurs de recherche.</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Rien trouvé</translation>
    </message>
    <message>
        <source>No note matches both</source>
        <translation>Aucune note ne correspond aux deux</translation>
    </message>
    <message>
        <source>No note matches everything</source>
        <translation>Aucune note ne correspond à tout</translation>
    </message>
    <message>
        <source>No note matches both.</source>
        <translation>Aucune note ne correspond aux deux.</translation>
    </message>
    <message>
        <source>No note matches all of them.</source>
        <translation>Aucune note ne correspond à tous ces termes.</translation>
    </message>
    <message>
        <source>Search “{words}” only</source>
        <translation>Chercher «&#xa0;{words}&#xa0;» seulement</translation>
    </message>
    <message>
        <source>1 note is tagged {words}.</source>
        <translation>1 note porte l’étiquette {words}.</translation>
    </message>
    <message>
        <source>{n} notes are tagged {words}.</source>
        <translation>{n} notes portent l’étiquette {words}.</translation>
    </message>
    <message>
        <source>No note is tagged {words}.</source>
        <translation>Aucune note ne porte l’étiquette {words}.</translation>
    </message>
    <message>
        <source>1 note is in {words}.</source>
        <translation>1 note est dans {words}.</translation>
    </message>
    <message>
        <source>{n} notes are in {words}.</source>
        <translation>{n} notes sont dans {words}.</translation>
    </message>
    <message>
        <source>No note is in {words}.</source>
        <translation>Aucune note n’est dans {words}.</translation>
    </message>
    <message>
        <source>1 note contains “{words}”.</source>
        <translation>1 note contient «&#xa0;{words}&#xa0;».</translation>
    </message>
    <message>
        <source>{n} notes contain “{words}”.</source>
        <translation>{n} notes contiennent «&#xa0;{words}&#xa0;».</translation>
    </message>
    <message>
        <source>No note contains “{words}”.</source>
        <translation>Aucune note ne contient «&#xa0;{words}&#xa0;».</translation>
    </message>
    <message>
        <source>1 note matches {words}.</source>
        <translation>1 note correspond à {words}.</translation>
    </message>
    <message>
        <source>{n} notes match {words}.</source>
        <translation>{n} notes correspondent à {words}.</translation>
    </message>
    <message>
        <source>No note matches {words}.</source>
        <translation>Aucune note ne correspond à {words}.</translation>
    </message>
</context>
<context>
    <name>NoVaultController</name>
    <message>
        <source>The folder could not be created: {why}</source>
        <translation>Le dossier n’a pas pu être créé&#xa0;: {why}</translation>
    </message>
    <message>
        <source>The welcome vault could not be created: {why}</source>
        <translation>Le coffre de bienvenue n’a pas pu être créé&#xa0;: {why}</translation>
    </message>
</context>
<context>
    <name>NoVaultPage</name>
    <message>
        <source>Open Folder…</source>
        <translation>Ouvrir un dossier…</translation>
    </message>
    <message>
        <source>Opened before</source>
        <translation>Ouverts auparavant</translation>
    </message>
    <message>
        <source>Obsidian vaults on this computer</source>
        <translation>Coffres Obsidian de cet ordinateur</translation>
    </message>
    <message>
        <source>found, not opened</source>
        <translation>trouvé, non ouvert</translation>
    </message>
    <message>
        <source>Look Around</source>
        <translation>Visiter</translation>
    </message>
    <message>
        <source>Create a New Vault…</source>
        <translation>Créer un coffre…</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>Where are your notes?</source>
        <translation>Où sont vos notes&#xa0;?</translation>
    </message>
    <message>
        <source>VaultDesk works with a folder of Markdown files. The folder stays where it is, and nothing leaves this computer until you allow it.</source>
        <translation>VaultDesk travaille avec un dossier de fichiers Markdown. Le dossier reste où il est, et rien ne quitte cet ordinateur sans votre accord.</translation>
    </message>
    <message>
        <source>Drop a folder here</source>
        <translation>Déposez un dossier ici</translation>
    </message>
    <message>
        <source>or</source>
        <translation>ou</translation>
    </message>
    <message>
        <source>Just look around</source>
        <translation>Simplement visiter</translation>
    </message>
    <message>
        <source>A small welcome vault to read, search and ask about. Needs no key and no account.</source>
        <translation>Un petit coffre de bienvenue à lire, à parcourir et à interroger. Sans clé ni compte.</translation>
    </message>
    <message>
        <source>Nothing has left this computer today</source>
        <translation>Rien n’a quitté cet ordinateur aujourd’hui</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Créer</translation>
    </message>
    <message>
        <source>Create a Folder for Notes</source>
        <translation>Créer un dossier pour des notes</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notes</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>Open a Folder of Notes</source>
        <translation>Ouvrir un dossier de notes</translation>
    </message>
</context>
<context>
    <name>NodeCard</name>
    <message>
        <source>Private</source>
        <translation>Privée</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>Center here</source>
        <translation>Centrer ici</translation>
    </message>
    <message>
        <source>Add to chat</source>
        <translation>Ajouter à la discussion</translation>
    </message>
    <message>
        <source>Search for it</source>
        <translation>La rechercher</translation>
    </message>
    <message>
        <source>Create the note</source>
        <translation>Créer la note</translation>
    </message>
    <message>
        <source>“{words}”</source>
        <translation>«&#xa0;{words}&#xa0;»</translation>
    </message>
</context>
<context>
    <name>NoteArea</name>
    <message>
        <source>Untitled</source>
        <translation>Sans titre</translation>
    </message>
    <message>
        <source>New tab</source>
        <translation>Nouvel onglet</translation>
    </message>
    <message>
        <source>Open a note…</source>
        <translation>Ouvrir une note…</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>Nouvelle note</translation>
    </message>
</context>
<context>
    <name>NoteBadges</name>
    <message>
        <source>Open the other one</source>
        <translation>Ouvrir l’autre</translation>
    </message>
    <message>
        <source>“{copy}” is a conflict copy of “{name}”. Merge the two, then delete the copy.</source>
        <translation>«&#xa0;{copy}&#xa0;» est une copie en conflit de «&#xa0;{name}&#xa0;». Fusionnez les deux, puis supprimez la copie.</translation>
    </message>
    <message>
        <source>“{name}” has a conflict copy, “{copy}”: two computers changed it. Merge the two.</source>
        <translation>«&#xa0;{name}&#xa0;» a une copie en conflit, «&#xa0;{copy}&#xa0;»&#xa0;: deux ordinateurs l’ont modifiée. Fusionnez les deux.</translation>
    </message>
    <message>
        <source>Conflict copy of “{name}”: two computers changed it, and a sync program could not merge the changes.</source>
        <translation>Copie en conflit de «&#xa0;{name}&#xa0;»&#xa0;: deux ordinateurs l’ont modifiée, et un programme de synchronisation n’a pas pu fusionner les modifications.</translation>
    </message>
</context>
<context>
    <name>NoteCompletion</name>
    <message>
        <source>Note# its headings · Note#^ its blocks</source>
        <translation>Note# ses titres · Note#^ ses blocs</translation>
    </message>
</context>
<context>
    <name>NoteEditor</name>
    <message>
        <source>Note text</source>
        <translation>Texte de la note</translation>
    </message>
    <message>
        <source>Tab indents; Esc, then Tab leaves the text.</source>
        <translation>Tab met en retrait&#xa0;; Échap, puis Tab quitte le texte.</translation>
    </message>
</context>
<context>
    <name>NoteFindBar</name>
    <message>
        <source>Find in the note</source>
        <translation>Rechercher dans la note</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Rechercher</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>Respecter la casse</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>Mots entiers</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Expression régulière</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>Remplacer par</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Remplacer</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>Tout remplacer</translation>
    </message>
</context>
<context>
    <name>NoteHeader</name>
    <message>
        <source>Add a property</source>
        <translation>Ajouter une propriété</translation>
    </message>
    <message>
        <source>Name of the new property</source>
        <translation>Nom de la nouvelle propriété</translation>
    </message>
    <message>
        <source>1 property</source>
        <translation>1 propriété</translation>
    </message>
    <message>
        <source>{n} properties</source>
        <translation>{n} propriétés</translation>
    </message>
    <message>
        <source>Show the properties</source>
        <translation>Afficher les propriétés</translation>
    </message>
    <message>
        <source>Hide the properties</source>
        <translation>Masquer les propriétés</translation>
    </message>
</context>
<context>
    <name>NotePage</name>
    <message>
        <source>Open in another program</source>
        <translation>Ouvrir dans un autre programme</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>A line of this note is too long to be edited here. Open the file in another program.</source>
        <translation>Une ligne de cette note est trop longue pour être modifiée ici. Ouvrez le fichier dans un autre programme.</translation>
    </message>
    <message>
        <source>This note is very long, so only its beginning is shown. One of its lines is too long to be edited here. Open the file in another program to see all of it.</source>
        <translation>Cette note est très longue&#xa0;; seul son début est affiché. Une de ses lignes est trop longue pour être modifiée ici. Ouvrez le fichier dans un autre programme pour tout voir.</translation>
    </message>
    <message>
        <source>This note is very long, so only its beginning is shown. Edit it to see all of it.</source>
        <translation>Cette note est très longue&#xa0;; seul son début est affiché. Modifiez-la pour tout voir.</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Modifier</translation>
    </message>
</context>
<context>
    <name>NoteReader</name>
    <message>
        <source>Note</source>
        <translation>Note</translation>
    </message>
</context>
<context>
    <name>NoteSettingsBanner</name>
    <message>
        <source>The properties of this note contain settings for this chat. They are not used yet.</source>
        <translation>Les propriétés de cette note contiennent des paramètres pour cette discussion. Ils ne sont pas encore utilisés.</translation>
    </message>
    <message>
        <source>Read…</source>
        <translation>Lire…</translation>
    </message>
    <message>
        <source>Don’t Use</source>
        <translation>Ne pas utiliser</translation>
    </message>
    <message>
        <source>Use the settings in the note of this chat?</source>
        <translation>Utiliser les paramètres de la note de cette discussion&#xa0;?</translation>
    </message>
    <message>
        <source>At most {0} tokens an answer.</source>
        <translation>{0} jetons au plus par réponse.</translation>
    </message>
    <message>
        <source>They cannot change permissions or private notes.</source>
        <translation>Ils ne peuvent modifier ni les autorisations ni les notes privées.</translation>
    </message>
    <message>
        <source>Model: {0}.</source>
        <translation>Modèle&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>Not used: {0}.</source>
        <translation>Non utilisé&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>You are not asked again about notes with the same settings.</source>
        <translation>La question ne sera pas reposée pour les notes ayant les mêmes paramètres.</translation>
    </message>
    <message>
        <source>Temperature: {0}.</source>
        <translation>Température&#xa0;: {0}.</translation>
    </message>
    <message>
        <source>The text below is sent to the model before your questions in this chat.</source>
        <translation>Le texte ci-dessous est envoyé au modèle avant vos questions dans cette discussion.</translation>
    </message>
    <message>
        <source>There are no instructions, only the values above.</source>
        <translation>Il n’y a pas d’instructions, seulement les valeurs ci-dessus.</translation>
    </message>
</context>
<context>
    <name>NoteSpelling</name>
    <message>
        <source>Spelling is checked.</source>
        <translation>L’orthographe est vérifiée.</translation>
    </message>
    <message>
        <source>Spelling is not checked.</source>
        <translation>L’orthographe n’est pas vérifiée.</translation>
    </message>
</context>
<context>
    <name>NoteTabs</name>
    <message>
        <source>New tab</source>
        <translation>Nouvel onglet</translation>
    </message>
    <message>
        <source>Other side</source>
        <translation>Autre côté</translation>
    </message>
</context>
<context>
    <name>Notifier</name>
    <message>
        <source>A question could not be answered.</source>
        <translation>Une question n’a pas pu recevoir de réponse.</translation>
    </message>
    <message>
        <source>An answer is ready.</source>
        <translation>Une réponse est prête.</translation>
    </message>
    <message>
        <source>“{0}” is waiting for your approval.</source>
        <translation>«&#xa0;{0}&#xa0;» attend votre approbation.</translation>
    </message>
    <message>
        <source>A request is waiting for your approval.</source>
        <translation>Une demande attend votre approbation.</translation>
    </message>
    <message>
        <source>The answer in “{0}” is ready.</source>
        <translation>La réponse dans «&#xa0;{0}&#xa0;» est prête.</translation>
    </message>
    <message>
        <source>The question in “{0}” could not be answered.</source>
        <translation>La question dans «&#xa0;{0}&#xa0;» n’a pas pu recevoir de réponse.</translation>
    </message>
    <message>
        <source>VaultDesk</source>
        <translation>VaultDesk</translation>
    </message>
</context>
<context>
    <name>OfferedContextChip</name>
    <message>
        <source>Add {0} to the question</source>
        <translation>Ajouter {0} à la question</translation>
    </message>
</context>
<context>
    <name>OfflineForm</name>
    <message>
        <source>Built in, without a language model. It finds the best sentences in your notes and quotes them with a link to each. Nothing leaves this computer.</source>
        <translation>Intégré, sans modèle de langage. Il trouve les meilleures phrases de vos notes et les cite avec un lien vers chacune. Rien ne quitte cet ordinateur.</translation>
    </message>
</context>
<context>
    <name>OpenNoteOffer</name>
    <message>
        <source>Add selection to the chat</source>
        <translation>Ajouter la sélection à la discussion</translation>
    </message>
</context>
<context>
    <name>OperatorBar</name>
    <message>
        <source>Operators</source>
        <translation>Opérateurs</translation>
    </message>
</context>
<context>
    <name>OtherFilePage</name>
    <message>
        <source>Open in another program</source>
        <translation>Ouvrir dans un autre programme</translation>
    </message>
    <message>
        <source>{kind} · {size} · {when}</source>
        <translation>{kind} · {size} · {when}</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Son</translation>
    </message>
    <message>
        <source>Video</source>
        <translation>Vidéo</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>{ending} file</source>
        <translation>Fichier {ending}</translation>
    </message>
</context>
<context>
    <name>Outline</name>
    <message>
        <source>Filter the headings</source>
        <translation>Filtrer les titres</translation>
    </message>
    <message>
        <source>Headings of this note</source>
        <translation>Titres de cette note</translation>
    </message>
    <message>
        <source>No heading contains this text.</source>
        <translation>Aucun titre ne contient ce texte.</translation>
    </message>
    <message>
        <source>This note has no headings.</source>
        <translation>Cette note n’a pas de titres.</translation>
    </message>
</context>
<context>
    <name>PalettePopup</name>
    <message>
        <source>choose</source>
        <translation>choisir</translation>
    </message>
    <message>
        <source>run</source>
        <translation>exécuter</translation>
    </message>
    <message>
        <source>change shortcut</source>
        <translation>changer le raccourci</translation>
    </message>
    <message>
        <source>close</source>
        <translation>fermer</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Trouver une commande</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Commandes</translation>
    </message>
    <message>
        <source>Find a command…</source>
        <translation>Trouver une commande…</translation>
    </message>
    <message>
        <source>No matches.</source>
        <translation>Aucun résultat.</translation>
    </message>
</context>
<context>
    <name>PassageChecklist</name>
    <message>
        <source>All passages</source>
        <translation>Tous les passages</translation>
    </message>
    <message>
        <source>{n} of 1 passage</source>
        <translation>{n} passage sur 1</translation>
    </message>
    <message>
        <source>{n} of {total} passages</source>
        <translation>{n} sur {total} passages</translation>
    </message>
</context>
<context>
    <name>PassageList</name>
    <message>
        <source>Passages found</source>
        <translation>Passages trouvés</translation>
    </message>
    <message>
        <source>Number {n}</source>
        <translation>Numéro {n}</translation>
    </message>
    <message>
        <source>lines {first} to {last}</source>
        <translation>lignes {first} à {last}</translation>
    </message>
</context>
<context>
    <name>PassageListModel</name>
    <message>
        <source>private: never sent</source>
        <translation>privée&#xa0;: jamais envoyée</translation>
    </message>
    <message>
        <source>{n} of {total} passages</source>
        <translation>{n} sur {total} passages</translation>
    </message>
    <message>
        <source>stays here</source>
        <translation>reste ici</translation>
    </message>
    <message>
        <source>shortened by you</source>
        <translation>raccourci par vous</translation>
    </message>
</context>
<context>
    <name>PassageListView</name>
    <message>
        <source>Passages; Space ticks, Enter shows all of one</source>
        <translation>Passages&#xa0;; Espace pour cocher, Entrée pour en afficher un en entier</translation>
    </message>
</context>
<context>
    <name>PassageModel</name>
    <message>
        <source>1 token</source>
        <translation>1 jeton</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Ce qui a été trouvé</translation>
    </message>
    <message>
        <source>line {first}</source>
        <translation>ligne {first}</translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation>lignes {first}–{last}</translation>
    </message>
    <message>
        <source>whole note</source>
        <translation>note entière</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} jetons</translation>
    </message>
</context>
<context>
    <name>PassagePainter</name>
    <message>
        <source>Show less</source>
        <translation>Afficher moins</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Tout afficher</translation>
    </message>
    <message>
        <source>Only a part…</source>
        <translation>Une partie…</translation>
    </message>
</context>
<context>
    <name>PassageText</name>
    <message>
        <source>({n} empty lines)</source>
        <translation>({n} lignes vides)</translation>
    </message>
</context>
<context>
    <name>PathOpener</name>
    <message>
        <source>A copy is created in the folder “{0}”. The original is not changed.</source>
        <translation>Une copie est créée dans le dossier «&#xa0;{0}&#xa0;». L’original n’est pas modifié.</translation>
    </message>
    <message>
        <source>A copy is created in the vault root. The original is not changed.</source>
        <translation>Une copie est créée à la racine du coffre. L’original n’est pas modifié.</translation>
    </message>
    <message>
        <source>Add Copies</source>
        <translation>Ajouter des copies</translation>
    </message>
    <message>
        <source>Add a Copy</source>
        <translation>Ajouter une copie</translation>
    </message>
    <message>
        <source>Add {n} files to this vault?</source>
        <translation>Ajouter {n} fichiers à ce coffre&#xa0;?</translation>
    </message>
    <message>
        <source>Add “{0}” to this vault?</source>
        <translation>Ajouter «&#xa0;{0}&#xa0;» à ce coffre&#xa0;?</translation>
    </message>
    <message>
        <source>Copies are created in the folder “{0}”. The originals are not changed.</source>
        <translation>Des copies sont créées dans le dossier «&#xa0;{0}&#xa0;». Les originaux ne sont pas modifiés.</translation>
    </message>
    <message>
        <source>Copies are created in the vault root. The originals are not changed.</source>
        <translation>Des copies sont créées à la racine du coffre. Les originaux ne sont pas modifiés.</translation>
    </message>
    <message>
        <source>Is this your folder of notes?</source>
        <translation>Est-ce votre dossier de notes&#xa0;?</translation>
    </message>
    <message>
        <source>Open It</source>
        <translation>L’ouvrir</translation>
    </message>
    <message>
        <source>Open in a New Window</source>
        <translation>Ouvrir dans une nouvelle fenêtre</translation>
    </message>
</context>
<context>
    <name>PdfPage</name>
    <message>
        <source>Previous page</source>
        <translation>Page précédente</translation>
    </message>
    <message>
        <source>Page Up</source>
        <translation>Pg préc</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Page suivante</translation>
    </message>
    <message>
        <source>Page Down</source>
        <translation>Pg suiv</translation>
    </message>
    <message>
        <source>Page {n} of {pages}</source>
        <translation>Page {n} sur {pages}</translation>
    </message>
</context>
<context>
    <name>PermissionRuleDialog</name>
    <message>
        <source>What</source>
        <translation>Quoi</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Où</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Pour</translation>
    </message>
    <message>
        <source>is allowed without asking</source>
        <translation>n’exige pas mon accord</translation>
    </message>
    <message>
        <source>asks me each time</source>
        <translation>exige mon accord à chaque fois</translation>
    </message>
    <message>
        <source>is never allowed</source>
        <translation>n’est jamais autorisé</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Réponse</translation>
    </message>
    <message>
        <source>Searching and reading notes</source>
        <translation>Rechercher et lire des notes</translation>
    </message>
    <message>
        <source>Creating, changing and renaming notes</source>
        <translation>Créer, modifier et renommer des notes</translation>
    </message>
    <message>
        <source>Deleting notes</source>
        <translation>Supprimer des notes</translation>
    </message>
    <message>
        <source>Using the network</source>
        <translation>Utiliser le réseau</translation>
    </message>
    <message>
        <source>Every tool</source>
        <translation>Tout outil</translation>
    </message>
    <message>
        <source>Tools that use no notes</source>
        <translation>Outils qui n’utilisent pas de notes</translation>
    </message>
    <message>
        <source>The tool “{0}”</source>
        <translation>L’outil «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>every model</source>
        <translation>tout modèle</translation>
    </message>
    <message>
        <source>models on this computer</source>
        <translation>les modèles de cet ordinateur</translation>
    </message>
    <message>
        <source>You are still asked before {0}. A rule cannot change that.</source>
        <translation>Votre accord reste demandé pour {0}. Une règle ne peut pas changer cela.</translation>
    </message>
    <message>
        <source>Search and read without asking · models on this computer</source>
        <translation>Rechercher et lire sans demander · modèles de cet ordinateur</translation>
    </message>
    <message>
        <source>Search and read without asking · {host}</source>
        <translation>Rechercher et lire sans demander · {host}</translation>
    </message>
    <message>
        <source>Search and read without asking · {who} ({host})</source>
        <translation>Rechercher et lire sans demander · {who} ({host})</translation>
    </message>
    <message>
        <source>This rule is not valid, so it denies everything it might cover.</source>
        <translation>Cette règle n’est pas valide&#xa0;; elle refuse donc tout ce qu’elle pourrait viser.</translation>
    </message>
    <message>
        <source>changing many notes at once</source>
        <translation>modifier plusieurs notes à la fois</translation>
    </message>
    <message>
        <source>changing notes</source>
        <translation>modifier des notes</translation>
    </message>
    <message>
        <source>deleting notes</source>
        <translation>supprimer des notes</translation>
    </message>
    <message>
        <source>for a model on this computer</source>
        <translation>pour un modèle de cet ordinateur</translation>
    </message>
    <message>
        <source>for {0}</source>
        <translation>pour {0}</translation>
    </message>
    <message>
        <source>in the whole vault</source>
        <translation>dans tout le coffre</translation>
    </message>
    <message>
        <source>in {0}</source>
        <translation>dans {0}</translation>
    </message>
    <message>
        <source>using the network</source>
        <translation>utiliser le réseau</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} et {1}</translation>
    </message>
    <message>
        <source>{0} asks me each time.</source>
        <translation>{0} exige mon accord à chaque fois.</translation>
    </message>
    <message>
        <source>{0} is never allowed.</source>
        <translation>{0} n’est jamais autorisé.</translation>
    </message>
    <message>
        <source>{0} is allowed without asking.</source>
        <translation>{0} n’exige pas mon accord.</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>«&#xa0;{0}&#xa0;»</translation>
    </message>
</context>
<context>
    <name>PermissionRulesSection</name>
    <message>
        <source>None. The permissions above apply everywhere.</source>
        <translation>Aucune. Les autorisations ci-dessus s’appliquent partout.</translation>
    </message>
    <message>
        <source>Your rules</source>
        <translation>Vos règles</translation>
    </message>
    <message>
        <source>This rule is not valid, so it denies everything it might cover.</source>
        <translation>Cette règle n’est pas valide&#xa0;; elle refuse donc tout ce qu’elle pourrait viser.</translation>
    </message>
</context>
<context>
    <name>PermissionSheet</name>
    <message>
        <source>What an assistant may do in {0}. Each sentence is a rule that is enforced.</source>
        <translation>Ce qu’un assistant peut faire dans {0}. Chaque phrase est une règle appliquée.</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>Autorisations</translation>
    </message>
    <message>
        <source>Assistants may use tools in this vault</source>
        <translation>Les assistants peuvent utiliser des outils dans ce coffre</translation>
    </message>
    <message>
        <source>One of your rules is not valid, so it denies everything until you remove it.</source>
        <translation>Une de vos règles n’est pas valide&#xa0;; elle refuse donc tout jusqu’à ce que vous la supprimiez.</translation>
    </message>
    <message>
        <source>Show It</source>
        <translation>L’afficher</translation>
    </message>
    <message>
        <source>The first use in a vault asks you. Turned off, nothing is asked and no note is used.</source>
        <translation>À la première utilisation dans un coffre, votre accord est demandé. Si l’option est désactivée, rien n’est demandé et aucune note n’est utilisée.</translation>
    </message>
    <message>
        <source>Permission preset</source>
        <translation>Préréglage des autorisations</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lecture</translation>
    </message>
    <message>
        <source>Changing</source>
        <translation>Modification</translation>
    </message>
    <message>
        <source>Deleting and bulk changes</source>
        <translation>Suppression et modifications multiples</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Réseau</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Jamais</translation>
    </message>
    <message>
        <source>Approval requests</source>
        <translation>Demandes d’approbation</translation>
    </message>
    <message>
        <source>Private Notes…</source>
        <translation>Notes privées…</translation>
    </message>
    <message>
        <source>Private notes are used only as far as you set for them.</source>
        <translation>Les notes privées ne sont utilisées que dans la mesure que vous avez fixée.</translation>
    </message>
    <message>
        <source>This takes precedence over all other permissions.</source>
        <translation>Ceci a priorité sur toutes les autres autorisations.</translation>
    </message>
    <message>
        <source>{n} note today.</source>
        <translation>{n} note aujourd’hui.</translation>
    </message>
    <message>
        <source>{n} notes today.</source>
        <translation>{n} notes aujourd’hui.</translation>
    </message>
    <message>
        <source>as a dialog over the window</source>
        <translation>dans une boîte de dialogue par-dessus la fenêtre</translation>
    </message>
    <message>
        <source>as a card in the chat</source>
        <translation>dans une carte de la discussion</translation>
    </message>
    <message>
        <source>Requests appear</source>
        <translation>Les demandes apparaissent</translation>
    </message>
    <message>
        <source>The assistant can neither search nor read this vault. It knows only what is written in the chat.</source>
        <translation>L’assistant ne peut ni chercher ni lire dans ce coffre. Il ne connaît que ce qui est écrit dans la discussion.</translation>
    </message>
    <message>
        <source>Another of your rules is stricter, so it still {0}.</source>
        <translation>Une autre de vos règles est plus stricte&#xa0;: malgré tout, cela {0}.</translation>
    </message>
    <message>
        <source>Creating and changing notes by an agent in its own folders</source>
        <translation>Pour un agent, créer et modifier des notes dans ses propres dossiers</translation>
    </message>
    <message>
        <source>At most {0} calls per minute. The same call {1} times in {2} seconds is stopped.</source>
        <translation>{0} appels par minute au plus. Le même appel {1} fois en {2} secondes est arrêté.</translation>
    </message>
    <message>
        <source>Changing many notes at once</source>
        <translation>Modifier plusieurs notes à la fois</translation>
    </message>
    <message>
        <source>Creating, changing and renaming notes</source>
        <translation>Créer, modifier et renommer des notes</translation>
    </message>
    <message>
        <source>Deleting notes</source>
        <translation>Supprimer des notes</translation>
    </message>
    <message>
        <source>Deleting notes, and changing many at once,</source>
        <translation>Supprimer des notes, et en modifier plusieurs à la fois,</translation>
    </message>
    <message>
        <source>Fixed. No setting, agent or model can change this.</source>
        <translation>Fixe. Aucun paramètre, agent ou modèle ne peut changer cela.</translation>
    </message>
    <message>
        <source>For a model on this computer, reading by an agent in its own folders</source>
        <translation>Pour un modèle de cet ordinateur, la lecture par un agent dans ses propres dossiers</translation>
    </message>
    <message>
        <source>In a chat that contains both text from elsewhere and your notes, every change</source>
        <translation>Dans une discussion qui contient à la fois du texte venu d’ailleurs et vos notes, chaque modification</translation>
    </message>
    <message>
        <source>Renaming requires your approval.</source>
        <translation>Renommer exige un accord.</translation>
    </message>
    <message>
        <source>Searching and reading notes and sending them to {0}</source>
        <translation>Rechercher et lire des notes et les envoyer à {0}</translation>
    </message>
    <message>
        <source>Searching and reading notes for a model on this computer</source>
        <translation>Rechercher et lire des notes pour un modèle de cet ordinateur</translation>
    </message>
    <message>
        <source>This is set by the preset and takes precedence over other settings.</source>
        <translation>C’est fixé par le préréglage et prioritaire sur les autres réglages.</translation>
    </message>
    <message>
        <source>Using the network</source>
        <translation>Utiliser le réseau</translation>
    </message>
    <message>
        <source>Your rules below set exceptions for some folders or tools.</source>
        <translation>Vos règles ci-dessous fixent des exceptions pour certains dossiers ou outils.</translation>
    </message>
    <message>
        <source>a provider outside this computer</source>
        <translation>un fournisseur hors de cet ordinateur</translation>
    </message>
    <message>
        <source>always asks</source>
        <translation>exige toujours un accord</translation>
    </message>
    <message>
        <source>and can always be undone.</source>
        <translation>et peut toujours être annulé.</translation>
    </message>
    <message>
        <source>and shows the whole address.</source>
        <translation>et montre l’adresse entière.</translation>
    </message>
    <message>
        <source>asks again</source>
        <translation>exige un nouvel accord</translation>
    </message>
    <message>
        <source>asks me each time</source>
        <translation>exige mon accord à chaque fois</translation>
    </message>
    <message>
        <source>is never allowed</source>
        <translation>n’est jamais autorisé</translation>
    </message>
    <message>
        <source>is allowed without asking</source>
        <translation>n’exige pas mon accord</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0} ({1})</translation>
    </message>
</context>
<context>
    <name>PickerPopup</name>
    <message>
        <source>No matches.</source>
        <translation>Aucun résultat.</translation>
    </message>
</context>
<context>
    <name>PlanCard</name>
    <message>
        <source>A plan</source>
        <translation>Un plan</translation>
    </message>
    <message>
        <source>Carry Out</source>
        <translation>Exécuter</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Modifier</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Abandonner</translation>
    </message>
    <message>
        <source>This is a plan. Nothing has been done yet.</source>
        <translation>Ceci est un plan. Rien n’a encore été fait.</translation>
    </message>
    <message>
        <source>The plan</source>
        <translation>Le plan</translation>
    </message>
</context>
<context>
    <name>PlannedChecklist</name>
    <message>
        <source>All new chats</source>
        <translation>Toutes les nouvelles discussions</translation>
    </message>
    <message>
        <source>Chats to import; Space ticks</source>
        <translation>Discussions à importer&#xa0;; Espace pour cocher</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 message</translation>
    </message>
    <message>
        <source>{n} messages</source>
        <translation>{n} messages</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>Branche</translation>
    </message>
    <message>
        <source>{0} of {1} chat</source>
        <translation>{0} discussion sur {1}</translation>
    </message>
    <message>
        <source>{0} of {1} chats</source>
        <translation>{0} discussions sur {1}</translation>
    </message>
    <message>
        <source>Already in the vault</source>
        <translation>Déjà dans le coffre</translation>
    </message>
    <message>
        <source>Duplicate in this import</source>
        <translation>En double dans cet import</translation>
    </message>
</context>
<context>
    <name>PomodoroStatus</name>
    <message>
        <source>Pomodoro</source>
        <translation>Pomodoro</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Suspendre</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reprendre</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Arrêter</translation>
    </message>
    <message>
        <source>{left} paused</source>
        <translation>{left} en pause</translation>
    </message>
    <message>
        <source>Pomodoro of {n} minutes</source>
        <translation>Pomodoro de {n} minutes</translation>
    </message>
    <message>
        <source>The {n}-minute pomodoro is finished.</source>
        <translation>Le pomodoro de {n} minutes est terminé.</translation>
    </message>
    <message>
        <source>Start Another</source>
        <translation>En lancer un autre</translation>
    </message>
    <message>
        <source>The pomodoro could not be logged: {why}</source>
        <translation>Le pomodoro n’a pas pu être noté&#xa0;: {why}</translation>
    </message>
</context>
<context>
    <name>PortalHotkeyBackend</name>
    <message>
        <source>The desktop registers the shortcut and may show its own dialog for it.</source>
        <translation>Le bureau enregistre le raccourci et peut afficher pour cela sa propre fenêtre.</translation>
    </message>
    <message>
        <source>This desktop does not let programs register shortcuts. Assign a shortcut to the command {0} in its settings.</source>
        <translation>Ce bureau ne permet pas aux programmes d’enregistrer des raccourcis. Associez un raccourci à la commande {0} dans ses paramètres.</translation>
    </message>
    <message>
        <source>The dialog of the desktop was closed, so no shortcut was set.</source>
        <translation>La fenêtre du bureau a été fermée&#xa0;; aucun raccourci n’a donc été défini.</translation>
    </message>
    <message>
        <source>The desktop refused this shortcut. Assign a shortcut to the command {0} in its settings instead.</source>
        <translation>Le bureau a refusé ce raccourci. Associez plutôt un raccourci à la commande {0} dans ses paramètres.</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Question rapide</translation>
    </message>
    <message>
        <source>The desktop opens quick ask with “{0}”.</source>
        <translation>Le bureau ouvre la question rapide avec «&#xa0;{0}&#xa0;».</translation>
    </message>
</context>
<context>
    <name>PresetCards</name>
    <message>
        <source>Permission preset</source>
        <translation>Préréglage des autorisations</translation>
    </message>
    <message>
        <source>Reading requires your approval. Nothing can be changed, whatever else is set.</source>
        <translation>La lecture demande votre accord. Rien ne peut être modifié, quels que soient les autres réglages.</translation>
    </message>
    <message>
        <source>You are asked before every action.</source>
        <translation>Votre accord est demandé avant chaque action.</translation>
    </message>
    <message>
        <source>An agent may change notes in its own folders without asking. All else requires your approval.</source>
        <translation>Un agent peut modifier les notes de ses propres dossiers sans demander. Tout le reste demande votre accord.</translation>
    </message>
    <message>
        <source>Reading, creating, changing and renaming do not ask. Deleting, bulk changes and the network ask.</source>
        <translation>Lire, créer, modifier et renommer se font sans demander. La suppression, les modifications multiples et le réseau demandent votre accord.</translation>
    </message>
</context>
<context>
    <name>PrivacyRuleDialog</name>
    <message>
        <source>Notes in a folder</source>
        <translation>Notes d’un dossier</translation>
    </message>
    <message>
        <source>Notes with a tag</source>
        <translation>Notes avec une étiquette</translation>
    </message>
    <message>
        <source>Notes with a property</source>
        <translation>Notes avec une propriété</translation>
    </message>
    <message>
        <source>One note</source>
        <translation>Une note</translation>
    </message>
    <message>
        <source>Which notes</source>
        <translation>Quelles notes</translation>
    </message>
    <message>
        <source>Where they may be sent</source>
        <translation>Où elles peuvent être envoyées</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Dossier</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valeur</translation>
    </message>
    <message>
        <source>Where it may be sent</source>
        <translation>Où elle peut être envoyée</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Étiquette</translation>
    </message>
    <message>
        <source>private</source>
        <translation>privé</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>Propriété</translation>
    </message>
    <message>
        <source>private: true, or just a name</source>
        <translation>private: true, ou un nom seul</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Note</translation>
    </message>
    <message>
        <source>Folder/Name.md</source>
        <translation>Dossier/Nom.md</translation>
    </message>
    <message>
        <source>This cannot match any note.</source>
        <translation>Aucune note ne peut correspondre à ceci.</translation>
    </message>
    <message>
        <source>Specify which notes.</source>
        <translation>Indiquez quelles notes.</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>Toutes les notes</translation>
    </message>
    <message>
        <source>Notes in {0}</source>
        <translation>Les notes dans {0}</translation>
    </message>
    <message>
        <source>Notes tagged #{0}</source>
        <translation>Les notes avec l’étiquette #{0}</translation>
    </message>
    <message>
        <source>Notes with {0}</source>
        <translation>Les notes avec {0}</translation>
    </message>
    <message>
        <source>The note {0}</source>
        <translation>La note {0}</translation>
    </message>
    <message>
        <source>This rule is not valid, so no note is sent to any model.</source>
        <translation>Cette règle n’est pas valide&#xa0;; aucune note n’est donc envoyée à un modèle.</translation>
    </message>
    <message>
        <source>are sent to a model outside this computer only if I allow it each time</source>
        <translation>ne sont envoyées à un modèle hors de cet ordinateur que si je l’autorise à chaque fois</translation>
    </message>
    <message>
        <source>are sent to no model at all</source>
        <translation>ne sont envoyées à aucun modèle</translation>
    </message>
    <message>
        <source>are sent to no model outside this computer</source>
        <translation>ne sont envoyées à aucun modèle hors de cet ordinateur</translation>
    </message>
    <message>
        <source>is sent to a model outside this computer only if I allow it each time</source>
        <translation>n’est envoyée à un modèle hors de cet ordinateur que si je l’autorise à chaque fois</translation>
    </message>
    <message>
        <source>is sent to no model at all</source>
        <translation>n’est envoyée à aucun modèle</translation>
    </message>
    <message>
        <source>is sent to no model outside this computer</source>
        <translation>n’est envoyée à aucun modèle hors de cet ordinateur</translation>
    </message>
    <message>
        <source>{n} note today</source>
        <translation>{n} note aujourd’hui</translation>
    </message>
    <message>
        <source>{n} notes today</source>
        <translation>{n} notes aujourd’hui</translation>
    </message>
</context>
<context>
    <name>PrivacyRulesSection</name>
    <message>
        <source>None. Every note may be sent where your permissions allow it.</source>
        <translation>Aucune. Chaque note peut être envoyée là où vos autorisations le permettent.</translation>
    </message>
    <message>
        <source>This rule is not valid, so no note is sent to any model.</source>
        <translation>Cette règle n’est pas valide&#xa0;; aucune note n’est donc envoyée à un modèle.</translation>
    </message>
</context>
<context>
    <name>PrivateNoteAction</name>
    <message>
        <source>Keep private</source>
        <translation>Marquer comme privée</translation>
    </message>
    <message>
        <source>No longer private</source>
        <translation>Ne plus marquer comme privée</translation>
    </message>
    <message>
        <source>Private: {why}…</source>
        <translation>Privée&#xa0;: {why}…</translation>
    </message>
    <message>
        <source>Why the note is private</source>
        <translation>Pourquoi la note est privée</translation>
    </message>
    <message>
        <source>No longer keep the note private</source>
        <translation>Ne plus marquer la note comme privée</translation>
    </message>
    <message>
        <source>Keep the note private</source>
        <translation>Marquer la note comme privée</translation>
    </message>
    <message>
        <source>Private: {why}. Change this in Private notes.</source>
        <translation>Privée&#xa0;: {why}. Cela se modifie dans Notes privées.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Afficher</translation>
    </message>
    <message>
        <source>{note} is already private.</source>
        <translation>{note} est déjà privée.</translation>
    </message>
    <message>
        <source>{n} notes are already private.</source>
        <translation>{n} notes sont déjà privées.</translation>
    </message>
    <message>
        <source>{note} is now private.</source>
        <translation>{note} est maintenant privée.</translation>
    </message>
    <message>
        <source>{n} notes are now private.</source>
        <translation>{n} notes sont maintenant privées.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>{note} is still private: {why}.</source>
        <translation>{note} est toujours privée&#xa0;: {why}.</translation>
    </message>
    <message>
        <source>Some of the {n} notes are still private: {why}.</source>
        <translation>Parmi les {n} notes, certaines sont toujours privées&#xa0;: {why}.</translation>
    </message>
    <message>
        <source>{note} is no longer private.</source>
        <translation>{note} n’est plus privée.</translation>
    </message>
    <message>
        <source>{n} notes are no longer private.</source>
        <translation>{n} notes ne sont plus privées.</translation>
    </message>
</context>
<context>
    <name>PrivateNotesSheet</name>
    <message>
        <source>What in {0} stays on this computer. This takes precedence over every permission, rule and answer.</source>
        <translation>Ce qui, dans {0}, reste sur cet ordinateur. Ceci a priorité sur toute autorisation, règle et réponse.</translation>
    </message>
    <message>
        <source>Private notes</source>
        <translation>Notes privées</translation>
    </message>
    <message>
        <source>Filter private notes</source>
        <translation>Filtrer les notes privées</translation>
    </message>
    <message>
        <source>Filter by note or rule</source>
        <translation>Filtrer par note ou règle</translation>
    </message>
    <message>
        <source>What is private</source>
        <translation>Ce qui est privé</translation>
    </message>
    <message>
        <source>Inside notes</source>
        <translation>Dans les notes</translation>
    </message>
    <message>
        <source>stays on this computer</source>
        <translation>reste sur cet ordinateur</translation>
    </message>
    <message>
        <source>is sent with its note</source>
        <translation>est envoyé avec sa note</translation>
    </message>
    <message>
        <source>Text between %% and %%</source>
        <translation>Texte entre %% et %%</translation>
    </message>
    <message>
        <source>A model on this computer reads it.</source>
        <translation>Un modèle de cet ordinateur le lit.</translation>
    </message>
    <message>
        <source>Private today: {0} of {1} notes</source>
        <translation>Privées aujourd’hui&#xa0;: {0} sur {1}</translation>
    </message>
    <message>
        <source>The properties of {0} notes cannot be read. These notes are treated as private if a rule might match them.</source>
        <translation>Les propriétés de {0} notes ne peuvent pas être lues. Ces notes sont traitées comme privées si une règle pourrait les viser.</translation>
    </message>
</context>
<context>
    <name>PropertyGrid</name>
    <message>
        <source>Show all {n}</source>
        <translation>Afficher les {n}</translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>Afficher moins</translation>
    </message>
</context>
<context>
    <name>PropertyGridRow</name>
    <message>
        <source>Change the value</source>
        <translation>Modifier la valeur</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renommer…</translation>
    </message>
    <message>
        <source>Type, in this note</source>
        <translation>Type, dans cette note</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Suppr</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texte</translation>
    </message>
    <message>
        <source>List</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Checkbox</source>
        <translation>Case à cocher</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Date</translation>
    </message>
    <message>
        <source>Date and time</source>
        <translation>Date et heure</translation>
    </message>
</context>
<context>
    <name>PropertyKinds</name>
    <message>
        <source>This is not a date and time. Enter them like 2026-11-22 14:30, or choose a day.</source>
        <translation>Ce n’est pas une date avec une heure. Saisissez-les comme 2026-11-22 14:30, ou choisissez un jour.</translation>
    </message>
    <message>
        <source>This is not a date. Enter a date such as 2026-11-22, or choose a day.</source>
        <translation>Ce n’est pas une date. Saisissez une date comme 2026-11-22, ou choisissez un jour.</translation>
    </message>
    <message>
        <source>This is not a number.</source>
        <translation>Ce n’est pas un nombre.</translation>
    </message>
    <message>
        <source>today</source>
        <translation>aujourd’hui</translation>
    </message>
    <message>
        <source>tomorrow</source>
        <translation>demain</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>hier</translation>
    </message>
</context>
<context>
    <name>ProposedNoteDialog</name>
    <message>
        <source>Path in the vault</source>
        <translation>Chemin dans le coffre</translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation>Texte de la note</translation>
    </message>
    <message>
        <source>A link proposes a note</source>
        <translation>Un lien propose une note</translation>
    </message>
    <message>
        <source>Create Note</source>
        <translation>Créer la note</translation>
    </message>
    <message>
        <source>Nothing is written to “{0}” before you create it.</source>
        <translation>Rien n’est écrit dans «&#xa0;{0}&#xa0;» avant que vous ne la créiez.</translation>
    </message>
</context>
<context>
    <name>ProviderButton</name>
    <message>
        <source>built in · quotes your notes</source>
        <translation>intégré · cite vos notes</translation>
    </message>
    <message>
        <source>no address yet</source>
        <translation>pas encore d’adresse</translation>
    </message>
    <message>
        <source>1 model</source>
        <translation>1 modèle</translation>
    </message>
    <message>
        <source>{0} models</source>
        <translation>{0} modèles</translation>
    </message>
    <message>
        <source>not tested</source>
        <translation>non testé</translation>
    </message>
    <message>
        <source>no key yet</source>
        <translation>pas encore de clé</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>répond</translation>
    </message>
    <message>
        <source>the test failed</source>
        <translation>le test a échoué</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>sur cet ordinateur</translation>
    </message>
</context>
<context>
    <name>ProviderFields</name>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Outils</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Responses</source>
        <translation>Responses</translation>
    </message>
    <message>
        <source>Chat Completions</source>
        <translation>Chat Completions</translation>
    </message>
    <message>
        <source>Context window</source>
        <translation>Fenêtre de contexte</translation>
    </message>
    <message>
        <source>As the model says</source>
        <translation>Comme le dit le modèle</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatique</translation>
    </message>
    <message>
        <source>Add /v1 to an address without a version</source>
        <translation>Ajouter /v1 à une adresse sans version</translation>
    </message>
    <message>
        <source>Native tool calls</source>
        <translation>Appels d’outils natifs</translation>
    </message>
    <message>
        <source>Text-based, &lt;tool_call&gt;</source>
        <translation>En texte, &lt;tool_call&gt;</translation>
    </message>
    <message>
        <source>Text-based, &lt;use_tool&gt;</source>
        <translation>En texte, &lt;use_tool&gt;</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Aucun</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Uses the program of this name on this computer, with its own account. Test checks whether it is installed.</source>
        <translation>Utilise le programme de ce nom sur cet ordinateur, avec son propre compte. «&#xa0;Tester&#xa0;» vérifie s’il est installé.</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clé</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Chemin</translation>
    </message>
    <message>
        <source>Tokens of question and answer together. More tokens need more memory.</source>
        <translation>Jetons de la question et de la réponse ensemble. Plus de jetons demandent plus de mémoire.</translation>
    </message>
    <message>
        <source>A GGUF file that VaultDesk runs itself. Nothing leaves this computer. Test lists the files that Ollama and LM Studio have stored.</source>
        <translation>Un fichier GGUF que VaultDesk exécute lui-même. Rien ne quitte cet ordinateur. «&#xa0;Tester&#xa0;» liste les fichiers qu’Ollama et LM Studio ont enregistrés.</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexte</translation>
    </message>
</context>
<context>
    <name>ProviderForm</name>
    <message>
        <source>Test</source>
        <translation>Tester</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Plus</translation>
    </message>
    <message>
        <source>How tools are offered depends on the model. Choose a model first.</source>
        <translation>La manière de proposer les outils dépend du modèle. Choisissez d’abord un modèle.</translation>
    </message>
    <message>
        <source>Asking {0}…</source>
        <translation>Interrogation de {0}…</translation>
    </message>
    <message>
        <source>No note was sent for this test.</source>
        <translation>Aucune note n’a été envoyée pour ce test.</translation>
    </message>
    <message>
        <source>Choose a model first: click Test, then choose one from the list.</source>
        <translation>Choisissez d’abord un modèle&#xa0;: cliquez sur Tester, puis choisissez-en un dans la liste.</translation>
    </message>
    <message>
        <source>Delete the key</source>
        <translation>Supprimer la clé</translation>
    </message>
    <message>
        <source>This provider is not set up yet.</source>
        <translation>Ce fournisseur n’est pas encore configuré.</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>Retirer {0}</translation>
    </message>
</context>
<context>
    <name>ProviderSheet</name>
    <message>
        <source>The services and models that can answer questions. Keys are never written to a settings file.</source>
        <translation>Les services et les modèles qui peuvent répondre aux questions. Les clés ne sont jamais écrites dans un fichier de paramètres.</translation>
    </message>
    <message>
        <source>Providers</source>
        <translation>Fournisseurs</translation>
    </message>
    <message>
        <source>Add Provider…</source>
        <translation>Ajouter un fournisseur…</translation>
    </message>
    <message>
        <source>Add Provider</source>
        <translation>Ajouter un fournisseur</translation>
    </message>
</context>
<context>
    <name>QCocoaMenu</name>
    <message>
        <source>Edit</source>
        <translation>Édition</translation>
    </message>
</context>
<context>
    <name>QueryChips</name>
    <message>
        <source>called</source>
        <translation>nommée</translation>
    </message>
    <message>
        <source>done task</source>
        <translation>tâche faite</translation>
    </message>
    <message>
        <source>exactly</source>
        <translation>exactement</translation>
    </message>
    <message>
        <source>has</source>
        <translation>a</translation>
    </message>
    <message>
        <source>in</source>
        <translation>dans</translation>
    </message>
    <message>
        <source>in one line</source>
        <translation>sur une ligne</translation>
    </message>
    <message>
        <source>in one paragraph</source>
        <translation>dans un paragraphe</translation>
    </message>
    <message>
        <source>in the text</source>
        <translation>dans le texte</translation>
    </message>
    <message>
        <source>open task</source>
        <translation>tâche à faire</translation>
    </message>
    <message>
        <source>pattern</source>
        <translation>motif</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>étiquette</translation>
    </message>
    <message>
        <source>task</source>
        <translation>tâche</translation>
    </message>
    <message>
        <source>under one heading</source>
        <translation>sous un titre</translation>
    </message>
    <message>
        <source>without</source>
        <translation>sans</translation>
    </message>
</context>
<context>
    <name>QueryExplanation</name>
    <message>
        <source>a tag with {what}</source>
        <translation>une étiquette avec {what}</translation>
    </message>
    <message>
        <source>above</source>
        <translation>au-dessus de</translation>
    </message>
    <message>
        <source>anything</source>
        <translation>n’importe quoi</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>au moins</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>au plus</translation>
    </message>
    <message>
        <source>below</source>
        <translation>au-dessous de</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>aucune valeur</translation>
    </message>
    <message>
        <source>not {what}</source>
        <translation>pas {what}</translation>
    </message>
    <message>
        <source>the pattern /{text}/</source>
        <translation>le motif /{text}/</translation>
    </message>
    <message>
        <source>the property {name}</source>
        <translation>la propriété {name}</translation>
    </message>
    <message>
        <source>the property {name}: {value}</source>
        <translation>la propriété {name}&#xa0;: {value}</translation>
    </message>
    <message>
        <source>the tag #{name} or one below it</source>
        <translation>l’étiquette #{name} ou une étiquette sous elle</translation>
    </message>
    <message>
        <source>the exact phrase “{text}”</source>
        <translation>l’expression exacte «&#xa0;{text}&#xa0;»</translation>
    </message>
    <message>
        <source>{first} and {second}</source>
        <translation>{first} et {second}</translation>
    </message>
    <message>
        <source>{first} or {second}</source>
        <translation>{first} ou {second}</translation>
    </message>
    <message>
        <source>{what} in a done task</source>
        <translation>{what} dans une tâche faite</translation>
    </message>
    <message>
        <source>{what} in a task</source>
        <translation>{what} dans une tâche</translation>
    </message>
    <message>
        <source>{what} in an open task</source>
        <translation>{what} dans une tâche à faire</translation>
    </message>
    <message>
        <source>{what} in one line</source>
        <translation>{what} sur une même ligne</translation>
    </message>
    <message>
        <source>{what} in one paragraph</source>
        <translation>{what} dans un même paragraphe</translation>
    </message>
    <message>
        <source>{what} in the file name</source>
        <translation>{what} dans le nom du fichier</translation>
    </message>
    <message>
        <source>{what} in the path</source>
        <translation>{what} dans le chemin</translation>
    </message>
    <message>
        <source>{what} in the text</source>
        <translation>{what} dans le texte</translation>
    </message>
    <message>
        <source>{what} under one heading</source>
        <translation>{what} sous un même titre</translation>
    </message>
    <message>
        <source>{what}, ignoring case</source>
        <translation>{what}, sans tenir compte de la casse</translation>
    </message>
    <message>
        <source>{what}, matching case</source>
        <translation>{what}, en respectant la casse</translation>
    </message>
</context>
<context>
    <name>QueryExplanationLine</name>
    <message>
        <source>Explain search</source>
        <translation>Expliquer la recherche</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>Notes with all of these:</source>
        <translation>Notes réunissant tout ceci&#xa0;:</translation>
    </message>
</context>
<context>
    <name>QueryField</name>
    <message>
        <source>Remove from the saved searches</source>
        <translation>Retirer des recherches enregistrées</translation>
    </message>
    <message>
        <source>Save this search</source>
        <translation>Enregistrer cette recherche</translation>
    </message>
    <message>
        <source>a pattern (regular expression)</source>
        <translation>un motif (expression régulière)</translation>
    </message>
    <message>
        <source>a property and its value</source>
        <translation>une propriété et sa valeur</translation>
    </message>
    <message>
        <source>all terms in one line</source>
        <translation>tous les termes sur une même ligne</translation>
    </message>
    <message>
        <source>all terms under one heading</source>
        <translation>tous les termes sous un même titre</translation>
    </message>
    <message>
        <source>in chats instead of notes; in:all for both</source>
        <translation>dans les discussions&#xa0;; in:all&#xa0;: les deux</translation>
    </message>
    <message>
        <source>in tasks; also task-todo: and task-done:</source>
        <translation>dans les tâches&#xa0;; aussi task-todo: et task-done:</translation>
    </message>
    <message>
        <source>notes without it</source>
        <translation>les notes qui ne le contiennent pas</translation>
    </message>
    <message>
        <source>either of the two</source>
        <translation>l’un des deux</translation>
    </message>
    <message>
        <source>the exact phrase</source>
        <translation>l’expression exacte</translation>
    </message>
    <message>
        <source>in the file name</source>
        <translation>dans le nom du fichier</translation>
    </message>
    <message>
        <source>in the folder or name</source>
        <translation>dans le dossier ou le nom</translation>
    </message>
    <message>
        <source>in the text only</source>
        <translation>dans le texte seulement</translation>
    </message>
    <message>
        <source>this tag and its nested tags</source>
        <translation>cette étiquette et ses sous-étiquettes</translation>
    </message>
    <message>
        <source>groups terms</source>
        <translation>regroupe des termes</translation>
    </message>
</context>
<context>
    <name>QuestionCard</name>
    <message>
        <source>You asked</source>
        <translation>Votre question</translation>
    </message>
    <message>
        <source>Edit and ask again</source>
        <translation>Modifier et redemander</translation>
    </message>
    <message>
        <source>Show all {0} characters</source>
        <translation>Afficher les {0} caractères</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>et {0} de plus</translation>
    </message>
</context>
<context>
    <name>QuestionEditor</name>
    <message>
        <source>Edit your question</source>
        <translation>Modifier votre question</translation>
    </message>
    <message>
        <source>Enter asks again and replaces everything below, Esc discards the edit.</source>
        <translation>Entrée redemande et remplace tout ce qui suit, Échap abandonne la modification.</translation>
    </message>
    <message>
        <source>Ask Again</source>
        <translation>Redemander</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>QuestionField</name>
    <message>
        <source>Ask about your notes…</source>
        <translation>Interrogez vos notes…</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Question</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter starts a new line, Esc stops an answer.</source>
        <translation>Entrée envoie, Maj+Entrée passe à la ligne, Échap arrête une réponse.</translation>
    </message>
    <message>
        <source>@ and [[ find notes, / at the beginning quick commands.</source>
        <translation>@ et [[ trouvent des notes, / au début des commandes rapides.</translation>
    </message>
</context>
<context>
    <name>QuestionQueue</name>
    <message>
        <source>and {0} more</source>
        <translation>et {0} de plus</translation>
    </message>
</context>
<context>
    <name>QueuedQuestionCard</name>
    <message>
        <source>Queued message</source>
        <translation>Message en attente</translation>
    </message>
    <message>
        <source>waiting for the current answer</source>
        <translation>attend la réponse</translation>
    </message>
    <message>
        <source>not sent yet</source>
        <translation>pas encore envoyé</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Modifier</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>Send now</source>
        <translation>Envoyer maintenant</translation>
    </message>
</context>
<context>
    <name>QuickAskCard</name>
    <message>
        <source>Shortcut for quick ask</source>
        <translation>Raccourci de la question rapide</translation>
    </message>
    <message>
        <source>None. Press keys to set one</source>
        <translation>Aucun. Appuyez sur des touches pour en définir un</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>Try It</source>
        <translation>L’essayer</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Question rapide</translation>
    </message>
    <message>
        <source>A small window over other programs: find a note, ask a question, or add a line to today’s note. An answer continues when the window is hidden and is listed among the chats.</source>
        <translation>Une petite fenêtre par-dessus les autres programmes&#xa0;: trouver une note, poser une question, ou ajouter une ligne à la note d’aujourd’hui. Une réponse continue quand la fenêtre est masquée, et figure dans la liste des discussions.</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>Raccourci</translation>
    </message>
</context>
<context>
    <name>QuickAskController</name>
    <message>
        <source>It will be sent when this answer is finished.</source>
        <translation>Elle sera envoyée une fois cette réponse terminée.</translation>
    </message>
    <message>
        <source>The text is too long to paste here. Save it as a note and ask about the note.</source>
        <translation>Le texte est trop long à coller ici. Enregistrez-le comme note et posez votre question sur la note.</translation>
    </message>
</context>
<context>
    <name>QuickField</name>
    <message>
        <source>Ask about your notes, or find one…</source>
        <translation>Interrogez vos notes, ou trouvez-en une…</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Question rapide</translation>
    </message>
    <message>
        <source>Enter asks, Shift+Enter starts a new line, {0} goes to the chat, Esc hides this window.</source>
        <translation>Entrée pose la question, Maj+Entrée passe à la ligne, {0} va à la discussion, Échap masque cette fenêtre.</translation>
    </message>
</context>
<context>
    <name>QuickFoot</name>
    <message>
        <source>New question</source>
        <translation>Nouvelle question</translation>
    </message>
    <message>
        <source>Private: the chat is not saved</source>
        <translation>Privée&#xa0;: la discussion n’est pas enregistrée</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>Privée</translation>
    </message>
    <message>
        <source>ask</source>
        <translation>demander</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>notes</translation>
    </message>
    <message>
        <source>open in chat</source>
        <translation>ouvrir en discussion</translation>
    </message>
    <message>
        <source>hide</source>
        <translation>masquer</translation>
    </message>
    <message>
        <source>stays on this computer</source>
        <translation>reste sur cet ordinateur</translation>
    </message>
    <message>
        <source>asks before notes are sent</source>
        <translation>demande avant que des notes partent</translation>
    </message>
    <message>
        <source>Add the answer to today’s note</source>
        <translation>Ajouter la réponse à la note d’aujourd’hui</translation>
    </message>
    <message>
        <source>Add the text to today’s note</source>
        <translation>Ajouter le texte à la note d’aujourd’hui</translation>
    </message>
</context>
<context>
    <name>QuickSession</name>
    <message>
        <source>Added to the daily note: {0}</source>
        <translation>Ajouté à la note du jour&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Today’s note “{0}” was created with it.</source>
        <translation>La note d’aujourd’hui «&#xa0;{0}&#xa0;» a été créée à cette occasion.</translation>
    </message>
    <message>
        <source>Added to “{0}”.</source>
        <translation>Ajouté à «&#xa0;{0}&#xa0;».</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>The note has changed since, so nothing was undone.</source>
        <translation>La note a changé depuis&#xa0;; rien n’a donc été annulé.</translation>
    </message>
    <message>
        <source>Undone.</source>
        <translation>Annulé.</translation>
    </message>
</context>
<context>
    <name>QuickSwitcher</name>
    <message>
        <source>1 note</source>
        <translation>1 note</translation>
    </message>
    <message>
        <source>Create note “{name}”</source>
        <translation>Créer la note «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>Creates {path}</source>
        <translation>Crée {path}</translation>
    </message>
    <message>
        <source>Search all notes for “{words}”</source>
        <translation>Chercher «&#xa0;{words}&#xa0;» dans toutes les notes</translation>
    </message>
    <message>
        <source>Shift+Enter</source>
        <translation>Maj+Entrée</translation>
    </message>
    <message>
        <source>also called “{name}”</source>
        <translation>aussi appelée «&#xa0;{name}&#xa0;»</translation>
    </message>
    <message>
        <source>in the vault root</source>
        <translation>à la racine du coffre</translation>
    </message>
    <message>
        <source>in {folder}</source>
        <translation>dans {folder}</translation>
    </message>
    <message>
        <source>line {n}</source>
        <translation>ligne {n}</translation>
    </message>
    <message>
        <source>linked once</source>
        <translation>liée une fois</translation>
    </message>
    <message>
        <source>linked {n} times</source>
        <translation>liée {n} fois</translation>
    </message>
    <message>
        <source>not created yet</source>
        <translation>pas encore créée</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notes</translation>
    </message>
    <message>
        <source>{some} of {total}</source>
        <translation>{some} sur {total}</translation>
    </message>
</context>
<context>
    <name>QuickSwitcherButton</name>
    <message>
        <source>Search or jump to…</source>
        <translation>Rechercher ou aller à…</translation>
    </message>
</context>
<context>
    <name>QuickWindow</name>
    <message>
        <source>Quick ask – VaultDesk</source>
        <translation>Question rapide – VaultDesk</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Question rapide</translation>
    </message>
    <message>
        <source>Opening {0}…</source>
        <translation>Ouverture de {0}…</translation>
    </message>
    <message>
        <source>You can ask as soon as it is open.</source>
        <translation>Vous pourrez poser votre question dès qu’il sera ouvert.</translation>
    </message>
    <message>
        <source>Open a vault in VaultDesk first; then you can ask about its notes from here.</source>
        <translation>Ouvrez d’abord un coffre dans VaultDesk&#xa0;; vous pourrez ensuite interroger ses notes d’ici.</translation>
    </message>
    <message>
        <source>No vault is open</source>
        <translation>Aucun coffre n’est ouvert</translation>
    </message>
    <message>
        <source>Show VaultDesk</source>
        <translation>Afficher VaultDesk</translation>
    </message>
</context>
<context>
    <name>RatingButton</name>
    <message>
        <source>{name}, again in {wait}</source>
        <translation>{name}, à nouveau dans {wait}</translation>
    </message>
</context>
<context>
    <name>ReachPage</name>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Its model</source>
        <translation>Son modèle</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Terminé</translation>
    </message>
    <message>
        <source>Filter notes</source>
        <translation>Filtrer les notes</translation>
    </message>
    <message>
        <source>Filter by note or reason</source>
        <translation>Filtrer par note ou motif</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notes</translation>
    </message>
    <message>
        <source>Choose an agent</source>
        <translation>Choisir un agent</translation>
    </message>
    <message>
        <source>Find an agent</source>
        <translation>Trouver un agent</translation>
    </message>
    <message>
        <source>What could this agent access?</source>
        <translation>À quoi cet agent pourrait-il accéder&#xa0;?</translation>
    </message>
    <message>
        <source>answering by a model</source>
        <translation>qui répond par un modèle</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>sur cet ordinateur</translation>
    </message>
    <message>
        <source>at {0} ({1})</source>
        <translation>sur {0} ({1})</translation>
    </message>
    <message>
        <source>This agent cannot be used. The lists show what the default assistant can access.</source>
        <translation>Cet agent ne peut pas être utilisé. Les listes montrent ce à quoi l’assistant par défaut peut accéder.</translation>
    </message>
    <message>
        <source>This agent is not allowed yet. The lists show what it could access once allowed.</source>
        <translation>Cet agent n’est pas encore autorisé. Les listes montrent ce à quoi il pourrait accéder une fois autorisé.</translation>
    </message>
    <message>
        <source>Tools are off in this vault, so it has no access now. The lists show what it could access with tools on.</source>
        <translation>Les outils sont désactivés dans ce coffre&#xa0;; il n’a donc accès à rien pour l’instant. Les listes montrent ce à quoi il pourrait accéder avec les outils activés.</translation>
    </message>
    <message>
        <source>One of your rules is not valid, so it denies everything. See Permissions.</source>
        <translation>Une de vos règles n’est pas valide&#xa0;; elle refuse donc tout. Voir Autorisations.</translation>
    </message>
    <message>
        <source>No notes.</source>
        <translation>Aucune note.</translation>
    </message>
    <message>
        <source>Editable</source>
        <translation>Modifiables</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>Masquées</translation>
    </message>
    <message>
        <source>Notes it can change. Every change is recorded and can be undone.</source>
        <translation>Notes qu’il peut modifier. Chaque modification est enregistrée et peut être annulée.</translation>
    </message>
    <message>
        <source>Notes it can find and read. Where it says “asks first”, you see each one and may refuse.</source>
        <translation>Notes qu’il peut trouver et lire. Là où figure «&#xa0;demande d’abord&#xa0;», vous voyez chacune et pouvez refuser.</translation>
    </message>
    <message>
        <source>Notes hidden from it: they do not appear in lists, search results or links.</source>
        <translation>Notes qui lui sont masquées&#xa0;: elles n’apparaissent ni dans les listes, ni dans les résultats de recherche, ni dans les liens.</translation>
    </message>
    <message>
        <source>Notes whose text could be sent to {0} with a question after the agent reads it.</source>
        <translation>Notes dont le texte pourrait être envoyé à {0} avec une question, une fois lu par l’agent.</translation>
    </message>
    <message>
        <source>Nothing: the model runs on this computer. What it reads stays here.</source>
        <translation>Rien&#xa0;: le modèle fonctionne sur cet ordinateur. Ce qu’il lit reste ici.</translation>
    </message>
    <message>
        <source>Readable</source>
        <translation>Lisibles</translation>
    </message>
    <message>
        <source>May be sent</source>
        <translation>Envoi possible</translation>
    </message>
    <message>
        <source>asks first</source>
        <translation>demande d’abord</translation>
    </message>
    <message>
        <source>it has no tool for that</source>
        <translation>il n’a pas d’outil pour cela</translation>
    </message>
    <message>
        <source>it only reads</source>
        <translation>il ne fait que lire</translation>
    </message>
    <message>
        <source>without asking</source>
        <translation>sans demander</translation>
    </message>
    <message>
        <source>never</source>
        <translation>jamais</translation>
    </message>
    <message>
        <source>outside its folders</source>
        <translation>hors de ses dossiers</translation>
    </message>
    <message>
        <source>private</source>
        <translation>privé</translation>
    </message>
    <message>
        <source>private: {0}</source>
        <translation>privée&#xa0;: {0}</translation>
    </message>
    <message>
        <source>your preset</source>
        <translation>votre préréglage</translation>
    </message>
    <message>
        <source>your rule for the whole vault</source>
        <translation>votre règle pour tout le coffre</translation>
    </message>
    <message>
        <source>your rule for {0}</source>
        <translation>votre règle pour {0}</translation>
    </message>
</context>
<context>
    <name>ReachText</name>
    <message>
        <source>1 note is private and will not be sent to {receiver}: {why}.</source>
        <translation>1 note est privée et ne sera pas envoyée à {receiver}&#xa0;: {why}.</translation>
    </message>
    <message>
        <source>1 note will not be sent</source>
        <translation>1 note ne sera pas envoyée</translation>
    </message>
    <message>
        <source>1 of {total} notes is private and will not be sent to {receiver}: {why}.</source>
        <translation>1 note sur {total} est privée et ne sera pas envoyée à {receiver}&#xa0;: {why}.</translation>
    </message>
    <message>
        <source>1 of {total} notes will not be sent</source>
        <translation>1 note sur {total} ne sera pas envoyée</translation>
    </message>
    <message>
        <source>Private: {why}. It will not be sent to {receiver}.</source>
        <translation>Note privée&#xa0;: {why}. Elle ne sera pas envoyée à {receiver}.</translation>
    </message>
    <message>
        <source>Private: {why}. None of the {n} notes will be sent to {receiver}.</source>
        <translation>Notes privées&#xa0;: {why}. Aucune des {n} notes ne sera envoyée à {receiver}.</translation>
    </message>
    <message>
        <source>Private: {why}. You will be asked before it is sent to {receiver}.</source>
        <translation>Note privée&#xa0;: {why}. Votre accord sera demandé avant l’envoi à {receiver}.</translation>
    </message>
    <message>
        <source>You will be asked about 1 private note before it is sent to {receiver}: {why}.</source>
        <translation>Votre accord sera demandé pour 1 note privée avant l’envoi à {receiver}&#xa0;: {why}.</translation>
    </message>
    <message>
        <source>You will be asked about {n} private notes before they are sent to {receiver}: {why}.</source>
        <translation>Votre accord sera demandé pour {n} notes privées avant l’envoi à {receiver}&#xa0;: {why}.</translation>
    </message>
    <message>
        <source>by a rule for private notes</source>
        <translation>par une règle des notes privées</translation>
    </message>
    <message>
        <source>will not be sent</source>
        <translation>ne partira pas</translation>
    </message>
    <message>
        <source>you will be asked</source>
        <translation>votre accord sera demandé</translation>
    </message>
    <message>
        <source>you will be asked about 1 note</source>
        <translation>votre accord sera demandé pour 1 note</translation>
    </message>
    <message>
        <source>you will be asked about {n} notes</source>
        <translation>votre accord sera demandé pour {n} notes</translation>
    </message>
    <message>
        <source>{n} notes are private and will not be sent to {receiver}: {why}.</source>
        <translation>{n} notes sont privées et ne seront pas envoyées à {receiver}&#xa0;: {why}.</translation>
    </message>
    <message>
        <source>{n} notes will not be sent</source>
        <translation>{n} notes ne seront pas envoyées</translation>
    </message>
    <message>
        <source>{n} of {total} notes are private and will not be sent to {receiver}: {why}.</source>
        <translation>{n} notes sur {total} sont privées et ne seront pas envoyées à {receiver}&#xa0;: {why}.</translation>
    </message>
    <message>
        <source>{n} of {total} notes will not be sent</source>
        <translation>{n} notes sur {total} ne seront pas envoyées</translation>
    </message>
</context>
<context>
    <name>ReadingState</name>
    <message>
        <source>Reading your notes…</source>
        <translation>Lecture de vos notes…</translation>
    </message>
    <message>
        <source>They appear here as they are read.</source>
        <translation>Elles apparaissent ici à mesure qu’elles sont lues.</translation>
    </message>
    <message>
        <source>The notes could not be read</source>
        <translation>Les notes n’ont pas pu être lues</translation>
    </message>
    <message>
        <source>See the status bar for the reason.</source>
        <translation>La raison figure dans la barre d’état.</translation>
    </message>
    <message>
        <source>Your notes are still being read, so something may be missing here.</source>
        <translation>Vos notes sont encore en cours de lecture&#xa0;; il peut donc manquer quelque chose ici.</translation>
    </message>
    <message>
        <source>Not all notes could be read, so something may be missing here.</source>
        <translation>Certaines notes n’ont pas pu être lues&#xa0;; il peut donc manquer quelque chose ici.</translation>
    </message>
</context>
<context>
    <name>ReasoningLine</name>
    <message>
        <source>Reasoning of the model</source>
        <translation>Raisonnement du modèle</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Réflexion</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>Réflexion</translation>
    </message>
</context>
<context>
    <name>RelatedPanel</name>
    <message>
        <source>Show related notes</source>
        <translation>Afficher les notes apparentées</translation>
    </message>
    <message>
        <source>Collapse this list</source>
        <translation>Replier cette liste</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Plan de la note</translation>
    </message>
    <message>
        <source>Your notes are still being read, so something may be missing here.</source>
        <translation>Vos notes sont encore en cours de lecture&#xa0;; il peut donc manquer quelque chose ici.</translation>
    </message>
    <message>
        <source>Linked from 1 note</source>
        <translation>1 note y renvoie</translation>
    </message>
    <message>
        <source>Linked from no note</source>
        <translation>Aucune note n’y renvoie</translation>
    </message>
    <message>
        <source>Linked from {n} notes</source>
        <translation>{n} notes y renvoient</translation>
    </message>
    <message>
        <source>Mentions</source>
        <translation>Mentions</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>Similaires</translation>
    </message>
    <message>
        <source>No other note is related to this one.</source>
        <translation>Aucune autre note n’est liée à celle-ci par son sujet.</translation>
    </message>
    <message>
        <source>No other note is similar to this one.</source>
        <translation>Aucune autre note n’est similaire à celle-ci.</translation>
    </message>
    <message>
        <source>No other note links here.</source>
        <translation>Aucune autre note ne renvoie ici.</translation>
    </message>
    <message>
        <source>No other note mentions this one without linking to it.</source>
        <translation>Aucune autre note ne mentionne celle-ci sans lien vers elle.</translation>
    </message>
    <message>
        <source>Related</source>
        <translation>Liées</translation>
    </message>
</context>
<context>
    <name>RelatedRows</name>
    <message>
        <source>cites the same notes</source>
        <translation>cite les mêmes notes</translation>
    </message>
    <message>
        <source>linked</source>
        <translation>liée</translation>
    </message>
    <message>
        <source>similar content</source>
        <translation>contenu similaire</translation>
    </message>
    <message>
        <source>shares tags</source>
        <translation>partage des étiquettes</translation>
    </message>
    <message>
        <source>the same name</source>
        <translation>le même nom</translation>
    </message>
    <message>
        <source>the same text</source>
        <translation>le même texte</translation>
    </message>
    <message>
        <source>{share} % similar</source>
        <translation>similaire à {share}&#xa0;%</translation>
    </message>
</context>
<context>
    <name>RelatedTab</name>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
</context>
<context>
    <name>RelatedTabBar</name>
    <message>
        <source>More lists</source>
        <translation>Autres listes</translation>
    </message>
</context>
<context>
    <name>RemovalBanner</name>
    <message>
        <source>{0} was removed.</source>
        <translation>{0} a été retiré.</translation>
    </message>
    <message>
        <source>Chats use the offline assistant now.</source>
        <translation>Les discussions utilisent maintenant l’assistant hors ligne.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Its key is still stored.</source>
        <translation>Sa clé est encore enregistrée.</translation>
    </message>
    <message>
        <source>Delete the Key Too</source>
        <translation>Supprimer aussi la clé</translation>
    </message>
    <message>
        <source>The provider and its key are gone.</source>
        <translation>Le fournisseur et sa clé ont été retirés.</translation>
    </message>
</context>
<context>
    <name>RenameDialog</name>
    <message>
        <source>Rename</source>
        <translation>Renommer</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
</context>
<context>
    <name>RequestDetails</name>
    <message>
        <source>Written by the model, not checked</source>
        <translation>Écrit par le modèle, non vérifié</translation>
    </message>
</context>
<context>
    <name>RequestHeader</name>
    <message>
        <source>“{name}”: {warning}</source>
        <translation>«&#xa0;{name}&#xa0;»&#xa0;: {warning}</translation>
    </message>
    <message>
        <source>{0} more</source>
        <translation>{0} de plus</translation>
    </message>
    <message>
        <source>{names}: {warning}</source>
        <translation>{names}&#xa0;: {warning}</translation>
    </message>
</context>
<context>
    <name>RequestView</name>
    <message>
        <source>Request</source>
        <translation>Demande</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Détails</translation>
    </message>
    <message>
        <source>Scroll to the end of the arguments first.</source>
        <translation>Faites d’abord défiler les arguments jusqu’à la fin.</translation>
    </message>
</context>
<context>
    <name>ReviewCard</name>
    <message>
        <source>This word has no meaning yet.</source>
        <translation>Ce mot n’a pas encore de sens.</translation>
    </message>
    <message>
        <source>Its meaning is hidden.</source>
        <translation>Son sens est masqué.</translation>
    </message>
</context>
<context>
    <name>ReviewPane</name>
    <message>
        <source>End the review</source>
        <translation>Terminer la révision</translation>
    </message>
    <message>
        <source>Show the Meaning</source>
        <translation>Afficher le sens</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Encore</translation>
    </message>
    <message>
        <source>Hard</source>
        <translation>Difficile</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>Bien</translation>
    </message>
    <message>
        <source>Easy</source>
        <translation>Facile</translation>
    </message>
    <message>
        <source>Review of words</source>
        <translation>Révision des mots</translation>
    </message>
    <message>
        <source>{n} of {total}</source>
        <translation>{n} sur {total}</translation>
    </message>
    <message>
        <source>{told} · {n} again</source>
        <translation>{told} · {n} à revoir</translation>
    </message>
    <message>
        <source>Press 1 to 4 to rate · Ctrl+Z undoes the last rating</source>
        <translation>1 à 4 pour noter · Ctrl+Z annule la dernière note</translation>
    </message>
    <message>
        <source>Space shows the meaning · Esc ends the review</source>
        <translation>Espace affiche le sens · Échap termine la révision</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Réviser</translation>
    </message>
    <message>
        <source>Words done</source>
        <translation>Mots faits</translation>
    </message>
</context>
<context>
    <name>RewriteCommand</name>
    <message>
        <source>Open a note first, and select the text to rewrite.</source>
        <translation>Ouvrez d’abord une note, et sélectionnez le texte à réécrire.</translation>
    </message>
    <message>
        <source>This note is read-only here.</source>
        <translation>Cette note est en lecture seule ici.</translation>
    </message>
    <message>
        <source>There is nothing to rewrite here. Select some text.</source>
        <translation>Il n’y a rien à réécrire ici. Sélectionnez du texte.</translation>
    </message>
    <message>
        <source>The model returned no text. Rephrase your instruction, or choose another model.</source>
        <translation>Le modèle n’a renvoyé aucun texte. Reformulez votre consigne, ou choisissez un autre modèle.</translation>
    </message>
    <message>
        <source>The selection has changed since. Insert the new text below it, or try again.</source>
        <translation>La sélection a changé depuis. Insérez le nouveau texte en dessous, ou réessayez.</translation>
    </message>
</context>
<context>
    <name>RewritePanel</name>
    <message>
        <source>What should change?</source>
        <translation>Que faut-il changer&#xa0;?</translation>
    </message>
    <message>
        <source>The rewritten selection</source>
        <translation>La sélection réécrite</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Remplacer</translation>
    </message>
    <message>
        <source>Insert Below</source>
        <translation>Insérer dessous</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Abandonner</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>Rédaction…</translation>
    </message>
    <message>
        <source>Nothing is changed until you choose Replace or Insert.</source>
        <translation>Rien n’est modifié tant que vous n’avez pas choisi Remplacer ou Insérer.</translation>
    </message>
    <message>
        <source>No changes suggested.</source>
        <translation>Aucune modification proposée.</translation>
    </message>
    <message>
        <source>Correct mistakes</source>
        <translation>Corriger les fautes</translation>
    </message>
    <message>
        <source>Clearer</source>
        <translation>Plus clair</translation>
    </message>
    <message>
        <source>Shorter</source>
        <translation>Plus court</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>Plus long</translation>
    </message>
    <message>
        <source>Friendlier</source>
        <translation>Plus aimable</translation>
    </message>
    <message>
        <source>As a list</source>
        <translation>En liste</translation>
    </message>
    <message>
        <source>In English</source>
        <translation>En anglais</translation>
    </message>
</context>
<context>
    <name>RewriteRouteLine</name>
    <message>
        <source>you see the change first</source>
        <translation>vous voyez d’abord la modification</translation>
    </message>
    <message>
        <source>Set up a model on this computer…</source>
        <translation>Configurer un modèle sur cet ordinateur…</translation>
    </message>
    <message>
        <source>Use {model}</source>
        <translation>Utiliser {model}</translation>
    </message>
    <message>
        <source>It runs on this computer.</source>
        <translation>Il fonctionne sur cet ordinateur.</translation>
    </message>
    <message>
        <source>The offline assistant cannot rewrite: choose a model</source>
        <translation>L’assistant hors ligne ne sait pas réécrire&#xa0;: choisissez un modèle</translation>
    </message>
    <message>
        <source>These {n} words are sent to {receiver}</source>
        <translation>Ces {n} mots sont envoyés à {receiver}</translation>
    </message>
    <message>
        <source>These {n} words are sent to {receiver} after you are asked: the note is private ({why})</source>
        <translation>Ces {n} mots sont envoyés à {receiver} après votre accord&#xa0;: la note est privée ({why})</translation>
    </message>
    <message>
        <source>These {n} words stay on this computer</source>
        <translation>Ces {n} mots restent sur cet ordinateur</translation>
    </message>
    <message>
        <source>This note is private ({why}): choose a model on this computer</source>
        <translation>Cette note est privée ({why})&#xa0;: choisissez un modèle de cet ordinateur</translation>
    </message>
    <message>
        <source>This note is private ({why}): no model reads it</source>
        <translation>Cette note est privée ({why})&#xa0;: aucun modèle ne la lit</translation>
    </message>
    <message>
        <source>This word is sent to {receiver}</source>
        <translation>Ce mot est envoyé à {receiver}</translation>
    </message>
    <message>
        <source>This word is sent to {receiver} after you are asked: the note is private ({why})</source>
        <translation>Ce mot est envoyé à {receiver} après votre accord&#xa0;: la note est privée ({why})</translation>
    </message>
    <message>
        <source>This word stays on this computer</source>
        <translation>Ce mot reste sur cet ordinateur</translation>
    </message>
    <message>
        <source>by a rule for private notes</source>
        <translation>par une règle des notes privées</translation>
    </message>
</context>
<context>
    <name>RowListModel</name>
    <message>
        <source>selected</source>
        <translation>sélectionné</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>replié</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>déplié</translation>
    </message>
</context>
<context>
    <name>RuleDialog</name>
    <message>
        <source>Add Rule</source>
        <translation>Ajouter la règle</translation>
    </message>
    <message>
        <source>Add a rule</source>
        <translation>Ajouter une règle</translation>
    </message>
    <message>
        <source>Edit the rule</source>
        <translation>Modifier la règle</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
</context>
<context>
    <name>RuleEditor</name>
    <message>
        <source>Add Rule…</source>
        <translation>Ajouter une règle…</translation>
    </message>
    <message>
        <source>In the settings file: {0}</source>
        <translation>Dans le fichier de paramètres&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Removed: {0}</source>
        <translation>Retirée&#xa0;: {0}</translation>
    </message>
</context>
<context>
    <name>RuleList</name>
    <message>
        <source>Edit…</source>
        <translation>Modifier…</translation>
    </message>
    <message>
        <source>Edit: {0}</source>
        <translation>Modifier&#xa0;: {0}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
</context>
<context>
    <name>SaveNotice</name>
    <message>
        <source>The note of this chat was deleted. The chat is still here.</source>
        <translation>La note de cette discussion a été supprimée. La discussion est toujours là.</translation>
    </message>
    <message>
        <source>Save It Again</source>
        <translation>L’enregistrer à nouveau</translation>
    </message>
    <message>
        <source>The note of this chat could not be saved. {0} The chat itself is stored on this computer.</source>
        <translation>La note de cette discussion n’a pas pu être enregistrée. {0} La discussion elle-même est enregistrée sur cet ordinateur.</translation>
    </message>
    <message>
        <source>This chat could not be saved. {0}</source>
        <translation>Cette discussion n’a pas pu être enregistrée. {0}</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>Yes, in {folder}/</source>
        <translation>Oui, dans {folder}/</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Oui</translation>
    </message>
    <message>
        <source>Your chats are stored on this computer, outside the vault. Save them as notes in the vault too?</source>
        <translation>Vos discussions sont enregistrées sur cet ordinateur, hors du coffre. Les enregistrer aussi comme notes du coffre&#xa0;?</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Non</translation>
    </message>
</context>
<context>
    <name>SavedSearches</name>
    <message>
        <source>Enter a search first, then save it.</source>
        <translation>Saisissez d’abord une recherche, puis enregistrez-la.</translation>
    </message>
    <message>
        <source>Search saved. It is listed below the empty search field.</source>
        <translation>Recherche enregistrée. Elle figure sous le champ de recherche vide.</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renommer…</translation>
    </message>
    <message>
        <source>Removed the saved search “{name}”.</source>
        <translation>La recherche enregistrée «&#xa0;{name}&#xa0;» a été supprimée.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Query: {query}</source>
        <translation>Recherche&#xa0;: {query}</translation>
    </message>
    <message>
        <source>Rename the saved search</source>
        <translation>Renommer la recherche enregistrée</translation>
    </message>
</context>
<context>
    <name>ScopeChoice</name>
    <message>
        <source>Duration of this permission</source>
        <translation>Durée de cette autorisation</translation>
    </message>
</context>
<context>
    <name>SearchEngineTest</name>
    <message>
        <source>Test</source>
        <translation>Tester</translation>
    </message>
    <message>
        <source>Searches for “{0}”</source>
        <translation>Cherche «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>Test the search engine with the word “{0}”</source>
        <translation>Tester le moteur de recherche avec le mot «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>Asking {0}…</source>
        <translation>Interrogation de {0}…</translation>
    </message>
    <message numerus="yes">
        <source>It answers: %n results.</source>
        <translation>
            <numerusform>Il répond&#xa0;: %n résultat.</numerusform>
            <numerusform>Il répond&#xa0;: %n résultats.</numerusform>
        </translation>
    </message>
    <message>
        <source>It answers, but found nothing.</source>
        <translation>Il répond, mais n’a rien trouvé.</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Search</source>
        <translation>Rechercher</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Effacer</translation>
    </message>
</context>
<context>
    <name>SearchHints</name>
    <message>
        <source>Recent searches and search operators</source>
        <translation>Recherches récentes et opérateurs de recherche</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>Recherches enregistrées</translation>
    </message>
    <message>
        <source>Recent searches</source>
        <translation>Recherches récentes</translation>
    </message>
    <message>
        <source>Search operators</source>
        <translation>Opérateurs de recherche</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Rechercher</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renommer…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Retirer</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
</context>
<context>
    <name>SearchPane</name>
    <message>
        <source>Search all notes</source>
        <translation>Rechercher dans toutes les notes</translation>
    </message>
    <message>
        <source>Search operators</source>
        <translation>Opérateurs de recherche</translation>
    </message>
</context>
<context>
    <name>SearchResultList</name>
    <message>
        <source>Search results</source>
        <translation>Résultats de la recherche</translation>
    </message>
</context>
<context>
    <name>SearchResults</name>
    <message>
        <source>1 more in this note</source>
        <translation>1 de plus dans cette note</translation>
    </message>
    <message>
        <source>{n} more in this note</source>
        <translation>{n} de plus dans cette note</translation>
    </message>
</context>
<context>
    <name>SearchSentence</name>
    <message>
        <source>Click to search with other words</source>
        <translation>Cliquez pour rechercher avec d’autres mots</translation>
    </message>
</context>
<context>
    <name>SearchSheet</name>
    <message>
        <source>Search by meaning finds passages that say the same in other words.</source>
        <translation>La recherche par le sens trouve des passages qui disent la même chose en d’autres mots.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Recherche</translation>
    </message>
    <message>
        <source>The included model, on this computer</source>
        <translation>Le modèle fourni, sur cet ordinateur</translation>
    </message>
    <message>
        <source>A model on a server</source>
        <translation>Un modèle sur un serveur</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Désactivé</translation>
    </message>
    <message>
        <source>Index notes for search by meaning with</source>
        <translation>Indexer les notes pour la recherche par le sens avec</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Serveur</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Try It</source>
        <translation>L’essayer</translation>
    </message>
    <message>
        <source>Use This Model</source>
        <translation>Utiliser ce modèle</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Nothing leaves this computer. Indexing a large vault takes a while, in the background.</source>
        <translation>Rien ne quitte cet ordinateur. L’indexation d’un grand coffre prend un moment, en arrière-plan.</translation>
    </message>
    <message>
        <source>Try the model first. Then you see where your notes would be sent.</source>
        <translation>Essayez d’abord le modèle. Vous verrez alors où vos notes seraient envoyées.</translation>
    </message>
    <message>
        <source>Notes are found by their words only.</source>
        <translation>Les notes sont trouvées par leurs mots seulement.</translation>
    </message>
    <message>
        <source>Asking {model}…</source>
        <translation>Interrogation de {model}…</translation>
    </message>
    <message>
        <source>If you use it, all notes that are not private, and your questions, are sent to {host} in parts.</source>
        <translation>Si vous l’utilisez, toutes les notes qui ne sont pas privées, ainsi que vos questions, sont envoyées à {host} par parties.</translation>
    </message>
</context>
<context>
    <name>SearchSummary</name>
    <message>
        <source>Order</source>
        <translation>Ordre</translation>
    </message>
    <message>
        <source>{n} ms</source>
        <translation>{n} ms</translation>
    </message>
    <message>
        <source>1 passage</source>
        <translation>1 passage</translation>
    </message>
    <message>
        <source>{n} passages</source>
        <translation>{n} passages</translation>
    </message>
    <message>
        <source>Best of about {n}</source>
        <translation>Les meilleurs sur environ {n}</translation>
    </message>
    <message>
        <source>still ranking…</source>
        <translation>classement en cours…</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Recherche…</translation>
    </message>
    <message>
        <source>Best {shown} of {total}</source>
        <translation>Les {shown} meilleurs sur {total}</translation>
    </message>
    <message>
        <source>The best {n}</source>
        <translation>Les {n} meilleurs</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 note</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notes</translation>
    </message>
    <message>
        <source>in the best {shown} of {total} notes</source>
        <translation>dans les {shown} meilleures notes sur {total}</translation>
    </message>
    <message>
        <source>in the best {n} notes</source>
        <translation>dans les {n} meilleures notes</translation>
    </message>
    <message>
        <source>in 1 note</source>
        <translation>dans 1 note</translation>
    </message>
    <message>
        <source>in {n} notes</source>
        <translation>dans {n} notes</translation>
    </message>
    <message>
        <source>Best first</source>
        <translation>Meilleurs d’abord</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Récents d’abord</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>Anciens d’abord</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Par nom</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>Tout replier</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>Tout déplier</translation>
    </message>
    <message>
        <source>Show passages and their ranking</source>
        <translation>Afficher les passages et leur classement</translation>
    </message>
</context>
<context>
    <name>SearchTestCommand</name>
    <message>
        <source>Search test</source>
        <translation>Test de recherche</translation>
    </message>
</context>
<context>
    <name>SearchTestPage</name>
    <message>
        <source>Question</source>
        <translation>Question</translation>
    </message>
    <message>
        <source>Ask as you would ask an assistant</source>
        <translation>Demandez comme à un assistant</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Mots</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Sens</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>Combien</translation>
    </message>
    <message>
        <source>Best {n}</source>
        <translation>Les {n} meilleurs</translation>
    </message>
    <message>
        <source>Search test</source>
        <translation>Test de recherche</translation>
    </message>
    <message>
        <source>Index for search by meaning</source>
        <translation>Index pour la recherche par le sens</translation>
    </message>
    <message>
        <source>Nothing can be found by meaning yet</source>
        <translation>Rien ne peut encore être trouvé par le sens</translation>
    </message>
    <message>
        <source>No passages found</source>
        <translation>Aucun passage trouvé</translation>
    </message>
    <message>
        <source>Ask with other words.</source>
        <translation>Demandez avec d’autres mots.</translation>
    </message>
    <message>
        <source>Which passages would an answer use?</source>
        <translation>Quels passages une réponse utiliserait‑elle&#xa0;?</translation>
    </message>
    <message>
        <source>Type a question. The best passages are listed with the reasons for their rank.</source>
        <translation>Tapez une question. Les meilleurs passages sont listés avec les raisons de leur rang.</translation>
    </message>
    <message>
        <source>What a question finds in your notes, and why. The search runs on this computer; nothing is sent.</source>
        <translation>Ce qu’une question trouve dans vos notes, et pourquoi. La recherche s’exécute sur cet ordinateur&#xa0;; rien n’est envoyé.</translation>
    </message>
    <message>
        <source>What a question finds in your notes, and why. With Meaning on, the question is sent to {server}.</source>
        <translation>Ce qu’une question trouve dans vos notes, et pourquoi. Avec Sens activé, la question est envoyée à {server}.</translation>
    </message>
    <message>
        <source>Search by meaning is not part of this installation, so only words are searched.</source>
        <translation>La recherche par le sens ne fait pas partie de cette installation&#xa0;; seuls les mots sont donc recherchés.</translation>
    </message>
    <message>
        <source>1 link with the other notes found</source>
        <translation>1 lien avec les autres notes trouvées</translation>
    </message>
    <message>
        <source>Changed {when}</source>
        <translation>Modifiée {when}</translation>
    </message>
    <message>
        <source>by meaning</source>
        <translation>par le sens</translation>
    </message>
    <message>
        <source>by meaning: rank {rank}</source>
        <translation>par le sens&#xa0;: rang {rank}</translation>
    </message>
    <message>
        <source>by words</source>
        <translation>par les mots</translation>
    </message>
    <message>
        <source>by words and meaning</source>
        <translation>par les mots et le sens</translation>
    </message>
    <message>
        <source>by words: rank {rank}</source>
        <translation>par les mots&#xa0;: rang {rank}</translation>
    </message>
    <message>
        <source>changed {when}</source>
        <translation>modifiée {when}</translation>
    </message>
    <message>
        <source>indexed {when}</source>
        <translation>indexée {when}</translation>
    </message>
    <message>
        <source>similarity {share}</source>
        <translation>similarité {share}</translation>
    </message>
    <message>
        <source>{n} links with the other notes found</source>
        <translation>{n} liens avec les autres notes trouvées</translation>
    </message>
    <message>
        <source>{n} ms</source>
        <translation>{n} ms</translation>
    </message>
    <message>
        <source>{n} passage</source>
        <translation>{n} passage</translation>
    </message>
    <message>
        <source>{n} passages</source>
        <translation>{n} passages</translation>
    </message>
</context>
<context>
    <name>SearchWords</name>
    <message>
        <source>Words to search for</source>
        <translation>Mots à rechercher</translation>
    </message>
    <message>
        <source>Search Again</source>
        <translation>Rechercher à nouveau</translation>
    </message>
    <message>
        <source>Searching again on this computer…</source>
        <translation>Nouvelle recherche sur cet ordinateur…</translation>
    </message>
</context>
<context>
    <name>SendButton</name>
    <message>
        <source>Stop the answer</source>
        <translation>Arrêter la réponse</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Envoyer</translation>
    </message>
    <message>
        <source>Stop the answer (Esc)</source>
        <translation>Arrêter la réponse (Échap)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>Envoyer (Entrée)</translation>
    </message>
    <message>
        <source>Type a question to send it</source>
        <translation>Tapez une question pour l’envoyer</translation>
    </message>
</context>
<context>
    <name>ServerCard</name>
    <message>
        <source>Answers then come from this computer only.</source>
        <translation>Les réponses viennent alors uniquement de cet ordinateur.</translation>
    </message>
    <message>
        <source>{0} is running on this computer</source>
        <translation>{0} fonctionne sur cet ordinateur</translation>
    </message>
    <message>
        <source>Use {0}</source>
        <translation>Utiliser {0}</translation>
    </message>
    <message>
        <source>Choose a Model</source>
        <translation>Choisir un modèle</translation>
    </message>
    <message>
        <source>Chats now use {0}. Answers come from this computer only.</source>
        <translation>Les discussions utilisent maintenant {0}. Les réponses viennent seulement de cet ordinateur.</translation>
    </message>
    <message>
        <source>It was added but has no model yet. Download one there first.</source>
        <translation>Il a été ajouté mais n’a pas encore de modèle. Téléchargez-y d’abord un modèle.</translation>
    </message>
    <message>
        <source>It has no model yet. With a model, answers come from this computer only.</source>
        <translation>Il n’a pas encore de modèle. Avec un modèle, les réponses viennent seulement de cet ordinateur.</translation>
    </message>
    <message>
        <source>1 model is ready.</source>
        <translation>1 modèle est prêt.</translation>
    </message>
    <message>
        <source>{0} models are ready.</source>
        <translation>{0} modèles sont prêts.</translation>
    </message>
</context>
<context>
    <name>ServerOffer</name>
    <message>
        <source>{0} is running on this computer with 1 model.</source>
        <translation>{0} fonctionne sur cet ordinateur avec 1 modèle.</translation>
    </message>
    <message>
        <source>{0} is running on this computer with {1} models.</source>
        <translation>{0} fonctionne sur cet ordinateur avec {1} modèles.</translation>
    </message>
    <message>
        <source>{0} is running on this computer, without a model yet.</source>
        <translation>{0} fonctionne sur cet ordinateur, encore sans modèle.</translation>
    </message>
</context>
<context>
    <name>Settings</name>
    <message>
        <source>*</source>
        <translation>*</translation>
    </message>
    <message>
        <source>A dialog over the window, or a card inside the chat.</source>
        <translation>Une boîte de dialogue par-dessus la fenêtre, ou une carte dans la discussion.</translation>
    </message>
    <message>
        <source>A short sound with each notification.</source>
        <translation>Un son bref avec chaque notification.</translation>
    </message>
    <message>
        <source>A tool&apos;s name, or * for all.</source>
        <translation>Le nom d’un outil, ou * pour tous.</translation>
    </message>
    <message>
        <source>AGENTS.md and skills of this vault whose text was read and accepted.</source>
        <translation>AGENTS.md et les compétences de ce coffre dont le texte a été lu et accepté.</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Accepté</translation>
    </message>
    <message>
        <source>Add /v1</source>
        <translation>Ajouter /v1</translation>
    </message>
    <message>
        <source>Add /v1 to an address without a version. Off: the address is used as written.</source>
        <translation>Ajouter /v1 à une adresse sans version. Désactivé, l’adresse est utilisée telle quelle.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>Agents</translation>
    </message>
    <message>
        <source>Agents folder</source>
        <translation>Dossier des agents</translation>
    </message>
    <message>
        <source>Agents of this vault that were allowed.</source>
        <translation>Agents de ce coffre qui ont été autorisés.</translation>
    </message>
    <message>
        <source>All providers together; 0 for no limit.</source>
        <translation>Tous les fournisseurs ensemble&#xa0;; 0 pour aucune limite.</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>Autoriser</translation>
    </message>
    <message>
        <source>Allow, ask each time, or deny.</source>
        <translation>Autoriser, demander à chaque fois ou refuser.</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Réponse</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Réponse donnée</translation>
    </message>
    <message>
        <source>Anthropic</source>
        <translation>Anthropic</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Apparence</translation>
    </message>
    <message>
        <source>For example en_GB, de_DE; a word is correct if one of them contains it. Empty for the language of this computer.</source>
        <translation>Par exemple en_GB, de_DE&#xa0;; un mot est juste si l’un d’eux le contient. Vide pour la langue de cet ordinateur.</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Demander</translation>
    </message>
    <message>
        <source>Ask for approval in</source>
        <translation>Demander l’approbation dans</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Beside the note, as a tab among the notes, or in its own window.</source>
        <translation>À côté de la note, en onglet parmi les notes ou dans sa propre fenêtre.</translation>
    </message>
    <message>
        <source>Brave</source>
        <translation>Brave</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>Carte</translation>
    </message>
    <message>
        <source>Changes older than this can no longer be undone.</source>
        <translation>Les modifications plus anciennes ne peuvent plus être annulées.</translation>
    </message>
    <message>
        <source>The most characters of one tool result that the model receives; the rest is cut, and the model is told.</source>
        <translation>Le nombre maximal de caractères d’un résultat d’outil que reçoit le modèle&#xa0;; le reste est coupé et le modèle en est informé.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Discussion</translation>
    </message>
    <message>
        <source>Chat folder</source>
        <translation>Dossier des discussions</translation>
    </message>
    <message>
        <source>Chats are stored on this computer, outside the vault. keep: each chat is also a note of the vault; off: it is not; empty: not decided yet.</source>
        <translation>Les discussions sont enregistrées sur cet ordinateur, hors du coffre. keep&#xa0;: chacune est aussi une note du coffre&#xa0;; off&#xa0;: elle ne l’est pas&#xa0;; vide&#xa0;: pas encore décidé.</translation>
    </message>
    <message>
        <source>Chats as notes</source>
        <translation>Discussions comme notes</translation>
    </message>
    <message>
        <source>Check spelling</source>
        <translation>Vérifier l’orthographe</translation>
    </message>
    <message>
        <source>The program keeps running when the last window is closed, if this desktop has a tray.</source>
        <translation>Le programme reste en marche à la fermeture de la dernière fenêtre, si ce bureau a une zone de notification.</translation>
    </message>
    <message>
        <source>Codex</source>
        <translation>Codex</translation>
    </message>
    <message>
        <source>Commands folder</source>
        <translation>Dossier des commandes</translation>
    </message>
    <message>
        <source>Comments</source>
        <translation>Commentaires</translation>
    </message>
    <message>
        <source>Context window</source>
        <translation>Fenêtre de contexte</translation>
    </message>
    <message>
        <source>Contrast</source>
        <translation>Contraste</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Création</translation>
    </message>
    <message>
        <source>Created oldest</source>
        <translation>Création, anciennes d’abord</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Sombre</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>Jours</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>Refuser</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>Bureau</translation>
    </message>
    <message>
        <source>Destination</source>
        <translation>Destination</translation>
    </message>
    <message>
        <source>Dialog</source>
        <translation>Dialogue</translation>
    </message>
    <message>
        <source>Digest</source>
        <translation>Empreinte</translation>
    </message>
    <message>
        <source>Dock</source>
        <translation>Ancrée</translation>
    </message>
    <message>
        <source>Dollars a chat</source>
        <translation>Dollars par discussion</translation>
    </message>
    <message>
        <source>Dollars a day</source>
        <translation>Dollars par jour</translation>
    </message>
    <message>
        <source>Dollars an agent a day</source>
        <translation>Dollars par agent et par jour</translation>
    </message>
    <message>
        <source>Duckduckgo</source>
        <translation>DuckDuckGo</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Modifier</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>Éditeur</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Effet</translation>
    </message>
    <message>
        <source>Endpoints, by name.</source>
        <translation>Points d’accès, par nom.</translation>
    </message>
    <message>
        <source>Environment variable with the key; without one the system&apos;s keyring is used.</source>
        <translation>Variable d’environnement contenant la clé&#xa0;; sans elle, le trousseau du système est utilisé.</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Dossier</translation>
    </message>
    <message>
        <source>Folder of the vault whose folders are skills.</source>
        <translation>Dossier du coffre dont les dossiers sont des compétences.</translation>
    </message>
    <message>
        <source>Folder of the vault whose notes are agents.</source>
        <translation>Dossier du coffre dont les notes sont des agents.</translation>
    </message>
    <message>
        <source>Folder of the vault with a note for each word.</source>
        <translation>Dossier du coffre avec une note par mot.</translation>
    </message>
    <message>
        <source>Folder of the vault with project notes.</source>
        <translation>Dossier du coffre avec les notes de projet.</translation>
    </message>
    <message>
        <source>Folder of the vault with quick commands.</source>
        <translation>Dossier du coffre avec les commandes rapides.</translation>
    </message>
    <message>
        <source>For OpenAI kinds: responses or chat. Empty: responses for OpenAI, chat for all others.</source>
        <translation>Pour les types OpenAI&#xa0;: responses ou chat. Vide&#xa0;: responses pour OpenAI, chat pour tous les autres.</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Complet</translation>
    </message>
    <message>
        <source>Gemini</source>
        <translation>Gemini</translation>
    </message>
    <message>
        <source>Gguf</source>
        <translation>GGUF</translation>
    </message>
    <message>
        <source>Granted</source>
        <translation>Accordé</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Élevé</translation>
    </message>
    <message>
        <source>High draws all borders and uses no tinted backgrounds.</source>
        <translation>Élevé trace toutes les bordures et n’utilise pas de fonds teintés.</translation>
    </message>
    <message>
        <source>Defaults of chats.</source>
        <translation>Valeurs par défaut des discussions.</translation>
    </message>
    <message>
        <source>The mode of a new chat; the menu in the composer explains the modes.</source>
        <translation>Le mode d’une nouvelle discussion&#xa0;; le menu de la zone de question explique les modes.</translation>
    </message>
    <message>
        <source>How long changes can be undone.</source>
        <translation>Combien de temps les modifications peuvent être annulées.</translation>
    </message>
    <message>
        <source>The most rounds of tool calls for one question; after that the assistant has to answer.</source>
        <translation>Le nombre maximal de tours d’appels d’outils pour une question&#xa0;; ensuite, l’assistant doit répondre.</translation>
    </message>
    <message>
        <source>How much a reasoning model thinks before it answers. Empty leaves it to the model.</source>
        <translation>Combien un modèle à raisonnement réfléchit avant de répondre. Vide laisse le choix au modèle.</translation>
    </message>
    <message>
        <source>Spending limits.</source>
        <translation>Limites de dépense.</translation>
    </message>
    <message>
        <source>How notes are listed.</source>
        <translation>Comment les notes sont listées.</translation>
    </message>
    <message>
        <source>How notes are written.</source>
        <translation>Comment les notes sont écrites.</translation>
    </message>
    <message>
        <source>How the web is searched.</source>
        <translation>Comment la recherche sur le Web est faite.</translation>
    </message>
    <message>
        <source>How the window looks.</source>
        <translation>L’aspect de la fenêtre.</translation>
    </message>
    <message>
        <source>The name shown for this provider.</source>
        <translation>Le nom affiché pour ce fournisseur.</translation>
    </message>
    <message>
        <source>How tools are offered to the model.</source>
        <translation>Comment les outils sont proposés au modèle.</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Entrée</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Instructions</translation>
    </message>
    <message>
        <source>Instructions and values of ChatGPT MD chats that you were shown, with your answer to each.</source>
        <translation>Instructions et valeurs de discussions ChatGPT MD qui vous ont été montrées, avec votre réponse à chacune.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Conserver</translation>
    </message>
    <message>
        <source>Key from environment</source>
        <translation>Clé de l’environnement</translation>
    </message>
    <message>
        <source>Key variable</source>
        <translation>Variable de la clé</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Raccourcis</translation>
    </message>
    <message>
        <source>Shortcuts of the window&apos;s commands, by command name.</source>
        <translation>Raccourcis choisis pour les commandes de la fenêtre, par nom de commande.</translation>
    </message>
    <message>
        <source>Keyboard shortcut that opens quick ask from any program, such as Ctrl+Alt+Space; empty for none.</source>
        <translation>Raccourci clavier qui ouvre la question rapide depuis tout programme, comme Ctrl+Alt+Space&#xa0;; vide pour aucun.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Type</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Langue</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Langues</translation>
    </message>
    <message>
        <source>The base URL of the server, such as http://localhost:8080/v1. Leave empty for the vendor&apos;s own.</source>
        <translation>L’adresse de base du serveur, comme http://localhost:8080/v1. Laissez vide pour celle du fournisseur.</translation>
    </message>
    <message>
        <source>Let the assistant ask to search and read this vault. Not set: the first use asks.</source>
        <translation>Laisser l’assistant demander à rechercher et à lire dans ce coffre. Non défini&#xa0;: la première utilisation pose la question.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Clair</translation>
    </message>
    <message>
        <source>Lmstudio</source>
        <translation>LM Studio</translation>
    </message>
    <message>
        <source>Local</source>
        <translation>Local</translation>
    </message>
    <message>
        <source>Log sessions</source>
        <translation>Noter les sessions</translation>
    </message>
    <message>
        <source>Longest tool result</source>
        <translation>Plus long résultat d’outil</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Faible</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Sens</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Moyen</translation>
    </message>
    <message>
        <source>Megabytes</source>
        <translation>Mégaoctets</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Mémoire</translation>
    </message>
    <message>
        <source>Memory note</source>
        <translation>Note de mémoire</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>Modification</translation>
    </message>
    <message>
        <source>Modified oldest</source>
        <translation>Modification, anciennes d’abord</translation>
    </message>
    <message>
        <source>Maximum space for earlier versions of notes.</source>
        <translation>Place maximale pour les versions antérieures des notes.</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Mouvement</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nom</translation>
    </message>
    <message>
        <source>Chat titles</source>
        <translation>Titres des discussions</translation>
    </message>
    <message>
        <source>Name down</source>
        <translation>Nom, Z à A</translation>
    </message>
    <message>
        <source>Name of an environment variable that holds the key.</source>
        <translation>Nom d’une variable d’environnement qui contient la clé.</translation>
    </message>
    <message>
        <source>Names of other packages&apos; toolsets that are allowed.</source>
        <translation>Noms des jeux d’outils d’autres paquets qui sont autorisés.</translation>
    </message>
    <message>
        <source>Native</source>
        <translation>Natif</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Réseau</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Jamais</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Aucun</translation>
    </message>
    <message>
        <source>None switches animations off.</source>
        <translation>Aucun désactive les animations.</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Note</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notes</translation>
    </message>
    <message>
        <source>Notify</source>
        <translation>Notifier</translation>
    </message>
    <message>
        <source>The language of the window; notes and answers are not translated.</source>
        <translation>La langue de la fenêtre&#xa0;; les notes et les réponses ne sont pas traduites.</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Désactivé</translation>
    </message>
    <message>
        <source>Offer to check for updates</source>
        <translation>Proposer de chercher des mises à jour</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Hors ligne</translation>
    </message>
    <message>
        <source>Ollama</source>
        <translation>Ollama</translation>
    </message>
    <message>
        <source>On battery</source>
        <translation>Sur batterie</translation>
    </message>
    <message>
        <source>One agent in a day; 0 for no limit.</source>
        <translation>Un agent en un jour&#xa0;; 0 pour aucune limite.</translation>
    </message>
    <message>
        <source>One conversation; 0 for no limit.</source>
        <translation>Une discussion&#xa0;; 0 pour aucune limite.</translation>
    </message>
    <message>
        <source>Only files inside it; empty is the whole vault.</source>
        <translation>Seulement les fichiers qu’il contient&#xa0;; vide pour tout le coffre.</translation>
    </message>
    <message>
        <source>Only tools with this effect, or * for all.</source>
        <translation>Seulement les outils ayant cet effet, ou * pour tous.</translation>
    </message>
    <message>
        <source>Only requests to this destination: a host, this-computer, or * for all.</source>
        <translation>Seulement les requêtes vers cette destination&#xa0;: un hôte, this-computer, ou * pour toutes.</translation>
    </message>
    <message>
        <source>Openai</source>
        <translation>OpenAI</translation>
    </message>
    <message>
        <source>Openai compatible</source>
        <translation>Compatible OpenAI</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>Ouvert</translation>
    </message>
    <message>
        <source>Openrouter</source>
        <translation>OpenRouter</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Sortie</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>En pause</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>Autorisations</translation>
    </message>
    <message>
        <source>Plus</source>
        <translation>Plus</translation>
    </message>
    <message>
        <source>Pomodoro</source>
        <translation>Pomodoro</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Préréglage</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>Prix</translation>
    </message>
    <message>
        <source>Private notes</source>
        <translation>Notes privées</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projet</translation>
    </message>
    <message>
        <source>Projects folder</source>
        <translation>Dossier des projets</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>Propriété</translation>
    </message>
    <message>
        <source>Providers</source>
        <translation>Fournisseurs</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Question</translation>
    </message>
    <message>
        <source>Quick ask shortcut</source>
        <translation>Raccourci de la question rapide</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lire</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>Lecture seule</translation>
    </message>
    <message>
        <source>Remember unasked</source>
        <translation>Mémoriser sans demande</translation>
    </message>
    <message>
        <source>Responses</source>
        <translation>Responses</translation>
    </message>
    <message>
        <source>Tool rounds</source>
        <translation>Tours d’outils</translation>
    </message>
    <message>
        <source>SHA-256 of the accepted note.</source>
        <translation>SHA-256 de la note acceptée.</translation>
    </message>
    <message>
        <source>SHA-256 of the values that were shown.</source>
        <translation>SHA-256 des valeurs qui ont été montrées.</translation>
    </message>
    <message>
        <source>Notify when an answer is complete or an approval is required and no window is active.</source>
        <translation>Signaler qu’une réponse est complète ou qu’une approbation est requise lorsqu’aucune fenêtre n’est active.</translation>
    </message>
    <message>
        <source>SearXNG requires its address, Brave and Tavily require a key, DuckDuckGo neither.</source>
        <translation>SearXNG exige son adresse, Brave et Tavily une clé, DuckDuckGo ni l’une ni l’autre.</translation>
    </message>
    <message>
        <source>Search by the meaning of notes, in addition to their words.</source>
        <translation>Rechercher selon le sens des notes, en plus de leurs mots.</translation>
    </message>
    <message>
        <source>Search engine</source>
        <translation>Moteur de recherche</translation>
    </message>
    <message>
        <source>Searxng</source>
        <translation>SearXNG</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Envoyer</translation>
    </message>
    <message>
        <source>Sentinel</source>
        <translation>Sentinelle</translation>
    </message>
    <message>
        <source>Settings in chat notes</source>
        <translation>Réglages dans les notes de discussion</translation>
    </message>
    <message>
        <source>Show an answer while it arrives. Switch this off for servers that cannot stream.</source>
        <translation>Afficher une réponse à mesure qu’elle arrive. À désactiver pour les serveurs qui ne diffusent pas en continu.</translation>
    </message>
    <message>
        <source>Shows a button here. VaultDesk never checks by itself.</source>
        <translation>Affiche un bouton ici. VaultDesk ne vérifie jamais de lui-même.</translation>
    </message>
    <message>
        <source>Skills folder</source>
        <translation>Dossier des compétences</translation>
    </message>
    <message>
        <source>Sort notes by</source>
        <translation>Trier les notes par</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Son</translation>
    </message>
    <message>
        <source>Spending</source>
        <translation>Dépenses</translation>
    </message>
    <message>
        <source>Permission rules for this vault.</source>
        <translation>Règles d’autorisation pour ce coffre.</translation>
    </message>
    <message>
        <source>Stay in the tray</source>
        <translation>Rester en arrière-plan</translation>
    </message>
    <message>
        <source>Stream answers</source>
        <translation>Réponses en continu</translation>
    </message>
    <message>
        <source>Summarize long chats</source>
        <translation>Résumer les longues discussions</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Système</translation>
    </message>
    <message>
        <source>System follows the light or dark setting of this computer.</source>
        <translation>Système suit le réglage clair ou sombre de cet ordinateur.</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Onglet</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Étiquette</translation>
    </message>
    <message>
        <source>Tavily</source>
        <translation>Tavily</translation>
    </message>
    <message>
        <source>The agent&apos;s note.</source>
        <translation>La note de l’agent.</translation>
    </message>
    <message>
        <source>The first question, or a title written by the model, which is sent the first exchange.</source>
        <translation>La première question, ou un titre rédigé par le modèle, qui reçoit alors le premier échange.</translation>
    </message>
    <message>
        <source>Folder of the vault for chats and answers that are saved as notes.</source>
        <translation>Dossier du coffre pour les discussions et les réponses enregistrées comme notes.</translation>
    </message>
    <message>
        <source>The folder; the tag without #; the property, as `name` or `name: value`; the note&apos;s path.</source>
        <translation>Le dossier&#xa0;; l’étiquette sans #&#xa0;; la propriété, comme `name` ou `name: value`&#xa0;; le chemin de la note.</translation>
    </message>
    <message>
        <source>The model to use unless a chat names another.</source>
        <translation>Le modèle à utiliser sauf si une discussion en nomme un autre.</translation>
    </message>
    <message>
        <source>The note with one line for each remembered fact.</source>
        <translation>La note qui contient une ligne pour chaque fait mémorisé.</translation>
    </message>
    <message>
        <source>The order of notes in a folder; folders come first.</source>
        <translation>L’ordre des notes dans un dossier&#xa0;; les dossiers viennent d’abord.</translation>
    </message>
    <message>
        <source>The small timer.</source>
        <translation>Le petit minuteur.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Thème</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Réflexion</translation>
    </message>
    <message>
        <source>Tokens a chat</source>
        <translation>Jetons par discussion</translation>
    </message>
    <message>
        <source>Tokens a day</source>
        <translation>Jetons par jour</translation>
    </message>
    <message>
        <source>Tokens an agent a day</source>
        <translation>Jetons par agent et par jour</translation>
    </message>
    <message>
        <source>Tokens of prompt and answer together; 0 for the server&apos;s own value. Ollama receives it with each request.</source>
        <translation>Jetons de l’invite et de la réponse ensemble&#xa0;; 0 pour la valeur du serveur. Ollama la reçoit avec chaque requête.</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Outil</translation>
    </message>
    <message>
        <source>Tool calling</source>
        <translation>Appel d’outils</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Outils</translation>
    </message>
    <message>
        <source>Toolsets</source>
        <translation>Jeux d’outils</translation>
    </message>
    <message>
        <source>Trusted</source>
        <translation>De confiance</translation>
    </message>
    <message>
        <source>US dollars per million input tokens.</source>
        <translation>Dollars US par million de jetons en entrée.</translation>
    </message>
    <message>
        <source>US dollars per million output tokens.</source>
        <translation>Dollars US par million de jetons en sortie.</translation>
    </message>
    <message>
        <source>Underline words in the editor that are in none of the dictionaries.</source>
        <translation>Souligner dans l’éditeur les mots qui ne figurent dans aucun des dictionnaires.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valeur</translation>
    </message>
    <message>
        <source>Vault qa</source>
        <translation>Notes seulement</translation>
    </message>
    <message>
        <source>Vaults</source>
        <translation>Coffres</translation>
    </message>
    <message>
        <source>Vaults, by absolute path.</source>
        <translation>Coffres, par chemin absolu.</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulaire</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Mode</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>Web</translation>
    </message>
    <message>
        <source>Prices by model id, for models whose provider gives none.</source>
        <translation>Prix par identifiant de modèle, pour les modèles dont le fournisseur n’en donne pas.</translation>
    </message>
    <message>
        <source>What an assistant remembers across conversations.</source>
        <translation>Ce dont un assistant se souvient d’une discussion à l’autre.</translation>
    </message>
    <message>
        <source>What makes a note private: its folder, a tag, a property, or its path.</source>
        <translation>Ce qui rend une note privée&#xa0;: son dossier, une étiquette, une propriété ou son chemin.</translation>
    </message>
    <message>
        <source>Messages that no longer fit the model are summarized for it; the chat itself is not changed.</source>
        <translation>Les messages que le modèle ne peut plus contenir sont résumés pour lui&#xa0;; la discussion elle-même n’est pas modifiée.</translation>
    </message>
    <message>
        <source>What the program does outside its window.</source>
        <translation>Ce que le programme fait en dehors de sa fenêtre.</translation>
    </message>
    <message>
        <source>When this vault was opened last.</source>
        <translation>Quand ce coffre a été ouvert pour la dernière fois.</translation>
    </message>
    <message>
        <source>The address of SearXNG; optional for the others.</source>
        <translation>L’adresse de SearXNG&#xa0;; facultative pour les autres.</translation>
    </message>
    <message>
        <source>Where prices are known; 0 for no limit.</source>
        <translation>Là où les prix sont connus&#xa0;; 0 pour aucune limite.</translation>
    </message>
    <message>
        <source>Folder of the vocabulary.</source>
        <translation>Dossier du vocabulaire.</translation>
    </message>
    <message>
        <source>Whether a finished session is written as a line into the daily note.</source>
        <translation>Si une session terminée est écrite comme ligne dans la note du jour.</translation>
    </message>
    <message>
        <source>Whether an assistant may propose to remember something without being asked.</source>
        <translation>Si un assistant peut proposer de mémoriser quelque chose sans qu’on le lui demande.</translation>
    </message>
    <message>
        <source>Whether it continues on battery power.</source>
        <translation>Si elle continue sur batterie.</translation>
    </message>
    <message>
        <source>Whether indexing for search by meaning is paused.</source>
        <translation>Si l’indexation pour la recherche par le sens est en pause.</translation>
    </message>
    <message>
        <source>Which notes are private.</source>
        <translation>Quelles notes sont privées.</translation>
    </message>
    <message>
        <source>The protocol that the endpoint uses.</source>
        <translation>Le protocole utilisé par le point d’accès.</translation>
    </message>
    <message>
        <source>The agent of a new chat; empty for the default assistant.</source>
        <translation>L’agent d’une nouvelle discussion&#xa0;; vide pour l’assistant par défaut.</translation>
    </message>
    <message>
        <source>The default model, as provider/model.</source>
        <translation>Le modèle par défaut, sous la forme fournisseur/modèle.</translation>
    </message>
    <message>
        <source>Version of the format of this file.</source>
        <translation>Version du format de ce fichier.</translation>
    </message>
    <message>
        <source>When the agent was allowed.</source>
        <translation>Quand l’agent a été autorisé.</translation>
    </message>
    <message>
        <source>When the values were shown and answered.</source>
        <translation>Quand les valeurs ont été montrées et ont reçu une réponse.</translation>
    </message>
    <message>
        <source>Whether the values are used.</source>
        <translation>Si les valeurs sont utilisées.</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenêtre</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Écrire</translation>
    </message>
    <message>
        <source>Xml</source>
        <translation>XML</translation>
    </message>
    <message>
        <source>built-in, off, or PROVIDER/MODEL of a server that makes embeddings.</source>
        <translation>built-in, off, ou PROVIDER/MODEL d’un serveur qui produit des plongements (embeddings).</translation>
    </message>
    <message>
        <source>keep: text between %% and %% stays on this computer; send: it is sent with its note.</source>
        <translation>keep&#xa0;: le texte entre %% et %% reste sur cet ordinateur&#xa0;; send&#xa0;: il est envoyé avec sa note.</translation>
    </message>
    <message>
        <source>never: no model reads it; local: only models on this computer; ask: you are asked each time.</source>
        <translation>never&#xa0;: aucun modèle ne la lit&#xa0;; local&#xa0;: seuls les modèles de cet ordinateur&#xa0;; ask&#xa0;: on vous demande à chaque fois.</translation>
    </message>
    <message>
        <source>read-only, ask, edit (agents change notes in their folders without asking) or trusted.</source>
        <translation>read-only, ask, edit (les agents modifient les notes de leurs dossiers sans demander) ou trusted.</translation>
    </message>
</context>
<context>
    <name>SettingsForm</name>
    <message>
        <source>None</source>
        <translation>Aucun</translation>
    </message>
</context>
<context>
    <name>SettingsNavigation</name>
    <message>
        <source>Find a setting</source>
        <translation>Trouver un paramètre</translation>
    </message>
    <message>
        <source>No settings match.</source>
        <translation>Aucun paramètre ne correspond.</translation>
    </message>
    <message>
        <source>Settings pages</source>
        <translation>Pages des paramètres</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Done</source>
        <translation>Terminé</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Paramètres</translation>
    </message>
</context>
<context>
    <name>ShortcutsSheet</name>
    <message>
        <source>Keyboard</source>
        <translation>Clavier</translation>
    </message>
    <message>
        <source>All commands and their shortcuts. Type a name, or press keys in the field.</source>
        <translation>Toutes les commandes et leurs raccourcis. Tapez un nom, ou appuyez sur des touches dans le champ.</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Trouver une commande</translation>
    </message>
    <message>
        <source>Name or shortcut of a command</source>
        <translation>Nom ou raccourci d’une commande</translation>
    </message>
    <message>
        <source>Commands and their shortcuts</source>
        <translation>Commandes et leurs raccourcis</translation>
    </message>
    <message>
        <source>New shortcut</source>
        <translation>Nouveau raccourci</translation>
    </message>
    <message>
        <source>Change Shortcut</source>
        <translation>Changer le raccourci</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Restaurer</translation>
    </message>
    <message>
        <source>Restore all</source>
        <translation>Tout restaurer</translation>
    </message>
    <message>
        <source>Use It Anyway</source>
        <translation>L’utiliser quand même</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>modifié</translation>
    </message>
    <message>
        <source>Press the new shortcut for “{0}”. Backspace removes it, Esc cancels.</source>
        <translation>Appuyez sur le nouveau raccourci de «&#xa0;{0}&#xa0;». Retour arrière le supprime, Échap annule.</translation>
    </message>
    <message>
        <source>{0} is the shortcut of “{1}”, which would then have none.</source>
        <translation>{0} est le raccourci de «&#xa0;{1}&#xa0;», qui n’en aurait alors plus.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Discussion</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Rechercher</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Note</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Confidentialité</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Outils</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>Coffre</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenêtre</translation>
    </message>
    <message>
        <source>A single key is needed for typing. Combine it with Ctrl or Alt, or use F1 to F12.</source>
        <translation>Une touche seule est nécessaire à la saisie. Combinez-la avec Ctrl ou Alt, ou utilisez F1 à F12.</translation>
    </message>
    <message>
        <source>This shortcut is needed in text fields. Choose another one.</source>
        <translation>Ce raccourci est nécessaire dans les champs de texte. Choisissez-en un autre.</translation>
    </message>
</context>
<context>
    <name>Shutdown</name>
    <message>
        <source>Close without saving</source>
        <translation>Fermer sans enregistrer</translation>
    </message>
    <message>
        <source>Quit without saving</source>
        <translation>Quitter sans enregistrer</translation>
    </message>
</context>
<context>
    <name>SourceCard</name>
    <message>
        <source>ChatGPT, Claude</source>
        <translation>ChatGPT, Claude</translation>
    </message>
    <message>
        <source>The export as you downloaded it (.zip), or its unpacked folder.</source>
        <translation>L’export tel que vous l’avez téléchargé (.zip), ou son dossier décompressé.</translation>
    </message>
    <message>
        <source>Obsidian Copilot, ChatGPT MD, Gemini Scribe</source>
        <translation>Obsidian Copilot, ChatGPT MD, Gemini Scribe</translation>
    </message>
    <message>
        <source>One chat note, or a folder of them.</source>
        <translation>Une note de discussion, ou un dossier de telles notes.</translation>
    </message>
</context>
<context>
    <name>SourceChip</name>
    <message>
        <source>{note} (no longer exists)</source>
        <translation>{note} (n’existe plus)</translation>
    </message>
</context>
<context>
    <name>SourceRow</name>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Copier le lien</translation>
    </message>
</context>
<context>
    <name>SpellChecker</name>
    <message>
        <source>Also installed: {languages}.</source>
        <translation>Également installés&#xa0;: {languages}.</translation>
    </message>
    <message>
        <source>In use: {languages}.</source>
        <translation>Utilisées&#xa0;: {languages}.</translation>
    </message>
    <message>
        <source>No spell checker was found. Install the package libenchant-2-2 and a dictionary, such as hunspell-en-us, then reopen Settings.</source>
        <translation>Aucun correcteur n’a été trouvé. Installez le paquet libenchant-2-2 et un dictionnaire, comme hunspell-fr, puis rouvrez les paramètres.</translation>
    </message>
    <message>
        <source>No spell checker was found: VaultDesk cannot use that of macOS or Windows.</source>
        <translation>Aucun correcteur n’a été trouvé&#xa0;: VaultDesk ne peut pas utiliser celui de macOS ou de Windows.</translation>
    </message>
    <message>
        <source>A spell checker is installed, but no dictionary. Install one, such as the package hunspell-en-us.</source>
        <translation>Un correcteur est installé, mais aucun dictionnaire. Installez-en un, par exemple le paquet hunspell-fr.</translation>
    </message>
    <message>
        <source>No dictionary is installed for these languages. Installed: {languages}.</source>
        <translation>Aucun dictionnaire n’est installé pour ces langues. Installés&#xa0;: {languages}.</translation>
    </message>
    <message>
        <source>No dictionary is installed for {languages}.</source>
        <translation>Aucun dictionnaire n’est installé pour {languages}.</translation>
    </message>
</context>
<context>
    <name>SpellingCard</name>
    <message>
        <source>Spelling</source>
        <translation>Orthographe</translation>
    </message>
</context>
<context>
    <name>SpellingMenu</name>
    <message>
        <source>Remove from dictionary</source>
        <translation>Retirer du dictionnaire</translation>
    </message>
    <message>
        <source>This note is read-only here.</source>
        <translation>Cette note est en lecture seule ici.</translation>
    </message>
    <message>
        <source>No suggestions</source>
        <translation>Aucune suggestion</translation>
    </message>
    <message>
        <source>Add to dictionary</source>
        <translation>Ajouter au dictionnaire</translation>
    </message>
    <message>
        <source>Ignore in this note</source>
        <translation>Ignorer dans cette note</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Index</source>
        <translation>Index</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Recherche par le sens</translation>
    </message>
    <message>
        <source>What left this computer</source>
        <translation>Ce qui a quitté cet ordinateur</translation>
    </message>
    <message>
        <source>Pomodoro</source>
        <translation>Pomodoro</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modèle</translation>
    </message>
    <message>
        <source>No vault</source>
        <translation>Aucun coffre</translation>
    </message>
    <message>
        <source>Opening {0}…</source>
        <translation>Ouverture de {0}…</translation>
    </message>
    <message>
        <source>answers on this computer</source>
        <translation>répond sur cet ordinateur</translation>
    </message>
    <message>
        <source>answers over the network</source>
        <translation>répond par le réseau</translation>
    </message>
</context>
<context>
    <name>StatusMenus</name>
    <message>
        <source>Search index</source>
        <translation>Index de recherche</translation>
    </message>
    <message>
        <source>Compare with the folder now</source>
        <translation>Comparer maintenant au dossier</translation>
    </message>
    <message>
        <source>Rebuild the index</source>
        <translation>Reconstruire l’index</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>N’ont pas pu être lues</translation>
    </message>
    <message>
        <source>More about the index</source>
        <translation>Plus sur l’index</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Activité</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>et {0} de plus</translation>
    </message>
</context>
<context>
    <name>SubmitController</name>
    <message>
        <source>Another answer is in progress. Wait for it or stop it, then ask again.</source>
        <translation>Une autre réponse est en cours. Attendez-la ou arrêtez-la, puis redemandez.</translation>
    </message>
</context>
<context>
    <name>SuggestionRow</name>
    <message>
        <source>Ask: {0}</source>
        <translation>Demander&#xa0;: {0}</translation>
    </message>
</context>
<context>
    <name>Suggestions</name>
    <message>
        <source>Ask about your notes</source>
        <translation>Interrogez vos notes</translation>
    </message>
    <message>
        <source>Answers quote the notes they use. You are asked before a note leaves this computer.</source>
        <translation>Les réponses citent les notes utilisées. Votre accord est demandé avant qu’une note quitte cet ordinateur.</translation>
    </message>
    <message>
        <source>Ask about 1 note</source>
        <translation>Interroger 1 note</translation>
    </message>
    <message>
        <source>Ask about {0} notes</source>
        <translation>Interroger {0} notes</translation>
    </message>
    <message>
        <source>What does “{0}” say?</source>
        <translation>Que dit «&#xa0;{0}&#xa0;»&#xa0;?</translation>
    </message>
    <message>
        <source>{0} · changed {1}</source>
        <translation>{0} · modifiée {1}</translation>
    </message>
    <message>
        <source>Vault root</source>
        <translation>Racine du coffre</translation>
    </message>
    <message>
        <source>today</source>
        <translation>aujourd’hui</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>hier</translation>
    </message>
</context>
<context>
    <name>SwitcherPopup</name>
    <message>
        <source>Your notes are still being read.</source>
        <translation>Vos notes sont encore en cours de lecture.</translation>
    </message>
    <message>
        <source>Go to a note</source>
        <translation>Aller à une note</translation>
    </message>
    <message>
        <source>Find a note by its name</source>
        <translation>Trouver une note par son nom</translation>
    </message>
    <message>
        <source>Find or create a note…</source>
        <translation>Trouver ou créer une note…</translation>
    </message>
    <message>
        <source>Notes found</source>
        <translation>Notes trouvées</translation>
    </message>
    <message>
        <source>No matches.</source>
        <translation>Aucun résultat.</translation>
    </message>
    <message>
        <source>There are no other notes yet. Type a name to create one.</source>
        <translation>Il n’y a pas encore d’autre note. Tapez un nom pour en créer une.</translation>
    </message>
    <message>
        <source>open</source>
        <translation>ouvrir</translation>
    </message>
    <message>
        <source>in a new tab</source>
        <translation>dans un nouvel onglet</translation>
    </message>
    <message>
        <source>to the side</source>
        <translation>sur le côté</translation>
    </message>
    <message>
        <source>headings</source>
        <translation>titres</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>étiquettes</translation>
    </message>
    <message>
        <source>close</source>
        <translation>fermer</translation>
    </message>
</context>
<context>
    <name>TabCloseButton</name>
    <message>
        <source>Unpin tab</source>
        <translation>Désépingler l’onglet</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Fermer l’onglet</translation>
    </message>
</context>
<context>
    <name>TabStrip</name>
    <message>
        <source>Open notes</source>
        <translation>Notes ouvertes</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Fermer l’onglet</translation>
    </message>
</context>
<context>
    <name>TagRenamer</name>
    <message>
        <source>{n} notes have this tag, but at most {most} can be changed at once.</source>
        <translation>{n} notes portent cette étiquette, mais {most} au plus peuvent être modifiées à la fois.</translation>
    </message>
    <message>
        <source>1 note has this tag or a nested tag. You see the change before it is made.</source>
        <translation>1 note porte cette étiquette ou une sous-étiquette. Vous voyez la modification avant qu’elle soit faite.</translation>
    </message>
    <message>
        <source>{n} notes have this tag or a nested tag. You see every change before it is made.</source>
        <translation>{n} notes portent cette étiquette ou une sous-étiquette. Vous voyez chaque modification avant qu’elle soit faite.</translation>
    </message>
    <message>
        <source>Rename the tag #{tag}</source>
        <translation>Renommer l’étiquette #{tag}</translation>
    </message>
    <message>
        <source>Renamed #{tag} to #{name} in 1 note.</source>
        <translation>#{tag} a été renommée en #{name} dans 1 note.</translation>
    </message>
    <message>
        <source>Renamed #{tag} to #{name} in {n} notes.</source>
        <translation>#{tag} a été renommée en #{name} dans {n} notes.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>No note was changed.</source>
        <translation>Aucune note n’a été modifiée.</translation>
    </message>
</context>
<context>
    <name>TagsPane</name>
    <message>
        <source>Filter the tags</source>
        <translation>Filtrer les étiquettes</translation>
    </message>
    <message>
        <source>Sort order of tags</source>
        <translation>Ordre de tri des étiquettes</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Étiquettes</translation>
    </message>
    <message>
        <source>No matching tag</source>
        <translation>Aucune étiquette correspondante</translation>
    </message>
    <message>
        <source>No tag in this vault contains this text.</source>
        <translation>Aucune étiquette de ce coffre ne contient ce texte.</translation>
    </message>
    <message>
        <source>No tags yet</source>
        <translation>Pas encore d’étiquettes</translation>
    </message>
    <message>
        <source>Tags you write in notes, such as #idea, are listed here.</source>
        <translation>Les étiquettes que vous écrivez dans les notes, comme #idée, sont listées ici.</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Par nom</translation>
    </message>
    <message>
        <source>Most notes first</source>
        <translation>Les plus utilisées d’abord</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>Tout déplier</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>Tout replier</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Étiquette</translation>
    </message>
    <message>
        <source>Search for it</source>
        <translation>La rechercher</translation>
    </message>
    <message>
        <source>Add to the search</source>
        <translation>Ajouter à la recherche</translation>
    </message>
    <message>
        <source>Rename in all notes…</source>
        <translation>Renommer dans toutes les notes…</translation>
    </message>
</context>
<context>
    <name>TemplatePicker</name>
    <message>
        <source>First open the note that the template is for.</source>
        <translation>Ouvrez d’abord la note à laquelle le modèle est destiné.</translation>
    </message>
    <message>
        <source>There are no templates in “{folder}”.</source>
        <translation>Il n’y a pas de modèle dans «&#xa0;{folder}&#xa0;».</translation>
    </message>
    <message>
        <source>No folder for templates is set.</source>
        <translation>Aucun dossier de modèles n’est défini.</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Choisir un dossier…</translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>Autre dossier…</translation>
    </message>
    <message>
        <source>Templates</source>
        <translation>Modèles</translation>
    </message>
    <message>
        <source>Which template?</source>
        <translation>Quel modèle&#xa0;?</translation>
    </message>
    <message>
        <source>Folder for templates</source>
        <translation>Dossier des modèles</translation>
    </message>
    <message>
        <source>In which folder are your templates?</source>
        <translation>Dans quel dossier sont vos modèles&#xa0;?</translation>
    </message>
</context>
<context>
    <name>TextCell</name>
    <message>
        <source>Empty</source>
        <translation>Vide</translation>
    </message>
    <message>
        <source>Choose a day</source>
        <translation>Choisir un jour</translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Close this message</source>
        <translation>Fermer ce message</translation>
    </message>
</context>
<context>
    <name>ToolChecklist</name>
    <message>
        <source>All tools, including ones added later</source>
        <translation>Tous les outils, y compris ceux ajoutés plus tard</translation>
    </message>
    <message>
        <source>Only selected tools</source>
        <translation>Seulement les outils choisis</translation>
    </message>
    <message>
        <source>Deleting and bulk changes</source>
        <translation>Suppression et modifications multiples</translation>
    </message>
    <message>
        <source>Changing notes</source>
        <translation>Modification de notes</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Réseau</translation>
    </message>
    <message>
        <source>Finding and reading</source>
        <translation>Recherche et lecture</translation>
    </message>
</context>
<context>
    <name>ToolLine</name>
    <message>
        <source>Show arguments and result</source>
        <translation>Afficher les arguments et le résultat</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Arguments</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Résultat</translation>
    </message>
    <message>
        <source>Nothing yet.</source>
        <translation>Encore rien.</translation>
    </message>
</context>
<context>
    <name>ToolListSection</name>
    <message>
        <source>Find a tool</source>
        <translation>Trouver un outil</translation>
    </message>
    <message>
        <source>No tools match.</source>
        <translation>Aucun outil ne correspond.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Outils</translation>
    </message>
    <message>
        <source>changes notes</source>
        <translation>modifie des notes</translation>
    </message>
    <message>
        <source>deletes notes</source>
        <translation>supprime des notes</translation>
    </message>
    <message>
        <source>reads notes</source>
        <translation>lit des notes</translation>
    </message>
    <message>
        <source>uses no notes</source>
        <translation>n’utilise pas de notes</translation>
    </message>
    <message>
        <source>uses the network</source>
        <translation>utilise le réseau</translation>
    </message>
</context>
<context>
    <name>ToolText</name>
    <message>
        <source>you skipped it</source>
        <translation>vous l’avez passée</translation>
    </message>
    <message>
        <source>Asked you</source>
        <translation>Vous a posé une question</translation>
    </message>
    <message>
        <source>Read notes</source>
        <translation>Lire des notes</translation>
    </message>
    <message>
        <source>Read {0} of {1} notes</source>
        <translation>{0} notes lues sur {1}</translation>
    </message>
    <message>
        <source>Read {n} note</source>
        <translation>{n} note lue</translation>
    </message>
    <message>
        <source>Read {n} notes</source>
        <translation>{n} notes lues</translation>
    </message>
    <message>
        <source>Reading a note</source>
        <translation>Lecture d’une note</translation>
    </message>
    <message>
        <source>Reading {n} notes</source>
        <translation>Lecture de {n} notes</translation>
    </message>
    <message>
        <source>Search notes</source>
        <translation>Rechercher dans les notes</translation>
    </message>
    <message>
        <source>Searched notes</source>
        <translation>Notes parcourues</translation>
    </message>
    <message>
        <source>Searching notes</source>
        <translation>Recherche dans les notes</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Outil</translation>
    </message>
    <message>
        <source>invalid arguments</source>
        <translation>arguments non valides</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>ne peut pas être lu</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>modifié</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>échec</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>laissée de côté</translation>
    </message>
    <message>
        <source>no answer after {0}</source>
        <translation>pas de réponse après {0}</translation>
    </message>
    <message>
        <source>no such tool</source>
        <translation>outil inexistant</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>non autorisé</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>introuvable</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>rien trouvé</translation>
    </message>
    <message>
        <source>read</source>
        <translation>lu</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>envoyé</translation>
    </message>
    <message>
        <source>sent {0}</source>
        <translation>envoyé&#xa0;: {0}</translation>
    </message>
    <message>
        <source>stayed here</source>
        <translation>resté ici</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>arrêté</translation>
    </message>
    <message>
        <source>too many calls</source>
        <translation>trop d’appels</translation>
    </message>
    <message>
        <source>waiting for you</source>
        <translation>vous attend</translation>
    </message>
    <message>
        <source>written, not confirmed</source>
        <translation>écrit, non confirmé</translation>
    </message>
    <message>
        <source>you left out {0}</source>
        <translation>vous en avez laissé {0} de côté</translation>
    </message>
    <message>
        <source>refused by you</source>
        <translation>refusé par vous</translation>
    </message>
    <message>
        <source>{0} found</source>
        <translation>trouvé&#xa0;: {0}</translation>
    </message>
    <message>
        <source>{0} min {1} s</source>
        <translation>{0} min {1} s</translation>
    </message>
    <message>
        <source>{0} s</source>
        <translation>{0} s</translation>
    </message>
    <message>
        <source>{n} match</source>
        <translation>{n} résultat</translation>
    </message>
    <message>
        <source>{n} matches</source>
        <translation>{n} résultats</translation>
    </message>
    <message>
        <source>{n} token</source>
        <translation>{n} jeton</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} jetons</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>«&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>1 link repaired</source>
        <translation>1 lien réparé</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Modification</translation>
    </message>
    <message>
        <source>Changed nothing</source>
        <translation>Rien de modifié</translation>
    </message>
    <message>
        <source>Changed {0} notes</source>
        <translation>{0} notes modifiées</translation>
    </message>
    <message>
        <source>Changed {0} of {1} notes</source>
        <translation>{0} notes modifiées sur {1}</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Création</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>Suppression</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>Déplacement</translation>
    </message>
    <message>
        <source>Renamed</source>
        <translation>Changement de nom</translation>
    </message>
    <message>
        <source>changed by another program</source>
        <translation>modifié par un autre programme</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>modifié par vous</translation>
    </message>
    <message>
        <source>not all written</source>
        <translation>pas entièrement écrit</translation>
    </message>
    <message>
        <source>partly left out by you</source>
        <translation>en partie laissé de côté par vous</translation>
    </message>
    <message>
        <source>{0} left out by you</source>
        <translation>{0} laissées de côté par vous</translation>
    </message>
    <message>
        <source>{0} links repaired</source>
        <translation>{0} liens réparés</translation>
    </message>
</context>
<context>
    <name>Toolbar</name>
    <message>
        <source>No vault</source>
        <translation>Aucun coffre</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>Coffre</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Fichiers</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Note</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Discussion</translation>
    </message>
    <message>
        <source>Pane shown</source>
        <translation>Volet affiché</translation>
    </message>
    <message>
        <source>{0}
{1} and a click open it in a new window.</source>
        <translation>{0}
{1} et un clic l’ouvrent dans une nouvelle fenêtre.</translation>
    </message>
</context>
<context>
    <name>ToolsetCard</name>
    <message>
        <source>Toolsets from other packages</source>
        <translation>Jeux d’outils d’autres paquets</translation>
    </message>
    <message>
        <source>A toolset is code from another package and runs with your user rights. Its tools need the same approvals as built-in tools. Changes take effect after a restart.</source>
        <translation>Un jeu d’outils est du code d’un autre paquet et s’exécute avec vos droits d’utilisateur. Ses outils exigent les mêmes approbations que les outils intégrés. Les modifications prennent effet après un redémarrage.</translation>
    </message>
    <message>
        <source>None is installed.</source>
        <translation>Aucun n’est installé.</translation>
    </message>
    <message>
        <source>not installed</source>
        <translation>non installé</translation>
    </message>
    <message>
        <source>Update its package or report this to its developers. The other tools can be used.</source>
        <translation>Mettez à jour son paquet ou signalez ceci à ses développeurs. Les autres outils peuvent être utilisés.</translation>
    </message>
    <message>
        <source>Update its package or report this to its developers.</source>
        <translation>Mettez à jour son paquet ou signalez ceci à ses développeurs.</translation>
    </message>
    <message>
        <source>Install its package, or switch the toolset off.</source>
        <translation>Installez son paquet, ou désactivez le jeu d’outils.</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Conversation</source>
        <translation>Discussion</translation>
    </message>
</context>
<context>
    <name>Tray</name>
    <message>
        <source>VaultDesk</source>
        <translation>VaultDesk</translation>
    </message>
    <message>
        <source>VaultDesk: an answer is in progress</source>
        <translation>VaultDesk&#xa0;: une réponse est en cours</translation>
    </message>
    <message>
        <source>VaultDesk: a request is waiting for your approval</source>
        <translation>VaultDesk&#xa0;: une demande attend votre approbation</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Question rapide</translation>
    </message>
    <message>
        <source>Open VaultDesk</source>
        <translation>Ouvrir VaultDesk</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Paramètres</translation>
    </message>
    <message>
        <source>Quit VaultDesk</source>
        <translation>Quitter VaultDesk</translation>
    </message>
</context>
<context>
    <name>UndoAction</name>
    <message>
        <source>Redone: {notes}.</source>
        <translation>Rétabli&#xa0;: {notes}.</translation>
    </message>
    <message>
        <source>Undone: {notes}.</source>
        <translation>Annulé&#xa0;: {notes}.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rétablir</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notes</translation>
    </message>
</context>
<context>
    <name>UndoBanner</name>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>UndoConflict</name>
    <message>
        <source>1 conflict</source>
        <translation>1 conflit</translation>
    </message>
    <message>
        <source>Both changed these lines</source>
        <translation>Les deux ont modifié ces lignes</translation>
    </message>
    <message>
        <source>is not changed</source>
        <translation>n’est pas modifiée</translation>
    </message>
    <message>
        <source>{0} conflicts</source>
        <translation>{0} conflits</translation>
    </message>
    <message>
        <source>{0}: − is the current text, + the earlier text</source>
        <translation>{0}&#xa0;: − est le texte actuel, + le texte antérieur</translation>
    </message>
</context>
<context>
    <name>UndoConflictDialog</name>
    <message>
        <source>This note has changed since</source>
        <translation>Cette note a changé depuis</translation>
    </message>
    <message>
        <source>These notes have changed since</source>
        <translation>Ces notes ont changé depuis</translation>
    </message>
    <message>
        <source>What has changed since</source>
        <translation>Ce qui a changé depuis</translation>
    </message>
    <message>
        <source>Which version</source>
        <translation>Quelle version</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Fusionner</translation>
    </message>
    <message>
        <source>{0} was not done. Nothing was changed.</source>
        <translation>{0} n’a pas été fait. Rien n’a été modifié.</translation>
    </message>
    <message>
        <source>With both merged</source>
        <translation>Une fois fusionnées</translation>
    </message>
    <message>
        <source>Conflicting changes</source>
        <translation>Modifications en conflit</translation>
    </message>
    <message>
        <source>Merging undoes the change and keeps later changes.</source>
        <translation>La fusion annule la modification et garde les modifications ultérieures.</translation>
    </message>
    <message>
        <source>The same lines have changed since, so they cannot be merged automatically. Change them in the note.</source>
        <translation>Les mêmes lignes ont changé depuis&#xa0;; elles ne peuvent donc pas être fusionnées automatiquement. Modifiez-les dans la note.</translation>
    </message>
    <message>
        <source>Open {0}</source>
        <translation>Ouvrir {0}</translation>
    </message>
</context>
<context>
    <name>UpdateCard</name>
    <message>
        <source>Check Now</source>
        <translation>Vérifier</translation>
    </message>
    <message>
        <source>Open Download Page</source>
        <translation>Ouvrir la page de téléchargement</translation>
    </message>
    <message>
        <source>Only released builds can check for updates. Look for a newer version where you got this one; update a checkout with git pull.</source>
        <translation>Seules les versions publiées peuvent chercher les mises à jour. Cherchez une version plus récente là où vous avez obtenu celle-ci&#xa0;; mettez à jour une copie de travail avec git pull.</translation>
    </message>
    <message>
        <source>Check Now fetches only {address} and downloads no program. The request is the same for every user and contains nothing about you, your notes or your version. The site sees your IP address.</source>
        <translation>«&#xa0;Vérifier&#xa0;» récupère seulement {address} et ne télécharge aucun programme. La requête est la même pour tous les utilisateurs et ne contient rien sur vous, vos notes ou votre version. Le site voit votre adresse IP.</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>Mises à jour</translation>
    </message>
    <message>
        <source>Asking {host}…</source>
        <translation>Interrogation de {host}…</translation>
    </message>
    <message>
        <source>VaultDesk could not check for a newer version.</source>
        <translation>VaultDesk n’a pas pu vérifier s’il existe une version plus récente.</translation>
    </message>
    <message>
        <source>VaultDesk {version} is up to date. The newest version is {newest}, released on {day}.</source>
        <translation>VaultDesk {version} est à jour. La version la plus récente est {newest}, parue le {day}.</translation>
    </message>
    <message>
        <source>VaultDesk {newest} was released on {day}. You have {version}.</source>
        <translation>VaultDesk {newest} est paru le {day}. Vous avez {version}.</translation>
    </message>
    <message>
        <source>In your browser, at {host}</source>
        <translation>Dans votre navigateur, sur {host}</translation>
    </message>
</context>
<context>
    <name>UrlHandler</name>
    <message>
        <source>Too many links were opened at once. This one was ignored.</source>
        <translation>Trop de liens ont été ouverts à la fois. Celui-ci a été ignoré.</translation>
    </message>
    <message>
        <source>Open a vault first: the link does not name one.</source>
        <translation>Ouvrez d’abord un coffre&#xa0;: le lien n’en nomme aucun.</translation>
    </message>
    <message>
        <source>There is no note “{0}” in this vault.</source>
        <translation>Il n’y a pas de note «&#xa0;{0}&#xa0;» dans ce coffre.</translation>
    </message>
    <message>
        <source>Another link is already proposing a note. This one was ignored.</source>
        <translation>Un autre lien propose déjà une note. Celui-ci a été ignoré.</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Sans titre</translation>
    </message>
    <message>
        <source>A link filled in this question. Read it before you send it.</source>
        <translation>Un lien a rempli cette question. Lisez-la avant de l’envoyer.</translation>
    </message>
    <message>
        <source>Go to the question</source>
        <translation>Aller à la question</translation>
    </message>
    <message>
        <source>A link proposes the question “{0}”</source>
        <translation>Un lien propose la question «&#xa0;{0}&#xa0;»</translation>
    </message>
    <message>
        <source>Replace the current question</source>
        <translation>Remplacer la question actuelle</translation>
    </message>
</context>
<context>
    <name>UseProviderRow</name>
    <message>
        <source>Use in Chats</source>
        <translation>Utiliser en discussion</translation>
    </message>
    <message>
        <source>Chats use this provider now.</source>
        <translation>Les discussions utilisent maintenant ce fournisseur.</translation>
    </message>
    <message>
        <source>Chats use {0} now.</source>
        <translation>Les discussions utilisent maintenant {0}.</translation>
    </message>
</context>
<context>
    <name>VaultList</name>
    <message>
        <source>Open</source>
        <translation>Ouvrir</translation>
    </message>
    <message>
        <source>Open {0}</source>
        <translation>Ouvrir {0}</translation>
    </message>
    <message>
        <source>last used today</source>
        <translation>utilisé aujourd’hui</translation>
    </message>
    <message>
        <source>last used {0}</source>
        <translation>utilisé le {0}</translation>
    </message>
    <message>
        <source>last used in {0}</source>
        <translation>utilisé en {0}</translation>
    </message>
</context>
<context>
    <name>VaultStatus</name>
    <message>
        <source>A newer version of VaultDesk has stored records of this vault. They are not changed. This version stores its own, so changes made and texts sent with the newer version are not listed here.</source>
        <translation>Une version plus récente de VaultDesk a enregistré des données sur ce coffre. Elles ne sont pas modifiées. Cette version enregistre les siennes&#xa0;: les modifications faites et les textes envoyés avec la version plus récente ne figurent donc pas ici.</translation>
    </message>
    <message>
        <source>Rebuild it</source>
        <translation>Le reconstruire</translation>
    </message>
    <message>
        <source>Nothing sent today</source>
        <translation>Aucun envoi aujourd’hui</translation>
    </message>
</context>
<context>
    <name>VaultViews</name>
    <message>
        <source>The note “{name}” no longer exists.</source>
        <translation>La note «&#xa0;{name}&#xa0;» n’existe plus.</translation>
    </message>
</context>
<context>
    <name>VaultWindow</name>
    <message>
        <source>A note could not be saved, so it stays open.</source>
        <translation>Une note n’a pas pu être enregistrée, elle reste donc ouverte.</translation>
    </message>
    <message>
        <source>Continue without saving</source>
        <translation>Continuer sans enregistrer</translation>
    </message>
    <message>
        <source>Find the Folder…</source>
        <translation>Trouver le dossier…</translation>
    </message>
    <message>
        <source>Look around in the welcome vault</source>
        <translation>Visiter le coffre de bienvenue</translation>
    </message>
    <message>
        <source>The folder {folder} was last found on {day}.</source>
        <translation>Le dossier {folder} a été trouvé pour la dernière fois le {day}.</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>Réessayer</translation>
    </message>
    <message>
        <source>It may have been moved, or its drive may not be connected.</source>
        <translation>Il a peut-être été déplacé, ou son lecteur n’est peut-être pas connecté.</translation>
    </message>
    <message>
        <source>Your chats and settings are safe.</source>
        <translation>Vos discussions et vos paramètres sont intacts.</translation>
    </message>
    <message>
        <source>{name} was not found</source>
        <translation>{name} est introuvable</translation>
    </message>
</context>
<context>
    <name>VocabularyCommand</name>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulaire</translation>
    </message>
    <message>
        <source>The offline assistant cannot look up words.</source>
        <translation>L’assistant hors ligne ne peut pas chercher de mots.</translation>
    </message>
    <message>
        <source>Choose a model in Settings.</source>
        <translation>Choisissez un modèle dans Paramètres.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Annuler</translation>
    </message>
</context>
<context>
    <name>VocabularyPage</name>
    <message>
        <source>Search the words</source>
        <translation>Rechercher dans les mots</translation>
    </message>
    <message>
        <source>Search words and meanings</source>
        <translation>Rechercher des mots et des sens</translation>
    </message>
    <message>
        <source>Which words</source>
        <translation>Quels mots</translation>
    </message>
    <message>
        <source>All words</source>
        <translation>Tous les mots</translation>
    </message>
    <message>
        <source>To review</source>
        <translation>À réviser</translation>
    </message>
    <message>
        <source>Without a meaning</source>
        <translation>Sans sens</translation>
    </message>
    <message>
        <source>Add a Word</source>
        <translation>Ajouter un mot</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Réviser</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulaire</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Mots</translation>
    </message>
    <message>
        <source>Review {n}</source>
        <translation>Réviser {n}</translation>
    </message>
    <message>
        <source>There are no words to review now.</source>
        <translation>Aucun mot n’est à réviser maintenant.</translation>
    </message>
    <message>
        <source>No matching words</source>
        <translation>Aucun mot correspondant</translation>
    </message>
    <message>
        <source>Search for something else.</source>
        <translation>Cherchez autre chose.</translation>
    </message>
    <message>
        <source>the vault</source>
        <translation>le coffre</translation>
    </message>
    <message>
        <source>No words yet</source>
        <translation>Pas encore de mots</translation>
    </message>
    <message>
        <source>Add one here, or ask the assistant: “add nuances to vocabulary”. Each word is a note in {0}.</source>
        <translation>Ajoutez-en un ici, ou demandez à l’assistant&#xa0;: «&#xa0;ajoute nuances au vocabulaire&#xa0;». Chaque mot est une note dans {0}.</translation>
    </message>
    <message>
        <source>Changed the meaning of “{0}”.</source>
        <translation>Le sens de «&#xa0;{0}&#xa0;» a été modifié.</translation>
    </message>
    <message>
        <source>“{0}” already exists.</source>
        <translation>«&#xa0;{0}&#xa0;» existe déjà.</translation>
    </message>
    <message>
        <source>Added “{0}” to the vocabulary.</source>
        <translation>«&#xa0;{0}&#xa0;» a été ajouté au vocabulaire.</translation>
    </message>
    <message>
        <source>Deleted “{0}”.</source>
        <translation>«&#xa0;{0}&#xa0;» a été supprimé.</translation>
    </message>
    <message>
        <source>1 day</source>
        <translation>1 jour</translation>
    </message>
    <message>
        <source>1 hour</source>
        <translation>1 heure</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Supprimer</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Modifier</translation>
    </message>
    <message>
        <source>Look up</source>
        <translation>Chercher</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Nouveau</translation>
    </message>
    <message>
        <source>Open its note</source>
        <translation>Ouvrir sa note</translation>
    </message>
    <message>
        <source>in {wait}</source>
        <translation>dans {wait}</translation>
    </message>
    <message>
        <source>no meaning yet</source>
        <translation>pas encore de sens</translation>
    </message>
    <message>
        <source>{n} days</source>
        <translation>{n} jours</translation>
    </message>
    <message>
        <source>{n} hours</source>
        <translation>{n} heures</translation>
    </message>
    <message>
        <source>{n} min</source>
        <translation>{n} min</translation>
    </message>
    <message>
        <source>{n} months</source>
        <translation>{n} mois</translation>
    </message>
    <message>
        <source>{n} word</source>
        <translation>{n} mot</translation>
    </message>
    <message>
        <source>{n} words</source>
        <translation>{n} mots</translation>
    </message>
    <message>
        <source>{n} years</source>
        <translation>{n} ans</translation>
    </message>
    <message>
        <source>{total}, {due} to review</source>
        <translation>{total}, {due} à réviser</translation>
    </message>
</context>
<context>
    <name>WaitingBanner</name>
    <message>
        <source>Another chat is waiting for your answer.</source>
        <translation>Une autre discussion attend votre réponse.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Afficher</translation>
    </message>
</context>
<context>
    <name>WebSheet</name>
    <message>
        <source>Web searches of an assistant are sent to the search engine you choose. You are asked each time.</source>
        <translation>Les recherches Web d’un assistant sont envoyées au moteur de recherche que vous choisissez. Votre accord est demandé à chaque fois.</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>Web</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clé</translation>
    </message>
    <message>
        <source>The words of each search you allow are sent to {0}.</source>
        <translation>Les mots de chaque recherche que vous autorisez sont envoyés à {0}.</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>An agent is a note. It can narrow your permissions but never extend them.</source>
        <translation>Un agent est une note. Il peut restreindre vos autorisations, mais jamais les étendre.</translation>
    </message>
    <message>
        <source>VaultDesk quit unexpectedly the last time. Your saved notes are not affected.</source>
        <translation>VaultDesk s’est fermé de façon inattendue la dernière fois. Vos notes enregistrées sont intactes.</translation>
    </message>
    <message>
        <source>An internal error occurred in VaultDesk the last time. Your saved notes are not affected.</source>
        <translation>Une erreur interne s’est produite dans VaultDesk la dernière fois. Vos notes enregistrées sont intactes.</translation>
    </message>
    <message>
        <source>An internal error occurred in VaultDesk. Your notes were not changed. See the log for details.</source>
        <translation>Une erreur interne s’est produite dans VaultDesk. Vos notes n’ont pas été modifiées. Consultez le journal pour les détails.</translation>
    </message>
    <message>
        <source>The strictest rule that matches a note applies, whatever else is allowed.</source>
        <translation>La règle la plus stricte qui correspond à une note s’applique, quoi qu’il soit autorisé par ailleurs.</translation>
    </message>
    <message>
        <source>The rule for the innermost folder applies. For the same folder, the strictest rule applies.</source>
        <translation>La règle du dossier le plus précis s’applique. Pour un même dossier, la règle la plus stricte s’applique.</translation>
    </message>
    <message>
        <source>{0} contains a very large number of files and is not an Obsidian vault. VaultDesk would read all Markdown files in it to make them searchable. Nothing in it is changed.</source>
        <translation>{0} contient un très grand nombre de fichiers et n’est pas un coffre Obsidian. VaultDesk en lirait tous les fichiers Markdown pour les rendre consultables. Rien n’y est modifié.</translation>
    </message>
</context>
<context>
    <name>WindowChats</name>
    <message>
        <source>The chat was copied as Markdown.</source>
        <translation>La discussion a été copiée en Markdown.</translation>
    </message>
</context>
<context>
    <name>WindowManager</name>
    <message>
        <source>This is a portable VaultDesk: it stores settings and data in {0} but cannot write there ({1}). Until it can, nothing is saved. Without that folder, it uses the standard folders of this computer.</source>
        <translation>Ceci est un VaultDesk portable&#xa0;: il enregistre paramètres et données dans {0} mais ne peut pas y écrire ({1}). Tant que c’est le cas, rien n’est enregistré. Sans ce dossier, il utilise les dossiers standard de cet ordinateur.</translation>
    </message>
    <message>
        <source>VaultDesk stores settings and data in {0} but cannot write there ({1}). Until it can, nothing is saved.</source>
        <translation>VaultDesk enregistre paramètres et données dans {0} mais ne peut pas y écrire ({1}). Tant que c’est le cas, rien n’est enregistré.</translation>
    </message>
</context>
<context>
    <name>WindowTabs</name>
    <message>
        <source>Open a note…</source>
        <translation>Ouvrir une note…</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>Nouvelle note</translation>
    </message>
    <message>
        <source>Today’s note</source>
        <translation>Note d’aujourd’hui</translation>
    </message>
    <message>
        <source>Reopen {name}</source>
        <translation>Rouvrir {name}</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Onglet</translation>
    </message>
    <message>
        <source>There are no other tabs.</source>
        <translation>Il n’y a pas d’autre onglet.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Fermer</translation>
    </message>
    <message>
        <source>Close other tabs</source>
        <translation>Fermer les autres onglets</translation>
    </message>
    <message>
        <source>There are no tabs to the right.</source>
        <translation>Il n’y a pas d’onglets à droite.</translation>
    </message>
    <message>
        <source>Close tabs to the right</source>
        <translation>Fermer les onglets de droite</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Épinglées</translation>
    </message>
    <message>
        <source>Split to the right</source>
        <translation>Diviser vers la droite</translation>
    </message>
    <message>
        <source>Split downwards</source>
        <translation>Diviser vers le bas</translation>
    </message>
    <message>
        <source>Move to the other side</source>
        <translation>Déplacer de l’autre côté</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Enregistré</translation>
    </message>
    <message>
        <source>Open a note to see its headings.</source>
        <translation>Ouvrez une note pour voir ses titres.</translation>
    </message>
</context>
<context>
    <name>WindowsHotkeyBackend</name>
    <message>
        <source>Works everywhere in Windows.</source>
        <translation>Fonctionne partout dans Windows.</translation>
    </message>
    <message>
        <source>“{0}” is already used by another program. Choose another shortcut.</source>
        <translation>«&#xa0;{0}&#xa0;» est déjà utilisé par un autre programme. Choisissez un autre raccourci.</translation>
    </message>
    <message>
        <source>Windows refused “{0}”.</source>
        <translation>Windows a refusé «&#xa0;{0}&#xa0;».</translation>
    </message>
</context>
<context>
    <name>WordForm</name>
    <message>
        <source>Word or phrase</source>
        <translation>Mot ou expression</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Sens</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Enregistrer</translation>
    </message>
    <message>
        <source>Look Up the Meaning</source>
        <translation>Chercher le sens</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Annuler</translation>
    </message>
    <message>
        <source>Add a word</source>
        <translation>Ajouter un mot</translation>
    </message>
    <message>
        <source>Asking {model}…</source>
        <translation>Interrogation de {model}…</translation>
    </message>
    <message>
        <source>Waiting for the model.</source>
        <translation>En attente du modèle.</translation>
    </message>
    <message>
        <source>Proposed by the model. Check it, then save.</source>
        <translation>Proposé par le modèle. Vérifiez, puis enregistrez.</translation>
    </message>
    <message>
        <source>A word of the vocabulary</source>
        <translation>Un mot du vocabulaire</translation>
    </message>
    <message>
        <source>Type a word.</source>
        <translation>Tapez un mot.</translation>
    </message>
</context>
<context>
    <name>WriteLockNotice</name>
    <message>
        <source>{n} more changes were interrupted.</source>
        <translation>{n} autres modifications ont été interrompues.</translation>
    </message>
    <message>
        <source>1 more change was interrupted.</source>
        <translation>1 autre modification a été interrompue.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Afficher</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Réessayer</translation>
    </message>
</context>
<context>
    <name>X11HotkeyBackend</name>
    <message>
        <source>Works everywhere on this desktop.</source>
        <translation>Fonctionne partout sur ce bureau.</translation>
    </message>
    <message>
        <source>The X server could not be asked for this shortcut.</source>
        <translation>Ce raccourci n’a pas pu être demandé au serveur X.</translation>
    </message>
    <message>
        <source>This keyboard has no key for “{0}”.</source>
        <translation>Ce clavier n’a pas de touche pour «&#xa0;{0}&#xa0;».</translation>
    </message>
    <message>
        <source>“{0}” is already used by another program. Choose another shortcut.</source>
        <translation>«&#xa0;{0}&#xa0;» est déjà utilisé par un autre programme. Choisissez un autre raccourci.</translation>
    </message>
    <message>
        <source>The X server refused “{0}”.</source>
        <translation>Le serveur X a refusé «&#xa0;{0}&#xa0;».</translation>
    </message>
</context>
<context>
    <name>_Conflict</name>
    <message>
        <source>Conflict {number}, line {line}</source>
        <translation>Conflit {number}, ligne {line}</translation>
    </message>
    <message>
        <source>Mine</source>
        <translation>La mienne</translation>
    </message>
    <message>
        <source>From outside</source>
        <translation>De l’extérieur</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Les deux</translation>
    </message>
    <message>
        <source>These lines are removed.</source>
        <translation>Ces lignes sont retirées.</translation>
    </message>
</context>
<context>
    <name>_QuestionText</name>
    <message>
        <source>Your question</source>
        <translation>Votre question</translation>
    </message>
</context>
</TS>
