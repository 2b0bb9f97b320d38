<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>AboutSheet</name>
    <message>
        <source>About</source>
        <translation>Über</translation>
    </message>
    <message>
        <source>A local-first assistant for a folder of Markdown notes.</source>
        <translation>Ein lokaler Assistent für einen Ordner mit Markdown-Notizen.</translation>
    </message>
    <message>
        <source>Settings: {0}</source>
        <translation>Einstellungen: {0}</translation>
    </message>
    <message>
        <source>Data: {0}</source>
        <translation>Daten: {0}</translation>
    </message>
    <message>
        <source>Logs: {0}</source>
        <translation>Protokolle: {0}</translation>
    </message>
    <message>
        <source>MIT License</source>
        <translation>MIT-Lizenz</translation>
    </message>
    <message>
        <source>Project Page</source>
        <translation>Projektseite</translation>
    </message>
    <message>
        <source>Licenses of Components</source>
        <translation>Lizenzen der Komponenten</translation>
    </message>
</context>
<context>
    <name>AccountFooter</name>
    <message>
        <source>Open the whole list</source>
        <translation>Ganze Liste öffnen</translation>
    </message>
</context>
<context>
    <name>AccountPopup</name>
    <message>
        <source>What left this computer</source>
        <translation>Was diesen Computer verließ</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Dieser Chat</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>Monat</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>Zeitraum</translation>
    </message>
    <message>
        <source>Total</source>
        <translation>Zusammen</translation>
    </message>
</context>
<context>
    <name>AccountText</name>
    <message>
        <source>1 more note</source>
        <translation>1 weitere Notiz</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 Notiz</translation>
    </message>
    <message>
        <source>1 note today</source>
        <translation>1 Notiz heute</translation>
    </message>
    <message>
        <source>1 note was sent today</source>
        <translation>1 Notiz wurde heute gesendet</translation>
    </message>
    <message>
        <source>1 note was sent to {who} in this chat</source>
        <translation>1 Notiz wurde in diesem Chat an {who} gesendet</translation>
    </message>
    <message>
        <source>1 passage</source>
        <translation>1 Textstelle</translation>
    </message>
    <message>
        <source>1 question was sent today</source>
        <translation>1 Frage wurde heute gesendet</translation>
    </message>
    <message>
        <source>A page was fetched from {who}</source>
        <translation>Von {who} wurde eine Seite abgerufen</translation>
    </message>
    <message>
        <source>A question from {program} was sent to {who}</source>
        <translation>Eine Frage von {program} wurde an {who} gesendet</translation>
    </message>
    <message>
        <source>A tool of {who} was called</source>
        <translation>Ein Werkzeug von {who} wurde aufgerufen</translation>
    </message>
    <message>
        <source>A transcript was fetched from {who}</source>
        <translation>Von {who} wurde ein Transkript abgerufen</translation>
    </message>
    <message>
        <source>A web search was sent to {who}</source>
        <translation>Eine Websuche wurde an {who} gesendet</translation>
    </message>
    <message>
        <source>Another program</source>
        <translation>Ein anderes Programm</translation>
    </message>
    <message>
        <source>Instructions and earlier answers</source>
        <translation>Anweisungen und frühere Antworten</translation>
    </message>
    <message>
        <source>Instructions and tools</source>
        <translation>Anweisungen und Werkzeuge</translation>
    </message>
    <message>
        <source>No note</source>
        <translation>Keine Notiz</translation>
    </message>
    <message>
        <source>Nothing has left this computer since midnight.</source>
        <translation>Seit Mitternacht hat nichts diesen Computer verlassen.</translation>
    </message>
    <message>
        <source>Nothing has left this computer this month.</source>
        <translation>In diesem Monat hat nichts diesen Computer verlassen.</translation>
    </message>
    <message>
        <source>Nothing has left this computer today</source>
        <translation>Heute hat nichts diesen Computer verlassen</translation>
    </message>
    <message>
        <source>Nothing of this chat has left this computer.</source>
        <translation>Nichts aus diesem Chat hat diesen Computer verlassen.</translation>
    </message>
    <message>
        <source>{tokens} of these from other vaults and programs</source>
        <translation>Davon {tokens} durch andere Vaults und Programme</translation>
    </message>
    <message>
        <source>A search query was sent to {who}</source>
        <translation>Eine Suchanfrage wurde an {who} gesendet</translation>
    </message>
    <message>
        <source>To {who}, since {day}</source>
        <translation>An {who}, seit {day}</translation>
    </message>
    <message>
        <source>To {who}, since {time}</source>
        <translation>An {who}, seit {time}</translation>
    </message>
    <message>
        <source>Today VaultDesk connected to {who}. Nothing of yours was sent.</source>
        <translation>Heute hat sich VaultDesk mit {who} verbunden. Nichts von Ihnen wurde gesendet.</translation>
    </message>
    <message>
        <source>Today about {tokens} were sent to {who}.</source>
        <translation>Heute wurden etwa {tokens} an {who} gesendet.</translation>
    </message>
    <message>
        <source>VaultDesk asked {host} for its models</source>
        <translation>VaultDesk hat {host} nach Modellen gefragt</translation>
    </message>
    <message>
        <source>VaultDesk asked {host} for updates</source>
        <translation>VaultDesk hat {host} nach Updates gefragt</translation>
    </message>
    <message>
        <source>VaultDesk tested a model of {who}</source>
        <translation>VaultDesk hat ein Modell von {who} getestet</translation>
    </message>
    <message>
        <source>Your question</source>
        <translation>Ihre Frage</translation>
    </message>
    <message>
        <source>Your question was sent to {who}</source>
        <translation>Ihre Frage wurde an {who} gesendet</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>Ihre Worte</translation>
    </message>
    <message>
        <source>Your text was sent to {who}</source>
        <translation>Ihr Text wurde an {who} gesendet</translation>
    </message>
    <message>
        <source>Your {n} questions</source>
        <translation>Ihre {n} Fragen</translation>
    </message>
    <message>
        <source>Your {n} questions were sent to {who}</source>
        <translation>Ihre {n} Fragen wurden an {who} gesendet</translation>
    </message>
    <message>
        <source>line {first}</source>
        <translation>Zeile {first}</translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation>Zeilen {first}–{last}</translation>
    </message>
    <message>
        <source>no note</source>
        <translation>keine Notiz</translation>
    </message>
    <message>
        <source>none in this chat</source>
        <translation>keine in diesem Chat</translation>
    </message>
    <message>
        <source>nothing of yours</source>
        <translation>nichts von Ihnen</translation>
    </message>
    <message>
        <source>sent each time</source>
        <translation>jedes Mal gesendet</translation>
    </message>
    <message>
        <source>under {amount} today</source>
        <translation>heute unter {amount}</translation>
    </message>
    <message>
        <source>whole note</source>
        <translation>ganze Notiz</translation>
    </message>
    <message>
        <source>{amount} today</source>
        <translation>heute {amount}</translation>
    </message>
    <message>
        <source>{first} and {n} others</source>
        <translation>{first} und {n} weitere</translation>
    </message>
    <message>
        <source>{first} and {second}</source>
        <translation>{first} und {second}</translation>
    </message>
    <message>
        <source>{model} read 1 note here</source>
        <translation>{model} hat hier 1 Notiz gelesen</translation>
    </message>
    <message>
        <source>{model} read {n} notes here</source>
        <translation>{model} hat hier {n} Notizen gelesen</translation>
    </message>
    <message>
        <source>{name}, {host}</source>
        <translation>{name}, {host}</translation>
    </message>
    <message>
        <source>{note} was withheld</source>
        <translation>{note} wurde zurückgehalten</translation>
    </message>
    <message>
        <source>{note} was sent to {who} to be rewritten</source>
        <translation>{note} wurde zum Umschreiben an {who} gesendet</translation>
    </message>
    <message>
        <source>{n} more notes</source>
        <translation>{n} weitere Notizen</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} Notizen</translation>
    </message>
    <message>
        <source>{n} notes today</source>
        <translation>{n} Notizen heute</translation>
    </message>
    <message>
        <source>{n} notes were sent today</source>
        <translation>{n} Notizen wurden heute gesendet</translation>
    </message>
    <message>
        <source>{n} notes were sent to {who} in this chat</source>
        <translation>{n} Notizen wurden in diesem Chat an {who} gesendet</translation>
    </message>
    <message>
        <source>{n} notes were withheld</source>
        <translation>{n} Notizen wurden zurückgehalten</translation>
    </message>
    <message>
        <source>{n} passages</source>
        <translation>{n} Textstellen</translation>
    </message>
    <message>
        <source>{n} questions were sent today</source>
        <translation>{n} Fragen wurden heute gesendet</translation>
    </message>
    <message>
        <source>{n} today</source>
        <translation>{n} heute</translation>
    </message>
    <message>
        <source>{program} received 1 note</source>
        <translation>{program} hat 1 Notiz erhalten</translation>
    </message>
    <message>
        <source>{program} received {n} notes</source>
        <translation>{program} hat {n} Notizen erhalten</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>About VaultDesk</source>
        <translation>Über VaultDesk</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>Add a property…</source>
        <translation>Eigenschaft hinzufügen…</translation>
    </message>
    <message>
        <source>Add the open note to the question</source>
        <translation>Offene Notiz zur Frage hinzufügen</translation>
    </message>
    <message>
        <source>Toggle bookmark</source>
        <translation>Lesezeichen setzen oder entfernen</translation>
    </message>
    <message>
        <source>Agents…</source>
        <translation>Agenten…</translation>
    </message>
    <message>
        <source>Append the last answer to the note</source>
        <translation>Letzte Antwort an die Notiz anhängen</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Zurück</translation>
    </message>
    <message>
        <source>Position of the chat…</source>
        <translation>Position des Chats…</translation>
    </message>
    <message>
        <source>Chats…</source>
        <translation>Chats…</translation>
    </message>
    <message>
        <source>Check spelling</source>
        <translation>Rechtschreibung prüfen</translation>
    </message>
    <message>
        <source>Check this computer</source>
        <translation>Diesen Computer prüfen</translation>
    </message>
    <message>
        <source>Choose a mode…</source>
        <translation>Modus wählen…</translation>
    </message>
    <message>
        <source>Choose an agent…</source>
        <translation>Agenten wählen…</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Tab schließen</translation>
    </message>
    <message>
        <source>Close the chat&apos;s tab</source>
        <translation>Tab des Chats schließen</translation>
    </message>
    <message>
        <source>Close vault</source>
        <translation>Vault schließen</translation>
    </message>
    <message>
        <source>Commands…</source>
        <translation>Befehle…</translation>
    </message>
    <message>
        <source>Copy VaultDesk link to the note</source>
        <translation>VaultDesk-Link zur Notiz kopieren</translation>
    </message>
    <message>
        <source>Copy link to the note</source>
        <translation>Link zur Notiz kopieren</translation>
    </message>
    <message>
        <source>Copy path of the note</source>
        <translation>Pfad der Notiz kopieren</translation>
    </message>
    <message>
        <source>Copy the chat as Markdown</source>
        <translation>Chat als Markdown kopieren</translation>
    </message>
    <message>
        <source>Next daily note</source>
        <translation>Nächste Tagesnotiz</translation>
    </message>
    <message>
        <source>Previous daily note</source>
        <translation>Vorige Tagesnotiz</translation>
    </message>
    <message>
        <source>Find and replace</source>
        <translation>Suchen und ersetzen</translation>
    </message>
    <message>
        <source>Find in the chat</source>
        <translation>Im Chat suchen</translation>
    </message>
    <message>
        <source>Find in the note</source>
        <translation>In der Notiz suchen</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>Weitersuchen</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>Rückwärts suchen</translation>
    </message>
    <message>
        <source>Follow the link at the cursor</source>
        <translation>Link am Cursor folgen</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Vorwärts</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Vollbild</translation>
    </message>
    <message>
        <source>Go to the chat</source>
        <translation>Zum Chat</translation>
    </message>
    <message>
        <source>Go to the next window</source>
        <translation>Zum nächsten Fenster</translation>
    </message>
    <message>
        <source>Go to the other side of the split</source>
        <translation>Zur anderen Seite der Teilung</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>Chats importieren…</translation>
    </message>
    <message>
        <source>Insert template…</source>
        <translation>Vorlage einfügen…</translation>
    </message>
    <message>
        <source>Insert the last answer at the cursor</source>
        <translation>Letzte Antwort am Cursor einfügen</translation>
    </message>
    <message>
        <source>Toggle private note</source>
        <translation>Private Notiz ein- oder ausschalten</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Toggle large question box</source>
        <translation>Großes Fragefeld ein- oder ausschalten</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Größerer Text</translation>
    </message>
    <message>
        <source>Toggle light and dark</source>
        <translation>Zwischen Hell und Dunkel wechseln</translation>
    </message>
    <message>
        <source>Graph of all notes</source>
        <translation>Graph aller Notizen</translation>
    </message>
    <message>
        <source>Graph of the note</source>
        <translation>Graph der Notiz</translation>
    </message>
    <message>
        <source>Move to another folder…</source>
        <translation>In anderen Ordner verschieben…</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Neuer Ordner…</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>Neue Notiz</translation>
    </message>
    <message>
        <source>New private chat</source>
        <translation>Neuer privater Chat</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>Neues Fenster</translation>
    </message>
    <message>
        <source>Next open chat</source>
        <translation>Nächster offener Chat</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>Nächster Tab</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>In Obsidian öffnen</translation>
    </message>
    <message>
        <source>Open in another program</source>
        <translation>In anderem Programm öffnen</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>Geschlossenen Tab wieder öffnen</translation>
    </message>
    <message>
        <source>Open vault in a new window…</source>
        <translation>Vault in neuem Fenster öffnen…</translation>
    </message>
    <message>
        <source>Open vault…</source>
        <translation>Vault öffnen…</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>Permissions…</source>
        <translation>Berechtigungen…</translation>
    </message>
    <message>
        <source>Previous open chat</source>
        <translation>Voriger offener Chat</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>Voriger Tab</translation>
    </message>
    <message>
        <source>Private notes…</source>
        <translation>Private Notizen…</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Schnellfrage</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Toggle reading and editing</source>
        <translation>Lesen oder bearbeiten</translation>
    </message>
    <message>
        <source>Search test</source>
        <translation>Suchtest</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Redo the last change of notes</source>
        <translation>Letzte Änderung an Notizen wiederholen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Rewrite the selection…</source>
        <translation>Auswahl umschreiben…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Save the search</source>
        <translation>Suche speichern</translation>
    </message>
    <message>
        <source>Search all notes</source>
        <translation>Alle Notizen durchsuchen</translation>
    </message>
    <message>
        <source>Search index</source>
        <translation>Suchindex</translation>
    </message>
    <message>
        <source>Search or jump to…</source>
        <translation>Suchen oder springen zu…</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Show in the Finder</source>
        <translation>Im Finder zeigen</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>Im Dateimanager zeigen</translation>
    </message>
    <message>
        <source>Show or hide the chat</source>
        <translation>Chat ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Show or hide the notes</source>
        <translation>Notizen ein- oder ausblenden</translation>
    </message>
    <message>
        <source>Show the files</source>
        <translation>Dateien zeigen</translation>
    </message>
    <message>
        <source>Show the links</source>
        <translation>Links zeigen</translation>
    </message>
    <message>
        <source>Show the note in the file list</source>
        <translation>Notiz in der Dateiliste zeigen</translation>
    </message>
    <message>
        <source>Show the tags</source>
        <translation>Tags zeigen</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Kleinerer Text</translation>
    </message>
    <message>
        <source>Split downwards</source>
        <translation>Nach unten teilen</translation>
    </message>
    <message>
        <source>Split to the right</source>
        <translation>Nach rechts teilen</translation>
    </message>
    <message>
        <source>Start or pause a pomodoro</source>
        <translation>Pomodoro starten oder anhalten</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Antwort stoppen</translation>
    </message>
    <message>
        <source>Reset text size</source>
        <translation>Textgröße zurücksetzen</translation>
    </message>
    <message>
        <source>Today&apos;s note</source>
        <translation>Notiz von heute</translation>
    </message>
    <message>
        <source>Undo the last change of notes</source>
        <translation>Letzte Änderung an Notizen rückgängig machen</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabeln</translation>
    </message>
    <message>
        <source>What could this agent access?</source>
        <translation>Worauf könnte dieser Agent zugreifen?</translation>
    </message>
    <message>
        <source>What left this computer</source>
        <translation>Was diesen Computer verließ</translation>
    </message>
    <message>
        <source>What would leave this computer…</source>
        <translation>Was diesen Computer verlassen würde…</translation>
    </message>
</context>
<context>
    <name>ActivityPage</name>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Tool calls</source>
        <translation>Werkzeugaufrufe</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Alles</translation>
    </message>
    <message>
        <source>Type of entry</source>
        <translation>Art des Eintrags</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>Zeitraum</translation>
    </message>
    <message>
        <source>Search by note or question</source>
        <translation>Nach Notiz oder Frage suchen</translation>
    </message>
    <message>
        <source>Note or question</source>
        <translation>Notiz oder Frage</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Clear…</source>
        <translation>Leeren…</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Was geschehen ist</translation>
    </message>
    <message>
        <source>Every change VaultDesk made to your notes, newest first. An undo can be undone.</source>
        <translation>Jede Änderung von VaultDesk an Ihren Notizen, die neueste zuerst. Was rückgängig gemacht wurde, lässt sich wiederholen.</translation>
    </message>
    <message>
        <source>Every tool call of an assistant, who allowed it, and its result.</source>
        <translation>Jeder Werkzeugaufruf eines Assistenten, wer ihn erlaubt hat und sein Ergebnis.</translation>
    </message>
    <message>
        <source>Changes, tool calls and what left this computer, newest first.</source>
        <translation>Änderungen, Werkzeugaufrufe und was diesen Computer verließ, das Neueste zuerst.</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>No activity in this period</source>
        <translation>Keine Aktivität in diesem Zeitraum</translation>
    </message>
    <message>
        <source>Try other words.</source>
        <translation>Versuchen Sie andere Wörter.</translation>
    </message>
    <message>
        <source>Actions of assistants are listed here and can be undone here.</source>
        <translation>Aktionen von Assistenten werden hier aufgeführt und lassen sich hier rückgängig machen.</translation>
    </message>
    <message>
        <source>All entries in the audit log of this vault are deleted permanently: which tools were called, who allowed them, and their results. One entry remains, which says who cleared the log, when, and how many entries it had. The history of changes and the list of what left this computer are not affected.</source>
        <translation>Alle Einträge im Prüfprotokoll dieses Vaults werden endgültig gelöscht: welche Werkzeuge aufgerufen wurden, wer sie erlaubt hat und ihre Ergebnisse. Ein Eintrag bleibt; in ihm steht, wer das Protokoll wann geleert hat und wie viele Einträge es hatte. Der Verlauf der Änderungen und die Liste dessen, was diesen Computer verließ, sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Clear the audit log of tool calls?</source>
        <translation>Prüfprotokoll der Werkzeugaufrufe leeren?</translation>
    </message>
    <message>
        <source>Clear Log</source>
        <translation>Protokoll leeren</translation>
    </message>
    <message>
        <source>1 entry was deleted.</source>
        <translation>1 Eintrag wurde gelöscht.</translation>
    </message>
    <message>
        <source>{n} entries were deleted.</source>
        <translation>{n} Einträge wurden gelöscht.</translation>
    </message>
    <message>
        <source>JSON Lines</source>
        <translation>JSON-Zeilen</translation>
    </message>
    <message>
        <source>Spreadsheet table (CSV)</source>
        <translation>Tabelle (CSV)</translation>
    </message>
    <message>
        <source>Export the tool calls</source>
        <translation>Werkzeugaufrufe exportieren</translation>
    </message>
    <message>
        <source>The file could not be written: {why}.</source>
        <translation>Die Datei konnte nicht geschrieben werden: {why}.</translation>
    </message>
    <message>
        <source>Written to {file}.</source>
        <translation>In {file} geschrieben.</translation>
    </message>
    <message>
        <source>All time</source>
        <translation>Gesamter Zeitraum</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Letzte 30 Tage</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Changed notes</source>
        <translation>Geänderte Notizen</translation>
    </message>
    <message>
        <source>Withheld</source>
        <translation>Zurückgehalten</translation>
    </message>
    <message>
        <source>Read on this computer</source>
        <translation>Auf diesem Computer gelesen</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesendet</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
</context>
<context>
    <name>ActivityTabs</name>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>What left this computer</source>
        <translation>Was diesen Computer verließ</translation>
    </message>
</context>
<context>
    <name>AgentCard</name>
    <message>
        <source>Its instructions</source>
        <translation>Seine Anweisungen</translation>
    </message>
    <message>
        <source>answers new chats</source>
        <translation>beantwortet neue Chats</translation>
    </message>
    <message>
        <source>Answers without extra instructions, with every tool your permissions allow.</source>
        <translation>Antwortet ohne zusätzliche Anweisungen, mit jedem Werkzeug, das Ihre Berechtigungen erlauben.</translation>
    </message>
    <message>
        <source>Its note has changed since you allowed it. It is inactive until you review and allow it again.</source>
        <translation>Seine Notiz hat sich geändert, seit Sie ihn erlaubt haben. Er ist inaktiv, bis Sie sie prüfen und ihn erneut erlauben.</translation>
    </message>
    <message>
        <source>It is inactive until you review and allow it.</source>
        <translation>Er ist inaktiv, bis Sie ihn prüfen und erlauben.</translation>
    </message>
    <message>
        <source>Use in New Chats</source>
        <translation>In neuen Chats nutzen</translation>
    </message>
    <message>
        <source>Review and Allow…</source>
        <translation>Prüfen und erlauben…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten…</translation>
    </message>
    <message>
        <source>Duplicate…</source>
        <translation>Duplizieren…</translation>
    </message>
    <message>
        <source>What Could It Access?</source>
        <translation>Worauf könnte er zugreifen?</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>Widerrufen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Open Note</source>
        <translation>Notiz öffnen</translation>
    </message>
    <message>
        <source>It already answers new chats.</source>
        <translation>Er beantwortet bereits neue Chats.</translation>
    </message>
</context>
<context>
    <name>AgentEditor</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Librarian</source>
        <translation>Bibliothekar</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Beschreibung</translation>
    </message>
    <message>
        <source>What it is for, in one line</source>
        <translation>Wofür er da ist, in einer Zeile</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Anweisungen</translation>
    </message>
    <message>
        <source>the chat’s model</source>
        <translation>das Modell des Chats</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>as in Settings</source>
        <translation>wie in den Einstellungen</translation>
    </message>
    <message>
        <source>off</source>
        <translation>aus</translation>
    </message>
    <message>
        <source>low</source>
        <translation>niedrig</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>mittel</translation>
    </message>
    <message>
        <source>high</source>
        <translation>hoch</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Nachdenken</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>Nur lesen</translation>
    </message>
    <message>
        <source>It may ask to delete notes and to change many at once</source>
        <translation>Er darf darum bitten, Notizen zu löschen und viele auf einmal zu ändern</translation>
    </message>
    <message>
        <source>Tool rounds per question</source>
        <translation>Werkzeugrunden je Frage</translation>
    </message>
    <message>
        <source>Characters per tool result</source>
        <translation>Zeichen je Werkzeugergebnis</translation>
    </message>
    <message>
        <source>Tool calls per minute</source>
        <translation>Werkzeugaufrufe pro Minute</translation>
    </message>
    <message>
        <source>Your changes are not saved.</source>
        <translation>Ihre Änderungen sind nicht gespeichert.</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Keep Editing</source>
        <translation>Weiter bearbeiten</translation>
    </message>
    <message>
        <source>These are sent to the model, except for comments between %% and %%.</source>
        <translation>Sie werden an das Modell gesendet, mit Ausnahme von Kommentaren zwischen %% und %%.</translation>
    </message>
    <message>
        <source>Without a folder, it can see the whole vault, within your permissions.</source>
        <translation>Ohne Ordner sieht er den ganzen Vault, im Rahmen Ihrer Berechtigungen.</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Tool rounds</source>
        <translation>Werkzeugrunden</translation>
    </message>
    <message>
        <source>Tool result</source>
        <translation>Werkzeugergebnis</translation>
    </message>
    <message>
        <source>Calls per minute</source>
        <translation>Aufrufe pro Minute</translation>
    </message>
    <message>
        <source>Resulting permissions</source>
        <translation>Resultierende Berechtigungen</translation>
    </message>
    <message>
        <source>Enter a name first.</source>
        <translation>Geben Sie zuerst einen Namen ein.</translation>
    </message>
    <message>
        <source>Enter instructions first.</source>
        <translation>Geben Sie zuerst Anweisungen ein.</translation>
    </message>
    <message>
        <source>A note with this name already exists.</source>
        <translation>Eine Notiz mit diesem Namen gibt es schon.</translation>
    </message>
    <message>
        <source>Save as a New Note</source>
        <translation>Als neue Notiz speichern</translation>
    </message>
    <message>
        <source>Edit “{0}”</source>
        <translation>„{0}“ bearbeiten</translation>
    </message>
    <message>
        <source>New agent</source>
        <translation>Neuer Agent</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
</context>
<context>
    <name>AgentSelection</name>
    <message>
        <source>This agent no longer exists. Choose another one.</source>
        <translation>Dieser Agent existiert nicht mehr. Wählen Sie einen anderen.</translation>
    </message>
    <message>
        <source>Answers without extra instructions, with every tool your permissions allow.</source>
        <translation>Antwortet ohne zusätzliche Anweisungen, mit jedem Werkzeug, das Ihre Berechtigungen erlauben.</translation>
    </message>
    <message>
        <source>Set Up Agents…</source>
        <translation>Agenten einrichten…</translation>
    </message>
    <message>
        <source>What Could It Access?</source>
        <translation>Worauf könnte er zugreifen?</translation>
    </message>
    <message>
        <source>Choose an agent</source>
        <translation>Agenten wählen</translation>
    </message>
    <message>
        <source>Find an agent</source>
        <translation>Agenten suchen</translation>
    </message>
    <message>
        <source>This agent no longer exists.</source>
        <translation>Dieser Agent existiert nicht mehr.</translation>
    </message>
    <message>
        <source>{0} cannot be used. {1}</source>
        <translation>{0} kann nicht verwendet werden. {1}</translation>
    </message>
</context>
<context>
    <name>AgentText</name>
    <message>
        <source>Answers without extra instructions, with every tool your permissions allow.</source>
        <translation>Antwortet ohne zusätzliche Anweisungen, mit jedem Werkzeug, das Ihre Berechtigungen erlauben.</translation>
    </message>
    <message>
        <source>Included in VaultDesk</source>
        <translation>In VaultDesk enthalten</translation>
    </message>
    <message>
        <source>In this vault</source>
        <translation>In diesem Vault</translation>
    </message>
    <message>
        <source>Default assistant</source>
        <translation>Standardassistent</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>erlaubt</translation>
    </message>
    <message>
        <source>cannot be used</source>
        <translation>nicht verwendbar</translation>
    </message>
    <message>
        <source>changed since you allowed it</source>
        <translation>seit Ihrer Erlaubnis geändert</translation>
    </message>
    <message>
        <source>included in VaultDesk</source>
        <translation>in VaultDesk enthalten</translation>
    </message>
    <message>
        <source>no extra instructions, all tools</source>
        <translation>keine zusätzlichen Anweisungen, alle Werkzeuge</translation>
    </message>
    <message>
        <source>not allowed yet</source>
        <translation>noch nicht erlaubt</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Assistent</translation>
    </message>
</context>
<context>
    <name>AgentsSheet</name>
    <message>
        <source>Assistants that can answer. An agent can only narrow your permissions, and is active only after you allow it.</source>
        <translation>Assistenten, die antworten können. Ein Agent kann Ihre Berechtigungen nur einschränken und ist erst aktiv, wenn Sie ihn erlaubt haben.</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>Agenten</translation>
    </message>
    <message>
        <source>New Agent…</source>
        <translation>Neuer Agent…</translation>
    </message>
    <message>
        <source>{0} is no longer allowed.</source>
        <translation>{0} ist nicht mehr erlaubt.</translation>
    </message>
    <message>
        <source>Delete the agent {0}</source>
        <translation>Agent {0} löschen</translation>
    </message>
    <message>
        <source>{0} was deleted: {1}.</source>
        <translation>{0} wurde gelöscht: {1}.</translation>
    </message>
    <message>
        <source>{0} was moved to the trash.</source>
        <translation>{0} wurde in den Papierkorb gelegt.</translation>
    </message>
    <message>
        <source>Another file now has its name.</source>
        <translation>Eine andere Datei hat jetzt ihren Namen.</translation>
    </message>
</context>
<context>
    <name>AnswerFooter</name>
    <message>
        <source>Copy answer</source>
        <translation>Antwort kopieren</translation>
    </message>
    <message>
        <source>Insert at the cursor</source>
        <translation>Am Cursor einfügen</translation>
    </message>
    <message>
        <source>Append to the open note</source>
        <translation>An die offene Notiz anhängen</translation>
    </message>
    <message>
        <source>Save as a new note</source>
        <translation>Als neue Notiz speichern</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Erneut fragen</translation>
    </message>
    <message>
        <source>Ask another model</source>
        <translation>Anderes Modell fragen</translation>
    </message>
    <message>
        <source>Branch from here</source>
        <translation>Von hier abzweigen</translation>
    </message>
</context>
<context>
    <name>AnswerPane</name>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
</context>
<context>
    <name>AnswerSettingsForm</name>
    <message>
        <source>Temperature in this chat</source>
        <translation>Temperatur in diesem Chat</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Longest answer in this chat, in tokens</source>
        <translation>Längste Antwort in diesem Chat, in Tokens</translation>
    </message>
    <message>
        <source>Tool rounds per question in this chat</source>
        <translation>Werkzeugrunden je Frage in diesem Chat</translation>
    </message>
    <message>
        <source>As in Settings</source>
        <translation>Wie in den Einstellungen</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatur</translation>
    </message>
    <message>
        <source>Longest answer, in tokens</source>
        <translation>Längste Antwort, in Tokens</translation>
    </message>
    <message>
        <source>Tool rounds</source>
        <translation>Werkzeugrunden</translation>
    </message>
    <message>
        <source>For this chat</source>
        <translation>Für diesen Chat</translation>
    </message>
</context>
<context>
    <name>AnswerTargets</name>
    <message>
        <source>No note is being edited, so there is no cursor.</source>
        <translation>Keine Notiz wird gerade bearbeitet, daher gibt es keinen Cursor.</translation>
    </message>
    <message>
        <source>Append to “{0}”</source>
        <translation>An „{0}“ anhängen</translation>
    </message>
    <message>
        <source>Open a note first. The answer is inserted at its cursor.</source>
        <translation>Öffnen Sie zuerst eine Notiz. Die Antwort wird an ihrem Cursor eingefügt.</translation>
    </message>
    <message>
        <source>Inserted into “{0}”.</source>
        <translation>In „{0}“ eingefügt.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Open a note first. The answer is appended to it.</source>
        <translation>Öffnen Sie zuerst eine Notiz. Die Antwort wird an sie angehängt.</translation>
    </message>
    <message>
        <source>Appended to “{0}”.</source>
        <translation>An „{0}“ angehängt.</translation>
    </message>
    <message>
        <source>The note has changed since, so nothing was removed from it.</source>
        <translation>Die Notiz hat sich seitdem geändert, daher wurde nichts aus ihr entfernt.</translation>
    </message>
    <message>
        <source>There is no answer in this chat yet.</source>
        <translation>In diesem Chat gibt es noch keine Antwort.</translation>
    </message>
</context>
<context>
    <name>AnswerUndo</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>There is no change to undo.</source>
        <translation>Es gibt keine Änderung rückgängig zu machen.</translation>
    </message>
    <message>
        <source>There is no change to redo.</source>
        <translation>Es gibt keine Änderung zu wiederholen.</translation>
    </message>
    <message>
        <source>The notes changed again, so nothing was merged.</source>
        <translation>Die Notizen haben sich noch einmal geändert, daher wurde nichts zusammengeführt.</translation>
    </message>
    <message>
        <source>Merged. Later changes are kept.</source>
        <translation>Zusammengeführt. Spätere Änderungen bleiben erhalten.</translation>
    </message>
    <message>
        <source>1 change applied</source>
        <translation>1 Änderung angewendet</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Undo 1 change</source>
        <translation>1 Änderung rückgängig machen</translation>
    </message>
    <message>
        <source>Undo {0} changes</source>
        <translation>{0} Änderungen rückgängig machen</translation>
    </message>
    <message>
        <source>links repaired in 1 note</source>
        <translation>Links in 1 Notiz repariert</translation>
    </message>
    <message>
        <source>links repaired in {0} notes</source>
        <translation>Links in {0} Notizen repariert</translation>
    </message>
    <message>
        <source>{0} changes applied</source>
        <translation>{0} Änderungen angewendet</translation>
    </message>
</context>
<context>
    <name>AnswerView</name>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>{n} token</source>
        <translation>{n} Token</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} Tokens</translation>
    </message>
    <message>
        <source>Append to the open note</source>
        <translation>An die offene Notiz anhängen</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Erneut fragen</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy answer</source>
        <translation>Antwort kopieren</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Copy selection as Markdown</source>
        <translation>Auswahl als Markdown kopieren</translation>
    </message>
    <message>
        <source>Insert at the cursor</source>
        <translation>Am Cursor einfügen</translation>
    </message>
    <message>
        <source>Save as a new note</source>
        <translation>Als neue Notiz speichern</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>Nichts ist ausgewählt.</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>In neuem Tab öffnen</translation>
    </message>
    <message>
        <source>Open the conversation as a note</source>
        <translation>Chat als Notiz öffnen</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>AppearanceSheet</name>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>How the window looks and where approval requests appear.</source>
        <translation>Wie das Fenster aussieht und wo Anfragen zur Zustimmung erscheinen.</translation>
    </message>
    <message>
        <source>Beside the note</source>
        <translation>Neben der Notiz</translation>
    </message>
    <message>
        <source>As a tab among the notes</source>
        <translation>Als Tab zwischen den Notizen</translation>
    </message>
    <message>
        <source>In its own window</source>
        <translation>Im eigenen Fenster</translation>
    </message>
    <message>
        <source>Same as this computer</source>
        <translation>Wie dieser Computer</translation>
    </message>
    <message>
        <source>A change of language takes effect after a restart.</source>
        <translation>Eine Änderung der Sprache gilt nach einem Neustart.</translation>
    </message>
</context>
<context>
    <name>ApprovalFooter</name>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Reason for the model (optional)</source>
        <translation>Grund für das Modell (optional)</translation>
    </message>
    <message>
        <source>Refuse with a Reason…</source>
        <translation>Mit Begründung ablehnen…</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>Zustimmen</translation>
    </message>
</context>
<context>
    <name>ArgumentList</name>
    <message numerus="yes">
        <source>%n paths, as listed</source>
        <translation>
            <numerusform>%n Pfad, wie aufgeführt</numerusform>
            <numerusform>%n Pfade, wie aufgeführt</numerusform>
        </translation>
    </message>
    <message>
        <source>Arguments, {0} lines</source>
        <translation>Argumente, {0} Zeilen</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
</context>
<context>
    <name>AssistantSheet</name>
    <message>
        <source>Assistant</source>
        <translation>Assistent</translation>
    </message>
    <message>
        <source>Folders for commands, projects and skills, what the assistant remembers, and its additional tools.</source>
        <translation>Ordner für Befehle, Projekte und Skills, das Gedächtnis des Assistenten und seine zusätzlichen Werkzeuge.</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabeln</translation>
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
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fehlgeschlagen</translation>
    </message>
    <message>
        <source>No result recorded</source>
        <translation>Kein Ergebnis vermerkt</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>Nicht erlaubt</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 Aufruf</translation>
    </message>
    <message>
        <source>1 entry was deleted</source>
        <translation>1 Eintrag wurde gelöscht</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Details kopieren</translation>
    </message>
    <message>
        <source>Open note</source>
        <translation>Notiz öffnen</translation>
    </message>
    <message>
        <source>Log cleared</source>
        <translation>Protokoll geleert</translation>
    </message>
    <message>
        <source>allowed by a rule</source>
        <translation>durch eine Regel erlaubt</translation>
    </message>
    <message>
        <source>allowed by you</source>
        <translation>von Ihnen erlaubt</translation>
    </message>
    <message>
        <source>allowed earlier</source>
        <translation>früher erlaubt</translation>
    </message>
    <message>
        <source>by you</source>
        <translation>von Ihnen</translation>
    </message>
    <message>
        <source>by {user}</source>
        <translation>von {user}</translation>
    </message>
    <message>
        <source>done</source>
        <translation>erledigt</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>needs no approval</source>
        <translation>keine Zustimmung nötig</translation>
    </message>
    <message>
        <source>no result recorded</source>
        <translation>kein Ergebnis vermerkt</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>nicht erlaubt</translation>
    </message>
    <message>
        <source>refused by a rule</source>
        <translation>durch eine Regel abgelehnt</translation>
    </message>
    <message>
        <source>refused by you</source>
        <translation>von Ihnen abgelehnt</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>stopped by a check</source>
        <translation>durch eine Prüfung gestoppt</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>dieser Computer</translation>
    </message>
    <message>
        <source>{n} calls</source>
        <translation>{n} Aufrufe</translation>
    </message>
    <message>
        <source>{n} entries were deleted</source>
        <translation>{n} Einträge wurden gelöscht</translation>
    </message>
    <message>
        <source>invalid arguments</source>
        <translation>ungültige Argumente</translation>
    </message>
    <message>
        <source>no such tool</source>
        <translation>kein solches Werkzeug</translation>
    </message>
    <message>
        <source>note not found</source>
        <translation>Notiz nicht gefunden</translation>
    </message>
    <message>
        <source>folder not found</source>
        <translation>Ordner nicht gefunden</translation>
    </message>
    <message>
        <source>several notes match</source>
        <translation>mehrere Notizen passen</translation>
    </message>
    <message>
        <source>too dangerous</source>
        <translation>zu gefährlich</translation>
    </message>
    <message>
        <source>too many calls</source>
        <translation>zu viele Aufrufe</translation>
    </message>
    <message>
        <source>no answer in time</source>
        <translation>keine Antwort in der Zeit</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>nicht ausgeführt</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>zu groß</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>not written</source>
        <translation>nicht geschrieben</translation>
    </message>
    <message>
        <source>search failed</source>
        <translation>Suche fehlgeschlagen</translation>
    </message>
    <message>
        <source>list failed</source>
        <translation>Auflisten fehlgeschlagen</translation>
    </message>
    <message>
        <source>network error</source>
        <translation>Netzwerkfehler</translation>
    </message>
    <message>
        <source>changed by another program</source>
        <translation>von einem anderen Programm geändert</translation>
    </message>
</context>
<context>
    <name>AutostartCard</name>
    <message>
        <source>Start VaultDesk when you log in</source>
        <translation>VaultDesk bei der Anmeldung starten</translation>
    </message>
    <message>
        <source>Start it without a window</source>
        <translation>Ohne Fenster starten</translation>
    </message>
    <message>
        <source>It starts in the tray.</source>
        <translation>Es startet im Infobereich.</translation>
    </message>
    <message>
        <source>It starts minimized, because there is no tray icon to open it from.</source>
        <translation>Es startet minimiert, weil es kein Symbol im Infobereich gibt, über das es sich öffnen ließe.</translation>
    </message>
    <message>
        <source>In a Flatpak, VaultDesk cannot set this up itself. Add VaultDesk to the startup programs in your desktop settings.</source>
        <translation>In einem Flatpak kann VaultDesk das nicht selbst einrichten. Fügen Sie VaultDesk in den Einstellungen Ihres Desktops den Autostart-Programmen hinzu.</translation>
    </message>
    <message>
        <source>Not available while VAULTDESK_HOME sets the folder of VaultDesk.</source>
        <translation>Nicht verfügbar, solange VAULTDESK_HOME den Ordner von VaultDesk festlegt.</translation>
    </message>
    <message>
        <source>Move VaultDesk to the Applications folder first, and open it from there.</source>
        <translation>Verschieben Sie VaultDesk zuerst in den Ordner „Programme“, und öffnen Sie es von dort.</translation>
    </message>
    <message>
        <source>Another copy is set to start: {0}. If you turn this on, this copy starts instead.</source>
        <translation>Eine andere Kopie ist für den Start eingerichtet: {0}. Wenn Sie dies einschalten, startet stattdessen diese Kopie.</translation>
    </message>
    <message>
        <source>The program set to start no longer exists: {0}. If you turn this on, this copy starts instead.</source>
        <translation>Das für den Start eingerichtete Programm existiert nicht mehr: {0}. Wenn Sie dies einschalten, startet stattdessen diese Kopie.</translation>
    </message>
    <message>
        <source>It reopens what was open last. Nothing is sent automatically.</source>
        <translation>Es öffnet wieder, was zuletzt offen war. Nichts wird automatisch gesendet.</translation>
    </message>
</context>
<context>
    <name>BackgroundMode</name>
    <message>
        <source>It keeps running there. To quit, choose Quit in its menu or press {0} in its window.</source>
        <translation>Es läuft dort weiter. Um es zu beenden, wählen Sie „Beenden“ in seinem Menü, oder drücken Sie {0} in seinem Fenster.</translation>
    </message>
    <message>
        <source>VaultDesk is running in the tray</source>
        <translation>VaultDesk läuft im Infobereich</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>BlockIdWriter</name>
    <message>
        <source>The block ID ^{id} could not be written to “{note}”: {why}</source>
        <translation>Die Blockkennung ^{id} konnte nicht in „{note}“ geschrieben werden: {why}</translation>
    </message>
</context>
<context>
    <name>BlockListPage</name>
    <message>
        <source>and {n} more</source>
        <translation>und {n} weitere</translation>
    </message>
    <message>
        <source>It contains no text.</source>
        <translation>Es enthält keinen Text.</translation>
    </message>
    <message>
        <source>This canvas is not valid. Its source text is shown.</source>
        <translation>Dieses Canvas ist ungültig. Gezeigt wird sein Quelltext.</translation>
    </message>
    <message>
        <source>The cards of a canvas as a list. Open it in another program to see their layout.</source>
        <translation>Die Karten eines Canvas als Liste. Öffnen Sie es in einem anderen Programm, um die Anordnung zu sehen.</translation>
    </message>
    <message>
        <source>The source text of a base. Open it in another program to see the table.</source>
        <translation>Der Quelltext einer Base. Öffnen Sie sie in einem anderen Programm, um die Tabelle zu sehen.</translation>
    </message>
</context>
<context>
    <name>BookmarkController</name>
    <message>
        <source>The bookmark could not be saved: {reason}.</source>
        <translation>Das Lesezeichen konnte nicht gespeichert werden: {reason}.</translation>
    </message>
    <message>
        <source>“{path}” no longer exists.</source>
        <translation>„{path}“ existiert nicht mehr.</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>In neuem Tab öffnen</translation>
    </message>
    <message>
        <source>This bookmark is managed by Obsidian. Remove it there.</source>
        <translation>Dieses Lesezeichen wird von Obsidian verwaltet. Entfernen Sie es dort.</translation>
    </message>
    <message>
        <source>Remove from bookmarks</source>
        <translation>Aus Lesezeichen entfernen</translation>
    </message>
</context>
<context>
    <name>BookmarkView</name>
    <message>
        <source>Bookmarks</source>
        <translation>Lesezeichen</translation>
    </message>
    <message>
        <source>{path} no longer exists.</source>
        <translation>{path} existiert nicht mehr.</translation>
    </message>
</context>
<context>
    <name>Breadcrumbs</name>
    <message>
        <source>Find in {folder}</source>
        <translation>In {folder} suchen</translation>
    </message>
    <message>
        <source>Other days</source>
        <translation>Andere Tage</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>{n} word</source>
        <translation>{n} Wort</translation>
    </message>
    <message>
        <source>{n} words</source>
        <translation>{n} Wörter</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>In neuem Tab öffnen</translation>
    </message>
    <message>
        <source>Where this note was sent</source>
        <translation>Wohin diese Notiz gesendet wurde</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
</context>
<context>
    <name>BudgetMeters</name>
    <message>
        <source>A question that would exceed this limit is not sent. Change the limit in Settings, Limits.</source>
        <translation>Eine Frage, die diese Grenze überschreiten würde, wird nicht gesendet. Ändern Sie die Grenze in den Einstellungen unter Grenzen.</translation>
    </message>
    <message>
        <source>{0} of {1} today</source>
        <translation>{0} von {1} heute</translation>
    </message>
    <message>
        <source>{0} of {1} in this chat</source>
        <translation>{0} von {1} in diesem Chat</translation>
    </message>
    <message>
        <source>{0} of {1} by this agent today</source>
        <translation>{0} von {1} durch diesen Agenten heute</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} Tokens</translation>
    </message>
</context>
<context>
    <name>CalendarPopup</name>
    <message>
        <source>Choose a day</source>
        <translation>Tag wählen</translation>
    </message>
    <message>
        <source>Previous month</source>
        <translation>Voriger Monat</translation>
    </message>
    <message>
        <source>Next month</source>
        <translation>Nächster Monat</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
</context>
<context>
    <name>CallFilters</name>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Any result</source>
        <translation>Jedes Ergebnis</translation>
    </message>
    <message>
        <source>All tools</source>
        <translation>Alle Werkzeuge</translation>
    </message>
    <message>
        <source>All agents</source>
        <translation>Alle Agenten</translation>
    </message>
</context>
<context>
    <name>CanvasPage</name>
    <message>
        <source>As a list</source>
        <translation>Als Liste</translation>
    </message>
    <message>
        <source>Fit to window</source>
        <translation>An Fenster anpassen</translation>
    </message>
    <message>
        <source>This canvas is empty</source>
        <translation>Dieses Canvas ist leer</translation>
    </message>
    <message>
        <source>Add cards in a program that can edit it, such as Obsidian.</source>
        <translation>Fügen Sie Karten in einem Programm hinzu, das es bearbeiten kann, etwa Obsidian.</translation>
    </message>
    <message>
        <source>{n} cards are not shown</source>
        <translation>{n} Karten werden nicht gezeigt</translation>
    </message>
</context>
<context>
    <name>CanvasView</name>
    <message>
        <source>Text: {words}</source>
        <translation>Text: {words}</translation>
    </message>
    <message>
        <source>File: {words}</source>
        <translation>Datei: {words}</translation>
    </message>
    <message>
        <source>Address: {words}</source>
        <translation>Adresse: {words}</translation>
    </message>
    <message>
        <source>Group: {words}</source>
        <translation>Gruppe: {words}</translation>
    </message>
    <message>
        <source>{name} (missing)</source>
        <translation>{name} (fehlt)</translation>
    </message>
    <message>
        <source>Cards: {n}</source>
        <translation>Karten: {n}</translation>
    </message>
</context>
<context>
    <name>CapabilityCheckCard</name>
    <message>
        <source>Check What It Can Do</source>
        <translation>Fähigkeiten prüfen</translation>
    </message>
    <message>
        <source>What {0} can do</source>
        <translation>Was {0} kann</translation>
    </message>
    <message>
        <source>tested on {0}</source>
        <translation>getestet am {0}</translation>
    </message>
    <message>
        <source>Check Again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Asks the model a few short questions. No note is sent.</source>
        <translation>Stellt dem Modell einige kurze Fragen. Es wird keine Notiz gesendet.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Stopped. The earlier results remain.</source>
        <translation>Gestoppt. Die früheren Ergebnisse bleiben.</translation>
    </message>
    <message>
        <source>Asking {0}…</source>
        <translation>{0} wird gefragt…</translation>
    </message>
    <message>
        <source>Check finished.</source>
        <translation>Prüfung abgeschlossen.</translation>
    </message>
    <message>
        <source>Check finished with few results.</source>
        <translation>Prüfung abgeschlossen, mit wenigen Ergebnissen.</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Long texts</source>
        <translation>Lange Texte</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Bilder</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Nachdenken</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>can answer in JSON only</source>
        <translation>kann nur in JSON antworten</translation>
    </message>
    <message>
        <source>native</source>
        <translation>nativ</translation>
    </message>
    <message>
        <source>text-based</source>
        <translation>textbasiert</translation>
    </message>
    <message>
        <source>remembers their beginning</source>
        <translation>merkt sich ihren Anfang</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>none</source>
        <translation>keine</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>supported</source>
        <translation>unterstützt</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} Tokens</translation>
    </message>
    <message>
        <source>{0}, several at once</source>
        <translation>{0}, mehrere auf einmal</translation>
    </message>
</context>
<context>
    <name>CardList</name>
    <message>
        <source>Actions</source>
        <translation>Aktionen</translation>
    </message>
</context>
<context>
    <name>ChangeChecklist</name>
    <message>
        <source>All changes</source>
        <translation>Alle Änderungen</translation>
    </message>
    <message>
        <source>{0} of {1} changes</source>
        <translation>{0} von {1} Änderungen</translation>
    </message>
    <message>
        <source>{0} of {1} change</source>
        <translation>{0} von {1} Änderung</translation>
    </message>
    <message>
        <source>Notes to change; Space ticks</source>
        <translation>Zu ändernde Notizen; Leertaste hakt an</translation>
    </message>
</context>
<context>
    <name>ChangeChoices</name>
    <message>
        <source>1 change</source>
        <translation>1 Änderung</translation>
    </message>
    <message>
        <source>Repair 1 link</source>
        <translation>1 Link reparieren</translation>
    </message>
    <message>
        <source>Repair {0} links</source>
        <translation>{0} Links reparieren</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>deleted, {0}</source>
        <translation>gelöscht, {0}</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>bearbeitet</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>left out, with the new name</source>
        <translation>ausgelassen, mit dem neuen Namen</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>verschoben</translation>
    </message>
    <message>
        <source>new note</source>
        <translation>neue Notiz</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>umbenannt</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>oberste Ebene des Vaults</translation>
    </message>
    <message>
        <source>to match the new name</source>
        <translation>passend zum neuen Namen</translation>
    </message>
    <message>
        <source>{0} changes</source>
        <translation>{0} Änderungen</translation>
    </message>
    <message>
        <source>{0} of {1} changes</source>
        <translation>{0} von {1} Änderungen</translation>
    </message>
</context>
<context>
    <name>ChangeFooter</name>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>All changes can be undone in one step, from the notification or in Activity. If a note changes before you answer, you are asked again.</source>
        <translation>Alle Änderungen lassen sich in einem Schritt rückgängig machen, in der Meldung oder unter Aktivität. Ändert sich eine Notiz, bevor Sie antworten, werden Sie erneut gefragt.</translation>
    </message>
    <message>
        <source>All changes can be undone in one step.</source>
        <translation>Alle Änderungen lassen sich in einem Schritt rückgängig machen.</translation>
    </message>
    <message>
        <source>Changes need your approval each time. This choice cannot be remembered.</source>
        <translation>Änderungen brauchen jedes Mal Ihre Zustimmung. Diese Wahl lässt sich nicht merken.</translation>
    </message>
    <message>
        <source>Finish editing first.</source>
        <translation>Schließen Sie zuerst die Bearbeitung ab.</translation>
    </message>
    <message>
        <source>Nothing is ticked.</source>
        <translation>Nichts ist angehakt.</translation>
    </message>
    <message>
        <source>Delete 1 note</source>
        <translation>1 Notiz löschen</translation>
    </message>
    <message>
        <source>Delete {n} notes</source>
        <translation>{n} Notizen löschen</translation>
    </message>
    <message>
        <source>Apply 1 change</source>
        <translation>1 Änderung anwenden</translation>
    </message>
    <message>
        <source>Apply {n} changes</source>
        <translation>{n} Änderungen anwenden</translation>
    </message>
    <message>
        <source>1 collapsed part removes or hides text. Review it before you apply.</source>
        <translation>1 eingeklappter Teil entfernt oder verbirgt Text. Prüfen Sie ihn vor dem Anwenden.</translation>
    </message>
    <message>
        <source>{0} collapsed parts remove or hide text. Review them before you apply.</source>
        <translation>{0} eingeklappte Teile entfernen oder verbergen Text. Prüfen Sie sie vor dem Anwenden.</translation>
    </message>
    <message>
        <source>Apply nothing</source>
        <translation>Nichts anwenden</translation>
    </message>
</context>
<context>
    <name>ChangeHistory</name>
    <message>
        <source>1 change</source>
        <translation>1 Änderung</translation>
    </message>
    <message>
        <source>1 link</source>
        <translation>1 Link</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 Notiz</translation>
    </message>
    <message>
        <source>Another program changed this note at the same time. Its version was left in place; earlier versions are kept.</source>
        <translation>Ein anderes Programm hat diese Notiz gleichzeitig geändert. Dessen Fassung bleibt bestehen; frühere Fassungen sind gespeichert.</translation>
    </message>
    <message>
        <source>Changed properties of {n} more notes</source>
        <translation>Eigenschaften von {n} weiteren Notizen geändert</translation>
    </message>
    <message>
        <source>Changed tags of {n} more notes</source>
        <translation>Tags von {n} weiteren Notizen geändert</translation>
    </message>
    <message>
        <source>Changed {n} more notes</source>
        <translation>{n} weitere Notizen geändert</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Vergleichen</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Created {n} more notes</source>
        <translation>{n} weitere Notizen erstellt</translation>
    </message>
    <message>
        <source>Deleted {n} more notes</source>
        <translation>{n} weitere Notizen gelöscht</translation>
    </message>
    <message>
        <source>Open note</source>
        <translation>Notiz öffnen</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Redo all {n}</source>
        <translation>Alle {n} wiederholen</translation>
    </message>
    <message>
        <source>Renamed {n} more notes</source>
        <translation>{n} weitere Notizen umbenannt</translation>
    </message>
    <message>
        <source>Repaired links in {n} more notes</source>
        <translation>Links in {n} weiteren Notizen repariert</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo all {n}</source>
        <translation>Alle {n} rückgängig machen</translation>
    </message>
    <message>
        <source>Without a chat question</source>
        <translation>Ohne Frage im Chat</translation>
    </message>
    <message>
        <source>changed by another program</source>
        <translation>von einem anderen Programm geändert</translation>
    </message>
    <message>
        <source>result not known</source>
        <translation>Ergebnis nicht bekannt</translation>
    </message>
    <message>
        <source>not done</source>
        <translation>nicht ausgeführt</translation>
    </message>
    <message>
        <source>Changed properties of {name}</source>
        <translation>Eigenschaften von {name} geändert</translation>
    </message>
    <message>
        <source>Changed tags of {name}</source>
        <translation>Tags von {name} geändert</translation>
    </message>
    <message>
        <source>Changed {name}</source>
        <translation>{name} geändert</translation>
    </message>
    <message>
        <source>Created {name}</source>
        <translation>{name} erstellt</translation>
    </message>
    <message>
        <source>Deleted {name}</source>
        <translation>{name} gelöscht</translation>
    </message>
    <message>
        <source>Moved {name} to {folder}</source>
        <translation>{name} nach {folder} verschoben</translation>
    </message>
    <message>
        <source>Repaired links in {names}</source>
        <translation>Links in {names} repariert</translation>
    </message>
    <message>
        <source>Repaired links in {names} and {n} more</source>
        <translation>Links in {names} und {n} weiteren repariert</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>oberste Ebene des Vaults</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>rückgängig gemacht</translation>
    </message>
    <message>
        <source>undone at {time}</source>
        <translation>rückgängig gemacht um {time}</translation>
    </message>
    <message>
        <source>written, not confirmed</source>
        <translation>geschrieben, nicht bestätigt</translation>
    </message>
    <message>
        <source>{n} changes</source>
        <translation>{n} Änderungen</translation>
    </message>
    <message>
        <source>{n} links</source>
        <translation>{n} Links</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} Notizen</translation>
    </message>
</context>
<context>
    <name>ChangeReview</name>
    <message>
        <source>Changes, line by line</source>
        <translation>Änderungen, Zeile für Zeile</translation>
    </message>
</context>
<context>
    <name>ChatDock</name>
    <message>
        <source>Find in the chat</source>
        <translation>Im Chat suchen</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Title of this chat</source>
        <translation>Titel dieses Chats</translation>
    </message>
    <message>
        <source>Agent that answers</source>
        <translation>Antwortender Agent</translation>
    </message>
    <message>
        <source>New private chat: it is not saved</source>
        <translation>Neuer privater Chat: Er wird nicht gespeichert</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>Privat</translation>
    </message>
    <message>
        <source>This chat is not saved on this computer. It is discarded when its tab is closed.</source>
        <translation>Dieser Chat wird auf diesem Computer nicht gespeichert. Er wird verworfen, sobald sein Tab geschlossen wird.</translation>
    </message>
    <message>
        <source>More about this chat</source>
        <translation>Mehr zu diesem Chat</translation>
    </message>
    <message>
        <source>Branch of</source>
        <translation>Zweig von</translation>
    </message>
    <message>
        <source>No question has been asked here yet.</source>
        <translation>Hier wurde noch keine Frage gestellt.</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Private chats are not saved.</source>
        <translation>Private Chats werden nicht gespeichert.</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Pin to the top of the list</source>
        <translation>Oben an die Liste anheften</translation>
    </message>
    <message>
        <source>Copy conversation as Markdown</source>
        <translation>Chat als Markdown kopieren</translation>
    </message>
    <message>
        <source>Show its note</source>
        <translation>Seine Notiz zeigen</translation>
    </message>
    <message>
        <source>Stop saving it as a note</source>
        <translation>Nicht mehr als Notiz speichern</translation>
    </message>
    <message>
        <source>Save it as a note too</source>
        <translation>Auch als Notiz speichern</translation>
    </message>
    <message>
        <source>Close this conversation</source>
        <translation>Diesen Chat schließen</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
</context>
<context>
    <name>ChatLibrary</name>
    <message>
        <source>Its note has changed since, so nothing was undone.</source>
        <translation>Seine Notiz hat sich seitdem geändert, daher wurde nichts rückgängig gemacht.</translation>
    </message>
</context>
<context>
    <name>ChatListController</name>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>Deleted “{0}”</source>
        <translation>„{0}“ gelöscht</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>ChatNoteOffer</name>
    <message>
        <source>This note is a chat.</source>
        <translation>Diese Notiz ist ein Chat.</translation>
    </message>
    <message>
        <source>Continue in the chat</source>
        <translation>Im Chat fortsetzen</translation>
    </message>
</context>
<context>
    <name>ChatPlacement</name>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>The chat is in its own window</source>
        <translation>Der Chat ist im eigenen Fenster</translation>
    </message>
    <message>
        <source>The chat is a tab</source>
        <translation>Der Chat ist ein Tab</translation>
    </message>
    <message>
        <source>Go to the chat</source>
        <translation>Zum Chat</translation>
    </message>
    <message>
        <source>Show it beside the note</source>
        <translation>Neben der Notiz zeigen</translation>
    </message>
    <message>
        <source>You can move it back here at any time.</source>
        <translation>Sie können ihn jederzeit hierher zurückholen.</translation>
    </message>
    <message>
        <source>Position of the chat</source>
        <translation>Position des Chats</translation>
    </message>
    <message>
        <source>Beside the note</source>
        <translation>Neben der Notiz</translation>
    </message>
    <message>
        <source>As a tab among the notes</source>
        <translation>Als Tab zwischen den Notizen</translation>
    </message>
    <message>
        <source>In its own window</source>
        <translation>Im eigenen Fenster</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
</context>
<context>
    <name>ChatPopup</name>
    <message>
        <source>Chats</source>
        <translation>Chats</translation>
    </message>
    <message>
        <source>Find a chat</source>
        <translation>Chat suchen</translation>
    </message>
    <message>
        <source>Search titles and messages</source>
        <translation>Titel und Nachrichten durchsuchen</translation>
    </message>
    <message>
        <source>Title of the chat</source>
        <translation>Titel des Chats</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Anheften</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Restore “{0}”</source>
        <translation>„{0}“ wiederherstellen</translation>
    </message>
    <message>
        <source>No chat matches.</source>
        <translation>Kein Chat passt.</translation>
    </message>
    <message>
        <source>Your chats are listed here.</source>
        <translation>Ihre Chats werden hier aufgeführt.</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Lösen</translation>
    </message>
    <message>
        <source>Found in chats</source>
        <translation>In Chats gefunden</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Letzte 7 Tage</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>This chat is not saved.</source>
        <translation>Dieser Chat wird nicht gespeichert.</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>Privat</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Heute</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>answering…</source>
        <translation>antwortet…</translation>
    </message>
    <message>
        <source>Type to find {0} older chats</source>
        <translation>Tippen, um {0} ältere Chats zu finden</translation>
    </message>
</context>
<context>
    <name>ChatSavingCard</name>
    <message>
        <source>Save chats as notes in this vault too</source>
        <translation>Chats auch als Notizen in diesem Vault speichern</translation>
    </message>
    <message>
        <source>Chats are stored on this computer, outside the vault. If this is on, each chat is also saved as a note in the chat folder. Turning it off does not delete existing notes.</source>
        <translation>Chats werden auf diesem Computer gespeichert, außerhalb des Vaults. Ist dies eingeschaltet, wird jeder Chat außerdem als Notiz im Chat-Ordner gespeichert. Das Ausschalten löscht keine vorhandenen Notizen.</translation>
    </message>
</context>
<context>
    <name>ChatTabBar</name>
    <message>
        <source>Open chats</source>
        <translation>Offene Chats</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Neuer Chat</translation>
    </message>
    <message>
        <source>being answered</source>
        <translation>wird beantwortet</translation>
    </message>
    <message>
        <source>waiting for you</source>
        <translation>wartet auf Sie</translation>
    </message>
    <message>
        <source>answered, not read yet</source>
        <translation>beantwortet, noch nicht gelesen</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message>
        <source>Close this chat&apos;s tab</source>
        <translation>Tab dieses Chats schließen</translation>
    </message>
</context>
<context>
    <name>CheckListHeader</name>
    <message>
        <source>All</source>
        <translation>Alle</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Alle auswählen</translation>
    </message>
    <message>
        <source>Select None</source>
        <translation>Keine auswählen</translation>
    </message>
</context>
<context>
    <name>CheckRow</name>
    <message>
        <source>Copy the Command</source>
        <translation>Befehl kopieren</translation>
    </message>
    <message>
        <source>The command was copied.</source>
        <translation>Der Befehl wurde kopiert.</translation>
    </message>
</context>
<context>
    <name>CodeButtons</name>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Code kopieren</translation>
    </message>
</context>
<context>
    <name>CommandCompletionSource</name>
    <message>
        <source>Enter inserts it into the question</source>
        <translation>Enter fügt ihn in die Frage ein</translation>
    </message>
    <message>
        <source>new command</source>
        <translation>neuer Befehl</translation>
    </message>
    <message>
        <source>New command…</source>
        <translation>Neuer Befehl…</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>A quick command of this vault. It is inserted into the question.</source>
        <translation>Ein Schnellbefehl dieses Vaults. Er wird in die Frage eingefügt.</translation>
    </message>
    <message>
        <source>Quick command</source>
        <translation>Schnellbefehl</translation>
    </message>
    <message>
        <source>This command no longer exists.</source>
        <translation>Dieser Befehl existiert nicht mehr.</translation>
    </message>
    <message>
        <source>All commands</source>
        <translation>Alle Befehle</translation>
    </message>
    <message>
        <source>Recently used</source>
        <translation>Zuletzt verwendet</translation>
    </message>
    <message>
        <source>also “{word}”</source>
        <translation>auch „{word}“</translation>
    </message>
    <message>
        <source>backlinks outgoing incoming</source>
        <translation>Backlinks Rückverweise ausgehende eingehende</translation>
    </message>
    <message>
        <source>dark night colors</source>
        <translation>Nachtmodus Farben Farbschema</translation>
    </message>
    <message>
        <source>delete remove trash</source>
        <translation>löschen entfernen Papierkorb</translation>
    </message>
    <message>
        <source>export</source>
        <translation>exportieren</translation>
    </message>
    <message>
        <source>find</source>
        <translation>finden</translation>
    </message>
    <message>
        <source>graph network map</source>
        <translation>Graph Netz Karte</translation>
    </message>
    <message>
        <source>headings contents</source>
        <translation>Überschriften Inhaltsverzeichnis</translation>
    </message>
    <message>
        <source>history conversations</source>
        <translation>Verlauf Unterhaltungen</translation>
    </message>
    <message>
        <source>history versions log</source>
        <translation>Verlauf Versionen Protokoll</translation>
    </message>
    <message>
        <source>preferences options models</source>
        <translation>Voreinstellungen Optionen Modelle</translation>
    </message>
    <message>
        <source>preview source mode</source>
        <translation>Vorschau Quelltext Modus</translation>
    </message>
    <message>
        <source>relocate</source>
        <translation>verlagern</translation>
    </message>
    <message>
        <source>sidebar panel</source>
        <translation>Seitenleiste Bereich</translation>
    </message>
    <message>
        <source>substitute</source>
        <translation>austauschen</translation>
    </message>
    <message>
        <source>{some} of {total}</source>
        <translation>{some} von {total}</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>What would leave this computer</source>
        <translation>Was diesen Computer verlassen würde</translation>
    </message>
    <message>
        <source>The text is too long to paste here. Save it as a note and ask about the note.</source>
        <translation>Der Text ist zu lang, um ihn hier einzufügen. Speichern Sie ihn als Notiz, und fragen Sie zu dieser Notiz.</translation>
    </message>
</context>
<context>
    <name>ComposerController</name>
    <message>
        <source>Summary of the earlier conversation:</source>
        <translation>Zusammenfassung des bisherigen Chats:</translation>
    </message>
</context>
<context>
    <name>ConsentText</name>
    <message>
        <source>**Nothing leaves this computer.**</source>
        <translation>**Nichts verlässt diesen Computer.**</translation>
    </message>
    <message>
        <source>**Nothing** leaves this computer for **{host}**</source>
        <translation>**Nichts** geht von diesem Computer an **{host}**</translation>
    </message>
    <message>
        <source>About **1 token** leaves this computer for **{host}**</source>
        <translation>Etwa **1 Token** verlässt diesen Computer und geht an **{host}**</translation>
    </message>
    <message>
        <source>About **{n} tokens** leave this computer for **{host}**</source>
        <translation>Etwa **{n} Tokens** verlassen diesen Computer und gehen an **{host}**</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Immer</translation>
    </message>
    <message>
        <source>Approve and Execute</source>
        <translation>Zustimmen und ausführen</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Fortfahren</translation>
    </message>
    <message>
        <source>Don’t Send</source>
        <translation>Nicht senden</translation>
    </message>
    <message>
        <source>Exactly the ticked text goes to {who} at {host}, about {n} tokens of it. It is recorded in “What left this computer”.</source>
        <translation>Genau der angehakte Text geht an {who} ({host}), etwa {n} Tokens. Das wird in „Was diesen Computer verließ“ festgehalten.</translation>
    </message>
    <message>
        <source>Found for “{words}”. The model reads them to answer your question.</source>
        <translation>Gefunden zu „{words}“. Das Modell liest sie, um Ihre Frage zu beantworten.</translation>
    </message>
    <message>
        <source>Found on this computer. The model reads what is ticked to answer your question.</source>
        <translation>Auf diesem Computer gefunden. Das Modell liest, was angehakt ist, um Ihre Frage zu beantworten.</translation>
    </message>
    <message>
        <source>Let the assistant read 1 note?</source>
        <translation>Den Assistenten 1 Notiz lesen lassen?</translation>
    </message>
    <message>
        <source>Let the assistant read 1 passage and 1 whole note?</source>
        <translation>Den Assistenten 1 Textstelle und 1 ganze Notiz lesen lassen?</translation>
    </message>
    <message>
        <source>Let the assistant read 1 passage and {notes} whole notes?</source>
        <translation>Den Assistenten 1 Textstelle und {notes} ganze Notizen lesen lassen?</translation>
    </message>
    <message>
        <source>Let the assistant read 1 passage of 1 note?</source>
        <translation>Den Assistenten 1 Textstelle aus 1 Notiz lesen lassen?</translation>
    </message>
    <message>
        <source>Let the assistant read 1 result?</source>
        <translation>Den Assistenten 1 Ergebnis lesen lassen?</translation>
    </message>
    <message>
        <source>Let the assistant read what was found?</source>
        <translation>Den Assistenten das Gefundene lesen lassen?</translation>
    </message>
    <message>
        <source>Let the assistant read {n} notes?</source>
        <translation>Den Assistenten {n} Notizen lesen lassen?</translation>
    </message>
    <message>
        <source>Let the assistant read {n} results?</source>
        <translation>Den Assistenten {n} Ergebnisse lesen lassen?</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages and 1 whole note?</source>
        <translation>Den Assistenten {passages} Textstellen und 1 ganze Notiz lesen lassen?</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages and {notes} whole notes?</source>
        <translation>Den Assistenten {passages} Textstellen und {notes} ganze Notizen lesen lassen?</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages of 1 note?</source>
        <translation>Den Assistenten {passages} Textstellen aus 1 Notiz lesen lassen?</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages of {notes} notes?</source>
        <translation>Den Assistenten {passages} Textstellen aus {notes} Notizen lesen lassen?</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages?</source>
        <translation>Den Assistenten {passages} Textstellen lesen lassen?</translation>
    </message>
    <message>
        <source>Nothing is sent to {who}</source>
        <translation>An {who} wird nichts gesendet</translation>
    </message>
    <message>
        <source>Nothing leaves this computer.</source>
        <translation>Nichts verlässt diesen Computer.</translation>
    </message>
    <message>
        <source>Nothing of this has reached the model yet.</source>
        <translation>Nichts davon hat das Modell bisher erreicht.</translation>
    </message>
    <message>
        <source>Nothing was found for the assistant to read</source>
        <translation>Es wurde nichts gefunden, was der Assistent lesen könnte</translation>
    </message>
    <message>
        <source>Nothing was found to send to {who}</source>
        <translation>Es wurde nichts gefunden, was an {who} gesendet werden könnte</translation>
    </message>
    <message>
        <source>Read 1 note</source>
        <translation>1 Notiz lesen</translation>
    </message>
    <message>
        <source>Read 1 passage</source>
        <translation>1 Textstelle lesen</translation>
    </message>
    <message>
        <source>Read 1 result</source>
        <translation>1 Ergebnis lesen</translation>
    </message>
    <message>
        <source>Read What Is Ticked</source>
        <translation>Angehaktes lesen</translation>
    </message>
    <message>
        <source>Read {n} notes</source>
        <translation>{n} Notizen lesen</translation>
    </message>
    <message>
        <source>Read {n} passages</source>
        <translation>{n} Textstellen lesen</translation>
    </message>
    <message>
        <source>Read {n} results</source>
        <translation>{n} Ergebnisse lesen</translation>
    </message>
    <message>
        <source>Reading in this vault, always</source>
        <translation>Lesen in diesem Vault, immer</translation>
    </message>
    <message>
        <source>Reading in this vault, until this chat ends</source>
        <translation>Lesen in diesem Vault, bis dieser Chat endet</translation>
    </message>
    <message>
        <source>Reading inside {0}, always</source>
        <translation>Lesen in {0}, immer</translation>
    </message>
    <message>
        <source>Reading inside {0}, until this chat ends</source>
        <translation>Lesen in {0}, bis dieser Chat endet</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Searched for “{words}”. Other terms may find more.</source>
        <translation>Gesucht nach „{words}“. Andere Begriffe finden vielleicht mehr.</translation>
    </message>
    <message>
        <source>Searching this vault, always</source>
        <translation>Suchen in diesem Vault, immer</translation>
    </message>
    <message>
        <source>Searching this vault, until this chat ends</source>
        <translation>Suchen in diesem Vault, bis dieser Chat endet</translation>
    </message>
    <message>
        <source>Send 1 note</source>
        <translation>1 Notiz senden</translation>
    </message>
    <message>
        <source>Send 1 note to {who}?</source>
        <translation>1 Notiz an {who} senden?</translation>
    </message>
    <message>
        <source>Send 1 passage</source>
        <translation>1 Textstelle senden</translation>
    </message>
    <message>
        <source>Send 1 passage and 1 whole note to {who}?</source>
        <translation>1 Textstelle und 1 ganze Notiz an {who} senden?</translation>
    </message>
    <message>
        <source>Send 1 passage and {notes} whole notes to {who}?</source>
        <translation>1 Textstelle und {notes} ganze Notizen an {who} senden?</translation>
    </message>
    <message>
        <source>Send 1 passage of 1 note to {who}?</source>
        <translation>1 Textstelle aus 1 Notiz an {who} senden?</translation>
    </message>
    <message>
        <source>Send 1 result</source>
        <translation>1 Ergebnis senden</translation>
    </message>
    <message>
        <source>Send 1 result to {who}?</source>
        <translation>1 Ergebnis an {who} senden?</translation>
    </message>
    <message>
        <source>Send What Is Ticked</source>
        <translation>Angehaktes senden</translation>
    </message>
    <message>
        <source>Send what was found to {who}?</source>
        <translation>Das Gefundene an {who} senden?</translation>
    </message>
    <message>
        <source>Send {n} notes</source>
        <translation>{n} Notizen senden</translation>
    </message>
    <message>
        <source>Send {n} notes to {who}?</source>
        <translation>{n} Notizen an {who} senden?</translation>
    </message>
    <message>
        <source>Send {n} passages</source>
        <translation>{n} Textstellen senden</translation>
    </message>
    <message>
        <source>Send {n} results</source>
        <translation>{n} Ergebnisse senden</translation>
    </message>
    <message>
        <source>Send {n} results to {who}?</source>
        <translation>{n} Ergebnisse an {who} senden?</translation>
    </message>
    <message>
        <source>Send {passages} passages and 1 whole note to {who}?</source>
        <translation>{passages} Textstellen und 1 ganze Notiz an {who} senden?</translation>
    </message>
    <message>
        <source>Send {passages} passages and {notes} whole notes to {who}?</source>
        <translation>{passages} Textstellen und {notes} ganze Notizen an {who} senden?</translation>
    </message>
    <message>
        <source>Send {passages} passages of 1 note to {who}?</source>
        <translation>{passages} Textstellen aus 1 Notiz an {who} senden?</translation>
    </message>
    <message>
        <source>Send {passages} passages of {notes} notes to {who}?</source>
        <translation>{passages} Textstellen aus {notes} Notizen an {who} senden?</translation>
    </message>
    <message>
        <source>Send {passages} passages to {who}?</source>
        <translation>{passages} Textstellen an {who} senden?</translation>
    </message>
    <message>
        <source>The assistant reads nothing</source>
        <translation>Der Assistent liest nichts</translation>
    </message>
    <message>
        <source>The model asks to read it.</source>
        <translation>Das Modell möchte sie lesen.</translation>
    </message>
    <message>
        <source>The model asks to read it. Its reason: {words}</source>
        <translation>Das Modell möchte sie lesen. Sein Grund: {words}</translation>
    </message>
    <message>
        <source>The model asks to read them.</source>
        <translation>Das Modell möchte sie lesen.</translation>
    </message>
    <message>
        <source>The model asks to read them. Its reason: {words}</source>
        <translation>Das Modell möchte sie lesen. Sein Grund: {words}</translation>
    </message>
    <message>
        <source>The model’s reason: {words}</source>
        <translation>Der Grund des Modells: {words}</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>In diesem Chat</translation>
    </message>
    <message>
        <source>This time</source>
        <translation>Dieses Mal</translation>
    </message>
    <message>
        <source>This time only</source>
        <translation>Nur dieses Mal</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>„{0}“</translation>
    </message>
</context>
<context>
    <name>ContextChip</name>
    <message>
        <source>Remove {name}</source>
        <translation>{name} entfernen</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>nicht gesendet</translation>
    </message>
    <message>
        <source>Backspace removes it</source>
        <translation>Rücktaste entfernt es</translation>
    </message>
</context>
<context>
    <name>ContextController</name>
    <message>
        <source>The chosen model cannot see pictures.</source>
        <translation>Das gewählte Modell kann keine Bilder sehen.</translation>
    </message>
    <message>
        <source>You dropped {0} files. Drop at most {1} at once.</source>
        <translation>Sie haben {0} Dateien abgelegt. Legen Sie höchstens {1} auf einmal ab.</translation>
    </message>
    <message>
        <source>Pasted picture {0}</source>
        <translation>Eingefügtes Bild {0}</translation>
    </message>
    <message>
        <source>Pasted picture</source>
        <translation>Eingefügtes Bild</translation>
    </message>
</context>
<context>
    <name>ContextRing</name>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
    <message>
        <source>{used} of {window} tokens of the model’s context window ({part} %)</source>
        <translation>{used} von {window} Tokens des Kontextfensters des Modells ({part} %)</translation>
    </message>
    <message>
        <source>About {0} tokens. The size of the model’s context window is not known.</source>
        <translation>Etwa {0} Tokens. Die Größe des Kontextfensters des Modells ist nicht bekannt.</translation>
    </message>
    <message>
        <source>{n} message is summarized</source>
        <translation>{n} Nachricht ist zusammengefasst</translation>
    </message>
    <message>
        <source>{n} messages are summarized</source>
        <translation>{n} Nachrichten sind zusammengefasst</translation>
    </message>
    <message>
        <source>Context: {0}</source>
        <translation>Kontext: {0}</translation>
    </message>
</context>
<context>
    <name>ContextTray</name>
    <message>
        <source>Attached context</source>
        <translation>Angehängter Kontext</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Whole vault</source>
        <translation>Ganzer Vault</translation>
    </message>
    <message>
        <source>open note</source>
        <translation>offene Notiz</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} Notiz</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} Notizen</translation>
    </message>
    <message>
        <source>{n} token</source>
        <translation>{n} Token</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} Tokens</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>„{0}“</translation>
    </message>
</context>
<context>
    <name>ConversationController</name>
    <message>
        <source>An internal error occurred</source>
        <translation>Ein interner Fehler ist aufgetreten</translation>
    </message>
    <message>
        <source>See the log for details.</source>
        <translation>Einzelheiten stehen im Protokoll.</translation>
    </message>
</context>
<context>
    <name>ConversationMarkdown</name>
    <message>
        <source>Assistant</source>
        <translation>Assistent</translation>
    </message>
    <message>
        <source>Cut off</source>
        <translation>Abgeschnitten</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Gestoppt</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Sie</translation>
    </message>
</context>
<context>
    <name>ConversationTabs</name>
    <message>
        <source>The private chat was discarded.</source>
        <translation>Der private Chat wurde verworfen.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>“{0}” is still being answered.</source>
        <translation>„{0}“ wird noch beantwortet.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>A change of its note revokes this.</source>
        <translation>Eine Änderung seiner Notiz hebt dies auf.</translation>
    </message>
    <message>
        <source>A change of “{0}” was interrupted and not made. The note is unchanged.</source>
        <translation>Eine Änderung an „{0}“ wurde unterbrochen und nicht vorgenommen. Die Notiz ist unverändert.</translation>
    </message>
    <message>
        <source>A change of “{0}” was interrupted, and the note cannot be read now.</source>
        <translation>Eine Änderung von „{0}“ wurde unterbrochen, und die Notiz kann jetzt nicht gelesen werden.</translation>
    </message>
    <message>
        <source>A set of changes was interrupted, and its change of “{0}” was rolled back.</source>
        <translation>Eine Reihe von Änderungen wurde unterbrochen, und die Änderung an „{0}“ wurde zurückgesetzt.</translation>
    </message>
    <message>
        <source>A chat has the property {0}.</source>
        <translation>Ein Chat hat die Eigenschaft {0}.</translation>
    </message>
    <message>
        <source>A disk in memory ({0}), {1} free: notes are gone when the computer is switched off.</source>
        <translation>Ein Datenträger im Arbeitsspeicher ({0}), {1} frei: Notizen sind weg, wenn der Computer ausgeschaltet wird.</translation>
    </message>
    <message>
        <source>A drive, a keyring or a server may not be responding. Check it, then run the check again.</source>
        <translation>Vielleicht antwortet ein Laufwerk, ein Schlüsselbund oder ein Server nicht. Sehen Sie danach, und starten Sie die Prüfung noch einmal.</translation>
    </message>
    <message>
        <source>A file system of another program ({0}), {1} free.</source>
        <translation>Ein Dateisystem eines anderen Programms ({0}), {1} frei.</translation>
    </message>
    <message>
        <source>A folder of the host computer ({0}), {1} free.</source>
        <translation>Ein Ordner des Host-Computers ({0}), {1} frei.</translation>
    </message>
    <message>
        <source>A gateway in front of {0} cannot reach the server (status {1})</source>
        <translation>Ein Gateway vor {0} kann den Server nicht erreichen (Status {1})</translation>
    </message>
    <message>
        <source>A key consists of letters, digits and punctuation without spaces. Copy the complete key again.</source>
        <translation>Ein Schlüssel besteht aus Buchstaben, Ziffern und Satzzeichen ohne Leerzeichen. Kopieren Sie den vollständigen Schlüssel noch einmal.</translation>
    </message>
    <message>
        <source>A message from an unknown sender was left out.</source>
        <translation>Eine Nachricht eines unbekannten Absenders wurde ausgelassen.</translation>
    </message>
    <message>
        <source>A message from an unknown sender was imported as yours.</source>
        <translation>Eine Nachricht eines unbekannten Absenders wurde als Ihre importiert.</translation>
    </message>
    <message>
        <source>A message without a readable time got the time of the message before it.</source>
        <translation>Eine Nachricht ohne lesbare Zeit hat die Zeit der vorigen Nachricht bekommen.</translation>
    </message>
    <message>
        <source>A name inside a property is longer than {0} characters</source>
        <translation>Ein Name in einer Eigenschaft ist länger als {0} Zeichen</translation>
    </message>
    <message>
        <source>A network drive ({0}), {1} free. Saving takes longer, and notes cannot be read while it is disconnected.</source>
        <translation>Ein Netzlaufwerk ({0}), {1} frei. Das Speichern dauert länger, und ohne Verbindung können die Notizen nicht gelesen werden.</translation>
    </message>
    <message>
        <source>A newer version of VaultDesk may support it.</source>
        <translation>Eine neuere Version von VaultDesk unterstützt es vielleicht.</translation>
    </message>
    <message>
        <source>A picture was not imported: it is too large or not in the export.</source>
        <translation>Ein Bild wurde nicht importiert: Es ist zu groß oder fehlt im Export.</translation>
    </message>
    <message>
        <source>A property cannot be nested more than {0} deep</source>
        <translation>Eine Eigenschaft kann nicht tiefer als {0} Ebenen verschachtelt sein</translation>
    </message>
    <message>
        <source>A property has a value that cannot be written</source>
        <translation>Eine Eigenschaft hat einen Wert, der sich nicht schreiben lässt</translation>
    </message>
    <message>
        <source>A recording was left out; its text is included.</source>
        <translation>Eine Aufnahme wurde ausgelassen; ihr Text ist enthalten.</translation>
    </message>
    <message>
        <source>A removable drive ({0}), {1} free. It stores times to two seconds and no permissions, and is easily damaged if it is not ejected.</source>
        <translation>Ein Wechseldatenträger ({0}), {1} frei. Er speichert Zeiten auf zwei Sekunden genau und keine Zugriffsrechte und wird leicht beschädigt, wenn er nicht ausgeworfen wird.</translation>
    </message>
    <message>
        <source>A tag consists of letters, digits, _ - and /, without spaces, and not only of digits.</source>
        <translation>Ein Tag besteht aus Buchstaben, Ziffern, _ - und /, ohne Leerzeichen und nicht nur aus Ziffern.</translation>
    </message>
    <message>
        <source>A window can be shown.</source>
        <translation>Ein Fenster kann gezeigt werden.</translation>
    </message>
    <message>
        <source>A window can be shown: {0}.</source>
        <translation>Ein Fenster kann gezeigt werden: {0}.</translation>
    </message>
    <message>
        <source>About {0} token goes to {1}. None of it is from your notes.</source>
        <translation>Etwa {0} Token geht an {1}. Nichts davon stammt aus Ihren Notizen.</translation>
    </message>
    <message>
        <source>About {0} tokens go to {1}. None of it is from your notes.</source>
        <translation>Etwa {0} Tokens gehen an {1}. Nichts davon stammt aus Ihren Notizen.</translation>
    </message>
    <message>
        <source>Add credit there, or choose another provider.</source>
        <translation>Laden Sie dort Guthaben auf, oder wählen Sie einen anderen Anbieter.</translation>
    </message>
    <message>
        <source>Add json to search.formats in its settings.yml and restart it.</source>
        <translation>Ergänzen Sie json bei search.formats in seiner settings.yml, und starten Sie es neu.</translation>
    </message>
    <message>
        <source>Add tags</source>
        <translation>Tags hinzufügen</translation>
    </message>
    <message>
        <source>Add the key in the settings.</source>
        <translation>Fügen Sie den Schlüssel in den Einstellungen hinzu.</translation>
    </message>
    <message>
        <source>Add to vocabulary</source>
        <translation>Zu Vokabeln hinzufügen</translation>
    </message>
    <message>
        <source>Add {0} to</source>
        <translation>{0} hinzufügen zu</translation>
    </message>
    <message>
        <source>Add “{0}” to your vocabulary</source>
        <translation>„{0}“ zu Ihren Vokabeln hinzufügen</translation>
    </message>
    <message>
        <source>After this change your privacy rules would protect this note less, or not at all.</source>
        <translation>Nach dieser Änderung würden Ihre Datenschutzregeln diese Notiz weniger oder gar nicht mehr schützen.</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agent</translation>
    </message>
    <message>
        <source>Portable: all in one folder next to the program: {0}</source>
        <translation>Portabel: alles in einem Ordner neben dem Programm: {0}</translation>
    </message>
    <message>
        <source>All in one folder, set by {0}: {1}</source>
        <translation>Alles in einem Ordner, den {0} festlegt: {1}</translation>
    </message>
    <message>
        <source>All files are present.</source>
        <translation>Alle Dateien sind vorhanden.</translation>
    </message>
    <message>
        <source>Allow the address of this network in the account at the provider, or use another network.</source>
        <translation>Erlauben Sie im Konto beim Anbieter die Adresse dieses Netzwerks, oder verwenden Sie ein anderes Netzwerk.</translation>
    </message>
    <message>
        <source>Addresses that contain a user name are not fetched</source>
        <translation>Adressen mit einem Benutzernamen werden nicht abgerufen</translation>
    </message>
    <message>
        <source>An address with a zone is in a local network</source>
        <translation>Eine Adresse mit einer Zone liegt in einem lokalen Netzwerk</translation>
    </message>
    <message>
        <source>An answer of several agents was imported as one message.</source>
        <translation>Eine Antwort mehrerer Agenten wurde als eine Nachricht importiert.</translation>
    </message>
    <message>
        <source>An earlier version of the note is damaged.</source>
        <translation>Eine frühere Fassung der Notiz ist beschädigt.</translation>
    </message>
    <message>
        <source>An entry of the export is not a conversation.</source>
        <translation>Ein Eintrag des Exports ist keine Unterhaltung.</translation>
    </message>
    <message>
        <source>Another VaultDesk (process {0}) has this vault open, so it can only be read here.</source>
        <translation>Ein anderes VaultDesk (Prozess {0}) hat diesen Vault geöffnet, daher kann er hier nur gelesen werden.</translation>
    </message>
    <message>
        <source>Another VaultDesk has this vault open, so it can only be read here.</source>
        <translation>Ein anderes VaultDesk hat diesen Vault geöffnet, daher kann er hier nur gelesen werden.</translation>
    </message>
    <message>
        <source>Another program wrote it at the same moment. The earlier versions are in the list of changes.</source>
        <translation>Ein anderes Programm hat sie im selben Moment geschrieben. Die früheren Fassungen stehen in der Liste der Änderungen.</translation>
    </message>
    <message>
        <source>Answers in JSON: {0}</source>
        <translation>Antwortet in JSON: {0}</translation>
    </message>
    <message>
        <source>Append to</source>
        <translation>Anhängen an</translation>
    </message>
    <message>
        <source>Apply a template</source>
        <translation>Vorlage anwenden</translation>
    </message>
    <message>
        <source>Apply the template “{0}” to</source>
        <translation>Vorlage „{0}“ anwenden auf</translation>
    </message>
    <message>
        <source>Armenian</source>
        <translation>armenische</translation>
    </message>
    <message>
        <source>Ask again after the limit is renewed, or choose another model or provider.</source>
        <translation>Fragen Sie erneut, wenn sich das Limit erneuert hat, oder wählen Sie ein anderes Modell oder einen anderen Anbieter.</translation>
    </message>
    <message>
        <source>Ask again in a moment.</source>
        <translation>Fragen Sie gleich noch einmal.</translation>
    </message>
    <message>
        <source>Ask again in {0}.</source>
        <translation>Fragen Sie in {0} noch einmal.</translation>
    </message>
    <message>
        <source>Ask again, in other words.</source>
        <translation>Fragen Sie erneut, mit anderen Worten.</translation>
    </message>
    <message>
        <source>Ask again, or choose another model.</source>
        <translation>Fragen Sie erneut, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Ask again, or write it yourself.</source>
        <translation>Fragen Sie erneut, oder schreiben Sie es selbst.</translation>
    </message>
    <message>
        <source>Ask again.</source>
        <translation>Fragen Sie erneut.</translation>
    </message>
    <message>
        <source>Ask again. If this repeats, choose another tool mode in the settings of the provider.</source>
        <translation>Fragen Sie erneut. Wenn sich das wiederholt, wählen Sie in den Einstellungen des Anbieters unter „Werkzeuge“ eine andere Art.</translation>
    </message>
    <message>
        <source>Ask again. If this repeats, see the log of the server.</source>
        <translation>Fragen Sie erneut. Wenn sich das wiederholt, nennt das Protokoll des Servers den Grund.</translation>
    </message>
    <message>
        <source>Ask again. VaultDesk now uses text-based tools with this model.</source>
        <translation>Fragen Sie erneut. VaultDesk verwendet mit diesem Modell jetzt textbasierte Werkzeuge.</translation>
    </message>
    <message>
        <source>Ask again to restart it. If it ends again, choose a smaller model or context window.</source>
        <translation>Fragen Sie erneut: Er wird neu gestartet. Endet er wieder, wählen Sie ein kleineres Modell oder ein kleineres Kontextfenster.</translation>
    </message>
    <message>
        <source>Ask again to restart it. What arrived so far is kept.</source>
        <translation>Fragen Sie erneut, um es neu zu starten. Was bisher ankam, bleibt erhalten.</translation>
    </message>
    <message>
        <source>Ask again; what arrived so far is kept, and none of its tool calls was run.</source>
        <translation>Fragen Sie erneut; was bisher ankam, bleibt erhalten, und keiner ihrer Werkzeugaufrufe wurde ausgeführt.</translation>
    </message>
    <message>
        <source>Ask again; what arrived so far is kept.</source>
        <translation>Fragen Sie erneut; was bisher ankam, bleibt erhalten.</translation>
    </message>
    <message>
        <source>Try a smaller page.</source>
        <translation>Versuchen Sie es mit einer kleineren Seite.</translation>
    </message>
    <message>
        <source>Ask in other words, or choose another model.</source>
        <translation>Fragen Sie mit anderen Worten, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Ask in words what you want to know from your notes.</source>
        <translation>Fragen Sie in Worten, was Sie aus Ihren Notizen wissen möchten.</translation>
    </message>
    <message>
        <source>Ask one first.</source>
        <translation>Stellen Sie zuerst eine.</translation>
    </message>
    <message>
        <source>Ask you</source>
        <translation>Sie fragen</translation>
    </message>
    <message>
        <source>Asking a long question…</source>
        <translation>Eine lange Frage wird gestellt…</translation>
    </message>
    <message>
        <source>Retrying in {0} s ({1} of {2}).</source>
        <translation>Neuer Versuch in {0} s ({1} von {2}).</translation>
    </message>
    <message>
        <source>Asking for JSON…</source>
        <translation>JSON wird verlangt…</translation>
    </message>
    <message>
        <source>Asking for a text-based tool call, as &lt;tool_call&gt;…</source>
        <translation>Ein textbasierter Werkzeugaufruf wird angefordert, als &lt;tool_call&gt;…</translation>
    </message>
    <message>
        <source>Asking for a text-based tool call, as &lt;use_tool&gt;…</source>
        <translation>Ein textbasierter Werkzeugaufruf wird angefordert, als &lt;use_tool&gt;…</translation>
    </message>
    <message>
        <source>Asking for one tool call…</source>
        <translation>Ein Werkzeugaufruf wird verlangt…</translation>
    </message>
    <message>
        <source>Asking for two tool calls in one answer…</source>
        <translation>Zwei Werkzeugaufrufe in einer Antwort werden verlangt…</translation>
    </message>
    <message>
        <source>At most {0}.</source>
        <translation>Höchstens {0}.</translation>
    </message>
    <message>
        <source>Attach less, set a larger context window in the server&apos;s settings, or choose another model.</source>
        <translation>Hängen Sie weniger an, stellen Sie in den Einstellungen des Servers ein größeres Kontextfenster ein, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Attach less, start a new chat, or choose another model.</source>
        <translation>Hängen Sie weniger an, beginnen Sie einen neuen Chat, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Assign a shortcut to this command in the settings of the desktop.</source>
        <translation>Weisen Sie diesem Befehl in den Einstellungen des Desktops ein Tastenkürzel zu.</translation>
    </message>
    <message>
        <source>Brave Search does not accept the key</source>
        <translation>Brave Search nimmt den Schlüssel nicht an</translation>
    </message>
    <message>
        <source>Change many notes</source>
        <translation>Viele Notizen ändern</translation>
    </message>
    <message>
        <source>Change nothing</source>
        <translation>Nichts ändern</translation>
    </message>
    <message>
        <source>Change properties</source>
        <translation>Eigenschaften ändern</translation>
    </message>
    <message>
        <source>Change properties of</source>
        <translation>Eigenschaften ändern von</translation>
    </message>
    <message>
        <source>Change that line in an editor.</source>
        <translation>Ändern Sie diese Zeile in einem Editor.</translation>
    </message>
    <message>
        <source>Change these settings in the account at the provider, or choose another model.</source>
        <translation>Ändern Sie diese Einstellungen im Konto beim Anbieter, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Change {0} note</source>
        <translation>{0} Notiz ändern</translation>
    </message>
    <message>
        <source>Change {0} notes</source>
        <translation>{0} Notizen ändern</translation>
    </message>
    <message>
        <source>Changes made by other programs may be missed: the system allows no more watched folders.</source>
        <translation>Änderungen durch andere Programme werden vielleicht übersehen: Das System erlaubt keine weiteren überwachten Ordner.</translation>
    </message>
    <message>
        <source>Changes made by other programs may be missed: the vault&apos;s folder cannot be watched.</source>
        <translation>Änderungen durch andere Programme werden vielleicht übersehen: Der Ordner des Vaults kann nicht überwacht werden.</translation>
    </message>
    <message>
        <source>A network drive ({0}) does not report changes made on other computers: the folder is compared every minute, and whenever you return to the window.</source>
        <translation>Ein Netzlaufwerk ({0}) meldet keine Änderungen, die auf anderen Computern vorgenommen wurden: Der Ordner wird jede Minute abgeglichen und immer, wenn Sie zum Fenster zurückkehren.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Chats cannot be saved on this computer: {0}.</source>
        <translation>Chats können auf diesem Computer nicht gespeichert werden: {0}.</translation>
    </message>
    <message>
        <source>Check a change against {0}</source>
        <translation>Eine Änderung mit {0} abgleichen</translation>
    </message>
    <message>
        <source>Check it in Settings.</source>
        <translation>Prüfen Sie sie in den Einstellungen.</translation>
    </message>
    <message>
        <source>Check it in Settings: it may be mistyped or no longer valid.</source>
        <translation>Prüfen Sie ihn in den Einstellungen: Er ist vielleicht vertippt oder nicht mehr gültig.</translation>
    </message>
    <message>
        <source>Check its address in Settings, Web, and HTTPS_PROXY.</source>
        <translation>Prüfen Sie die Adresse in den Einstellungen unter Web, und HTTPS_PROXY.</translation>
    </message>
    <message>
        <source>Check its address in Settings, Web.</source>
        <translation>Prüfen Sie die Adresse in den Einstellungen unter Web.</translation>
    </message>
    <message>
        <source>Check its address in {0}.</source>
        <translation>Prüfen Sie die Adresse in {0}.</translation>
    </message>
    <message>
        <source>Check its key and address in Settings.</source>
        <translation>Prüfen Sie Schlüssel und Adresse in den Einstellungen.</translation>
    </message>
    <message>
        <source>Check model_provider in the settings of codex, then ask again.</source>
        <translation>Prüfen Sie model_provider in den Einstellungen von codex, und fragen Sie dann erneut.</translation>
    </message>
    <message>
        <source>Check that it is there.</source>
        <translation>Prüfen Sie, ob es da ist.</translation>
    </message>
    <message>
        <source>Check that it still exists and may be read.</source>
        <translation>Prüfen Sie, ob es noch existiert und gelesen werden darf.</translation>
    </message>
    <message>
        <source>Check that its disk is connected.</source>
        <translation>Prüfen Sie, ob der Datenträger angeschlossen ist.</translation>
    </message>
    <message>
        <source>Check that its folder exists and may be written.</source>
        <translation>Prüfen Sie, ob sein Ordner vorhanden ist und beschrieben werden darf.</translation>
    </message>
    <message>
        <source>Check that its folder may be written and the disk is not full.</source>
        <translation>Prüfen Sie, ob in den Ordner geschrieben werden darf und der Datenträger nicht voll ist.</translation>
    </message>
    <message>
        <source>Check that the computer {0} is on and in the same network.</source>
        <translation>Prüfen Sie, ob der Computer {0} eingeschaltet und im selben Netzwerk ist.</translation>
    </message>
    <message>
        <source>Check that the disk is connected and healthy, then try again.</source>
        <translation>Prüfen Sie, ob der Datenträger angeschlossen und in Ordnung ist, und versuchen Sie es dann erneut.</translation>
    </message>
    <message>
        <source>Check that this computer is online, or ask again later.</source>
        <translation>Prüfen Sie, ob dieser Computer online ist, oder fragen Sie später erneut.</translation>
    </message>
    <message>
        <source>Check that this computer is online, then ask again.</source>
        <translation>Prüfen Sie, ob dieser Computer online ist, und fragen Sie dann erneut.</translation>
    </message>
    <message>
        <source>Check that this computer is online.</source>
        <translation>Prüfen Sie, ob dieser Computer online ist.</translation>
    </message>
    <message>
        <source>Check that this computer is online. Pages are fetched directly, not through a proxy.</source>
        <translation>Prüfen Sie, ob dieser Computer online ist. Seiten werden direkt abgerufen, nicht über einen Proxy.</translation>
    </message>
    <message>
        <source>Check that you may read it.</source>
        <translation>Prüfen Sie, ob Sie es lesen dürfen.</translation>
    </message>
    <message>
        <source>Check that {0} is running, then ask again.</source>
        <translation>Prüfen Sie, ob {0} läuft, und fragen Sie dann erneut.</translation>
    </message>
    <message>
        <source>Check the address and the connection.</source>
        <translation>Prüfen Sie die Adresse und die Verbindung.</translation>
    </message>
    <message>
        <source>Check the address and the key.</source>
        <translation>Prüfen Sie Adresse und Schlüssel.</translation>
    </message>
    <message>
        <source>Check the address of the model provider in the settings of codex.</source>
        <translation>Prüfen Sie die Adresse des Modellanbieters in den Einstellungen von codex.</translation>
    </message>
    <message>
        <source>Check the address, and that this computer is online.</source>
        <translation>Prüfen Sie die Adresse und ob dieser Computer online ist.</translation>
    </message>
    <message>
        <source>Check the address.</source>
        <translation>Prüfen Sie die Adresse.</translation>
    </message>
    <message>
        <source>Check the disk before you switch the computer off.</source>
        <translation>Prüfen Sie den Datenträger, bevor Sie den Computer ausschalten.</translation>
    </message>
    <message>
        <source>Check the disk where VaultDesk keeps its data.</source>
        <translation>Prüfen Sie den Datenträger, auf dem VaultDesk seine Daten hat.</translation>
    </message>
    <message>
        <source>Check the disk, then rebuild the index.</source>
        <translation>Prüfen Sie den Datenträger und bauen Sie den Index dann neu auf.</translation>
    </message>
    <message>
        <source>Check the disk, then save again. The note on disk is unchanged.</source>
        <translation>Prüfen Sie den Datenträger und speichern Sie dann erneut. Die Notiz auf dem Datenträger ist unverändert.</translation>
    </message>
    <message>
        <source>Check the file&apos;s permissions.</source>
        <translation>Prüfen Sie die Zugriffsrechte der Datei.</translation>
    </message>
    <message>
        <source>Check the file.</source>
        <translation>Prüfen Sie die Datei.</translation>
    </message>
    <message>
        <source>Check the model and the provider in Settings.</source>
        <translation>Prüfen Sie Modell und Anbieter in den Einstellungen.</translation>
    </message>
    <message>
        <source>Check the path, or open another folder.</source>
        <translation>Prüfen Sie den Pfad, oder öffnen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Check the permissions of the folder of VaultDesk&apos;s data.</source>
        <translation>Prüfen Sie die Zugriffsrechte des Ordners mit den Daten von VaultDesk.</translation>
    </message>
    <message>
        <source>Check the permissions of the folder, then save again. The note on disk is unchanged.</source>
        <translation>Prüfen Sie die Zugriffsrechte des Ordners, und speichern Sie dann erneut. Die Notiz auf dem Datenträger ist unverändert.</translation>
    </message>
    <message>
        <source>Check the provider&apos;s address in Settings, and that this computer is online.</source>
        <translation>Prüfen Sie die Adresse des Anbieters in den Einstellungen und ob dieser Computer online ist.</translation>
    </message>
    <message>
        <source>Check the provider&apos;s address in Settings.</source>
        <translation>Prüfen Sie die Adresse des Anbieters in den Einstellungen.</translation>
    </message>
    <message>
        <source>Check the provider&apos;s address in Settings; it usually ends in /v1.</source>
        <translation>Prüfen Sie die Adresse des Anbieters in den Einstellungen; sie endet meist auf /v1.</translation>
    </message>
    <message>
        <source>Check the proxy settings of this computer (HTTPS_PROXY, ALL_PROXY).</source>
        <translation>Prüfen Sie die Proxy-Einstellungen dieses Computers (HTTPS_PROXY, ALL_PROXY).</translation>
    </message>
    <message>
        <source>Check the permissions of its folder.</source>
        <translation>Prüfen Sie die Zugriffsrechte seines Ordners.</translation>
    </message>
    <message>
        <source>Check this computer&apos;s date.</source>
        <translation>Prüfen Sie das Datum dieses Computers.</translation>
    </message>
    <message>
        <source>Check this computer&apos;s date. If the server or a proxy uses a certificate authority of its own, set SSL_CERT_FILE to a file with all certificates to trust.</source>
        <translation>Prüfen Sie das Datum dieses Computers. Verwendet der Server oder ein Proxy eine eigene Zertifizierungsstelle, setzen Sie SSL_CERT_FILE auf eine Datei mit allen Zertifikaten, denen vertraut werden soll.</translation>
    </message>
    <message>
        <source>Check this computer&apos;s date and time. The connection may be intercepted.</source>
        <translation>Prüfen Sie Datum und Uhrzeit dieses Computers. Die Verbindung wird vielleicht abgehört.</translation>
    </message>
    <message>
        <source>Check the permissions of the key and the account at the provider.</source>
        <translation>Prüfen Sie die Berechtigungen des Schlüssels und des Kontos beim Anbieter.</translation>
    </message>
    <message>
        <source>Check with `codex --version` in a terminal that it works.</source>
        <translation>Prüfen Sie mit `codex --version` in einem Terminal, ob es funktioniert.</translation>
    </message>
    <message>
        <source>Check {0}. Your notes are not affected.</source>
        <translation>Prüfen Sie {0}. Ihre Notizen sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Cherokee</source>
        <translation>Cherokee-</translation>
    </message>
    <message>
        <source>Choose Responses under API in the settings of the provider.</source>
        <translation>Wählen Sie in den Einstellungen des Anbieters unter „API“ den Eintrag „Responses“.</translation>
    </message>
    <message>
        <source>Choose a chat note of ChatGPT MD.</source>
        <translation>Wählen Sie eine Chat-Notiz von ChatGPT MD.</translation>
    </message>
    <message>
        <source>Choose a chat note of Copilot.</source>
        <translation>Wählen Sie eine Chat-Notiz von Copilot.</translation>
    </message>
    <message>
        <source>Choose a folder of chat notes, or the archive of an export as it was downloaded.</source>
        <translation>Wählen Sie einen Ordner mit Chat-Notizen oder das Archiv eines Exports, wie es heruntergeladen wurde.</translation>
    </message>
    <message>
        <source>Choose a model from the list, or give the full path of a GGUF file.</source>
        <translation>Wählen Sie ein Modell aus der Liste, oder geben Sie den vollständigen Pfad einer GGUF-Datei an.</translation>
    </message>
    <message>
        <source>Choose a model in Settings.</source>
        <translation>Wählen Sie ein Modell in den Einstellungen.</translation>
    </message>
    <message>
        <source>Choose a model of Ollama, LM Studio, OpenAI or a compatible server.</source>
        <translation>Wählen Sie ein Modell von Ollama, LM Studio, OpenAI oder einem kompatiblen Server.</translation>
    </message>
    <message>
        <source>Choose a model on this computer.</source>
        <translation>Wählen Sie ein Modell auf diesem Computer.</translation>
    </message>
    <message>
        <source>Choose a model that makes embeddings.</source>
        <translation>Wählen Sie ein Modell, das Embeddings erzeugt.</translation>
    </message>
    <message>
        <source>Choose a note that holds a conversation.</source>
        <translation>Wählen Sie eine Notiz, die eine Unterhaltung enthält.</translation>
    </message>
    <message>
        <source>Choose a part of it.</source>
        <translation>Wählen Sie einen Teil davon.</translation>
    </message>
    <message>
        <source>Choose a session note of Gemini Scribe.</source>
        <translation>Wählen Sie eine Sitzungsnotiz von Gemini Scribe.</translation>
    </message>
    <message>
        <source>Choose a smaller model or a smaller context window, or close other programs.</source>
        <translation>Wählen Sie ein kleineres Modell oder ein kleineres Kontextfenster, oder schließen Sie andere Programme.</translation>
    </message>
    <message>
        <source>Choose a smaller model or a smaller context window.</source>
        <translation>Wählen Sie ein kleineres Modell oder ein kleineres Kontextfenster.</translation>
    </message>
    <message>
        <source>Choose a smaller model, or a smaller Context window in Settings.</source>
        <translation>Wählen Sie ein kleineres Modell oder ein kleineres Kontextfenster in den Einstellungen.</translation>
    </message>
    <message>
        <source>Choose a smaller model, or give the server a smaller context window.</source>
        <translation>Wählen Sie ein kleineres Modell, oder stellen Sie im Server ein kleineres Kontextfenster ein.</translation>
    </message>
    <message>
        <source>Choose a smaller model.</source>
        <translation>Wählen Sie ein kleineres Modell.</translation>
    </message>
    <message>
        <source>Choose another file, or download this one again.</source>
        <translation>Wählen Sie eine andere Datei, oder laden Sie diese noch einmal herunter.</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
        <source>Choose another model file. The file may be damaged, or of a kind that is not known yet.</source>
        <translation>Wählen Sie eine andere Modelldatei. Die Datei ist vielleicht beschädigt oder von einer Art, die noch nicht bekannt ist.</translation>
    </message>
    <message>
        <source>Choose another model for search by meaning.</source>
        <translation>Wählen Sie ein anderes Modell für die Suche nach Bedeutung.</translation>
    </message>
    <message>
        <source>Choose another model, or ask for access in the account at the provider.</source>
        <translation>Wählen Sie ein anderes Modell, oder bitten Sie im Konto beim Anbieter um Zugang.</translation>
    </message>
    <message>
        <source>Choose another model, or leave the picture out.</source>
        <translation>Wählen Sie ein anderes Modell, oder lassen Sie das Bild weg.</translation>
    </message>
    <message>
        <source>Choose another model, or switch tool calling off.</source>
        <translation>Wählen Sie ein anderes Modell, oder schalten Sie Werkzeugaufrufe aus.</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>Wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>Choose another one in Settings.</source>
        <translation>Wählen Sie ein anderes in den Einstellungen.</translation>
    </message>
    <message>
        <source>Choose another provider. A proxy or VPN can also make this computer appear to be in another country.</source>
        <translation>Wählen Sie einen anderen Anbieter. Auch ein Proxy oder VPN kann den Anschein erwecken, dass dieser Computer in einem anderen Land steht.</translation>
    </message>
    <message>
        <source>Choose one for this chat, or use another mode.</source>
        <translation>Wählen Sie eines für diesen Chat, oder verwenden Sie einen anderen Modus.</translation>
    </message>
    <message>
        <source>Choose one in Settings, Web.</source>
        <translation>Wählen Sie eine in den Einstellungen unter Web.</translation>
    </message>
    <message>
        <source>Choose one.</source>
        <translation>Wählen Sie eine.</translation>
    </message>
    <message>
        <source>Choose another shortcut in Settings, Desktop.</source>
        <translation>Wählen Sie in den Einstellungen unter Desktop ein anderes Tastenkürzel.</translation>
    </message>
    <message>
        <source>Choose others in its settings, or try again later.</source>
        <translation>Wählen Sie andere in den Einstellungen, oder versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>Choose the export as it was downloaded.</source>
        <translation>Wählen Sie den Export, wie er heruntergeladen wurde.</translation>
    </message>
    <message>
        <source>Close other VaultDesk windows, and check the permissions of its folder.</source>
        <translation>Schließen Sie andere VaultDesk-Fenster, und prüfen Sie die Zugriffsrechte seines Ordners.</translation>
    </message>
    <message>
        <source>Close some programs and try again.</source>
        <translation>Schließen Sie einige Programme und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Close the other VaultDesk and try again.</source>
        <translation>Schließen Sie das andere VaultDesk und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Close the other VaultDesk, or wait until it has finished indexing.</source>
        <translation>Schließen Sie das andere VaultDesk, oder warten Sie, bis es die Indizierung beendet hat.</translation>
    </message>
    <message>
        <source>Close the other one, then try again.</source>
        <translation>Schließen Sie das andere, und versuchen Sie es dann erneut.</translation>
    </message>
    <message>
        <source>Conflict copies of notes: {0}.</source>
        <translation>Konfliktkopien von Notizen: {0}.</translation>
    </message>
    <message>
        <source>Connect one, or use `vaultdesk chat`.</source>
        <translation>Schließen Sie einen an, oder verwenden Sie `vaultdesk chat`.</translation>
    </message>
    <message>
        <source>Context window: not known</source>
        <translation>Kontextfenster: nicht bekannt</translation>
    </message>
    <message>
        <source>Context window: {0} tokens</source>
        <translation>Kontextfenster: {0} Tokens</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Unterhaltung</translation>
    </message>
    <message>
        <source>Copy the link to the note again; the new link identifies the vault.</source>
        <translation>Kopieren Sie den Link zur Notiz neu; der neue Link bezeichnet den Vault eindeutig.</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Erstellen</translation>
    </message>
    <message>
        <source>Create it first.</source>
        <translation>Erstellen Sie ihn zuerst.</translation>
    </message>
    <message>
        <source>Create {0} note</source>
        <translation>{0} Notiz erstellen</translation>
    </message>
    <message>
        <source>Create {0} notes</source>
        <translation>{0} Notizen erstellen</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>kyrillische</translation>
    </message>
    <message>
        <source>Daily note</source>
        <translation>Tagesnotiz</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Delete a note</source>
        <translation>Notiz löschen</translation>
    </message>
    <message>
        <source>Delete it in the list of notes.</source>
        <translation>Löschen Sie sie in der Liste der Notizen.</translation>
    </message>
    <message>
        <source>Delete {0} note</source>
        <translation>{0} Notiz löschen</translation>
    </message>
    <message>
        <source>Delete {0} notes</source>
        <translation>{0} Notizen löschen</translation>
    </message>
    <message>
        <source>Installed dictionaries: {0}.</source>
        <translation>Installierte Wörterbücher: {0}.</translation>
    </message>
    <message>
        <source>Done so far: {0}.</source>
        <translation>Bisher ausgeführt: {0}.</translation>
    </message>
    <message>
        <source>Download the export again.</source>
        <translation>Laden Sie den Export noch einmal herunter.</translation>
    </message>
    <message>
        <source>DuckDuckGo blocks automated requests from this computer</source>
        <translation>DuckDuckGo blockiert automatische Anfragen von diesem Computer</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Edit a note</source>
        <translation>Notiz bearbeiten</translation>
    </message>
    <message>
        <source>End the name in .md.</source>
        <translation>Der Name muss auf .md enden.</translation>
    </message>
    <message>
        <source>Enter one in Settings.</source>
        <translation>Geben Sie einen in den Einstellungen ein.</translation>
    </message>
    <message>
        <source>Enter the IP address of the other computer as the address of this provider.</source>
        <translation>Geben Sie die IP-Adresse des anderen Computers als Adresse dieses Anbieters ein.</translation>
    </message>
    <message>
        <source>Everything is already as it was before.</source>
        <translation>Alles ist schon wie zuvor.</translation>
    </message>
    <message>
        <source>Failed: {0}.</source>
        <translation>Fehlgeschlagen: {0}.</translation>
    </message>
    <message>
        <source>Fetch a page</source>
        <translation>Seite abrufen</translation>
    </message>
    <message>
        <source>Download it with: ollama pull {0}</source>
        <translation>Laden Sie es herunter mit: ollama pull {0}</translation>
    </message>
    <message>
        <source>Fetch the page {0}</source>
        <translation>Seite {0} abrufen</translation>
    </message>
    <message>
        <source>Find notes</source>
        <translation>Notizen finden</translation>
    </message>
    <message>
        <source>Find tools</source>
        <translation>Werkzeuge finden</translation>
    </message>
    <message>
        <source>Free some space for the index and the journal.</source>
        <translation>Schaffen Sie Speicherplatz für den Index und das Journal.</translation>
    </message>
    <message>
        <source>Free some space or check the folder&apos;s permissions.</source>
        <translation>Schaffen Sie Speicherplatz, oder prüfen Sie die Zugriffsrechte des Ordners.</translation>
    </message>
    <message>
        <source>Free some space or check the folder&apos;s permissions; no tool runs without a record.</source>
        <translation>Schaffen Sie Speicherplatz, oder prüfen Sie die Zugriffsrechte des Ordners; kein Werkzeug läuft ohne Protokoll.</translation>
    </message>
    <message>
        <source>Free some space, then rebuild the index.</source>
        <translation>Schaffen Sie Speicherplatz und bauen Sie den Index dann neu auf.</translation>
    </message>
    <message>
        <source>Free some space, then save again. The note on disk is unchanged.</source>
        <translation>Schaffen Sie Speicherplatz und speichern Sie dann erneut. Die Notiz auf dem Datenträger ist unverändert.</translation>
    </message>
    <message>
        <source>Free some space.</source>
        <translation>Schaffen Sie Speicherplatz.</translation>
    </message>
    <message>
        <source>Free some space: no note can be saved.</source>
        <translation>Schaffen Sie Speicherplatz: Keine Notiz kann gespeichert werden.</translation>
    </message>
    <message>
        <source>Free some space: nothing new can be saved.</source>
        <translation>Schaffen Sie Speicherplatz: Nichts Neues kann gespeichert werden.</translation>
    </message>
    <message>
        <source>Free some space or check its permissions.</source>
        <translation>Schaffen Sie Speicherplatz, oder prüfen Sie die Zugriffsrechte.</translation>
    </message>
    <message>
        <source>From other packages</source>
        <translation>Aus anderen Paketen</translation>
    </message>
    <message>
        <source>Get the transcript of {0}</source>
        <translation>Transkript von {0} holen</translation>
    </message>
    <message>
        <source>Use the form https://www.youtube.com/watch?v=…</source>
        <translation>Verwenden Sie die Form https://www.youtube.com/watch?v=…</translation>
    </message>
    <message>
        <source>Continuing in Notes only mode: your notes are searched first, and the answer is based on what is found.</source>
        <translation>Weiter geht es im Modus „Nur Notizen“: Zuerst werden Ihre Notizen durchsucht, und die Antwort beruht auf dem Gefundenen.</translation>
    </message>
    <message>
        <source>Continuing in Plus mode: what is needed is looked up first, then answered.</source>
        <translation>Weiter geht es im Modus „Plus“: Zuerst wird das Nötige nachgeschlagen, dann geantwortet.</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>griechische</translation>
    </message>
    <message>
        <source>Rebuild it; your notes are not changed.</source>
        <translation>Bauen Sie ihn neu auf; Ihre Notizen werden nicht geändert.</translation>
    </message>
    <message>
        <source>Update or rebuild it.</source>
        <translation>Gleichen Sie ihn ab, oder bauen Sie ihn neu auf.</translation>
    </message>
    <message>
        <source>I have used the one tool round allowed for this question and have no answer yet.</source>
        <translation>Ich habe die eine Werkzeugrunde verbraucht, die für diese Frage erlaubt ist, und noch keine Antwort.</translation>
    </message>
    <message>
        <source>I have used the {0} tool rounds allowed for this question and have no answer yet.</source>
        <translation>Ich habe die {0} Werkzeugrunden verbraucht, die für diese Frage erlaubt sind, und noch keine Antwort.</translation>
    </message>
    <message>
        <source>I did not search your notes: {0}. So there is nothing to answer from.</source>
        <translation>Ich habe Ihre Notizen nicht durchsucht: {0}. Daher gibt es nichts, worauf eine Antwort beruhen könnte.</translation>
    </message>
    <message>
        <source>I cannot search your notes: switch on tool calling for this vault in Settings, then ask again.</source>
        <translation>Ich kann Ihre Notizen nicht durchsuchen: Schalten Sie in den Einstellungen Werkzeugaufrufe für diesen Vault ein, und fragen Sie dann erneut.</translation>
    </message>
    <message>
        <source>If it requires a key, enter one in Settings.</source>
        <translation>Falls ein Schlüssel verlangt wird, geben Sie ihn in den Einstellungen ein.</translation>
    </message>
    <message>
        <source>If the new address is correct, enter the key again in the settings.</source>
        <translation>Ist die neue Adresse richtig, geben Sie den Schlüssel in den Einstellungen noch einmal ein.</translation>
    </message>
    <message>
        <source>If the server speaks plain HTTP, its address begins with http://.</source>
        <translation>Falls der Server einfaches HTTP spricht, beginnt seine Adresse mit http://.</translation>
    </message>
    <message>
        <source>In its settings choose to always keep this folder on this computer.</source>
        <translation>Wählen Sie in dessen Einstellungen, diesen Ordner immer auf diesem Computer zu behalten.</translation>
    </message>
    <message>
        <source>In the standard folders of this system.</source>
        <translation>In den Standardordnern dieses Systems.</translation>
    </message>
    <message>
        <source>Indexing stopped because of an error in VaultDesk.</source>
        <translation>Die Indizierung wurde wegen eines Fehlers in VaultDesk beendet.</translation>
    </message>
    <message>
        <source>Install Qt&apos;s system libraries: `python3 packaging/dev.py run` names the command.</source>
        <translation>Installieren Sie die Systembibliotheken von Qt: `python3 packaging/dev.py run` nennt den Befehl.</translation>
    </message>
    <message>
        <source>Reinstall VaultDesk.</source>
        <translation>Installieren Sie VaultDesk neu.</translation>
    </message>
    <message>
        <source>Install a notification server, such as dunst or mako, or use a desktop that has one.</source>
        <translation>Installieren Sie einen Benachrichtigungsdienst wie dunst oder mako, oder verwenden Sie einen Desktop, der einen hat.</translation>
    </message>
    <message>
        <source>Install enchant and a dictionary.</source>
        <translation>Installieren Sie enchant und ein Wörterbuch.</translation>
    </message>
    <message>
        <source>Install it with: pip install &quot;vaultdesk[semantic]&quot;.</source>
        <translation>Installieren Sie sie mit: pip install &quot;vaultdesk[semantic]&quot;.</translation>
    </message>
    <message>
        <source>Install it with: {0}. Then log in with: codex login.</source>
        <translation>Installieren Sie es mit: {0}. Melden Sie sich dann an mit: codex login.</translation>
    </message>
    <message>
        <source>Install it with: {0}. Then restart VaultDesk.</source>
        <translation>Installieren Sie es mit: {0}. Starten Sie VaultDesk dann neu.</translation>
    </message>
    <message>
        <source>Install one, for example the package hunspell-en-us.</source>
        <translation>Installieren Sie eines, etwa das Paket hunspell-de-de.</translation>
    </message>
    <message>
        <source>Install the library pypdfium2 to see them.</source>
        <translation>Installieren Sie die Bibliothek pypdfium2, um sie zu sehen.</translation>
    </message>
    <message>
        <source>It answered at {0} in {1} s with {2} dimensions.</source>
        <translation>Es hat unter {0} in {1} s mit {2} Dimensionen geantwortet.</translation>
    </message>
    <message>
        <source>It answered on this computer in {0} s with {1} dimensions.</source>
        <translation>Es hat auf diesem Computer in {0} s mit {1} Dimensionen geantwortet.</translation>
    </message>
    <message>
        <source>It belonged to the project {0}.</source>
        <translation>Sie gehörte zum Projekt {0}.</translation>
    </message>
    <message>
        <source>It cannot be read now: {0}.</source>
        <translation>Er kann jetzt nicht gelesen werden: {0}.</translation>
    </message>
    <message>
        <source>It contains invisible characters; they are shown as &lt;U+…&gt;.</source>
        <translation>Es enthält unsichtbare Zeichen; sie werden als &lt;U+…&gt; gezeigt.</translation>
    </message>
    <message>
        <source>It contains text that looks like an instruction to the assistant: “{0}”.</source>
        <translation>Es enthält Text, der wie eine Anweisung an den Assistenten aussieht: „{0}“.</translation>
    </message>
    <message>
        <source>Deleting it here could not be undone; delete it in the file manager.</source>
        <translation>Das Löschen ließe sich hier nicht rückgängig machen; löschen Sie es im Dateimanager.</translation>
    </message>
    <message>
        <source>It could not be determined: {0}.</source>
        <translation>Das ließ sich nicht feststellen: {0}.</translation>
    </message>
    <message>
        <source>It has no description, which a model needs to know when to use it.</source>
        <translation>Es hat keine Beschreibung; ein Modell braucht sie, um zu wissen, wann es zu verwenden ist.</translation>
    </message>
    <message>
        <source>It has no language model. Choose a model in the chat.</source>
        <translation>Er hat kein Sprachmodell. Wählen Sie ein Modell im Chat.</translation>
    </message>
    <message>
        <source>It has {0}.</source>
        <translation>Es hat {0}.</translation>
    </message>
    <message>
        <source>It is about {0}, and has its own chats. The assistant does not see other notes.</source>
        <translation>Es geht um {0} und hat eigene Chats. Der Assistent sieht keine anderen Notizen.</translation>
    </message>
    <message>
        <source>It is damaged, or was made unreadable.</source>
        <translation>Sie ist beschädigt oder wurde unlesbar gemacht.</translation>
    </message>
    <message>
        <source>It is damaged or too large.</source>
        <translation>Es ist beschädigt oder zu groß.</translation>
    </message>
    <message>
        <source>It is damaged.</source>
        <translation>Es ist beschädigt.</translation>
    </message>
    <message>
        <source>It is rebuilt from the notes.</source>
        <translation>Er wird aus den Notizen neu aufgebaut.</translation>
    </message>
    <message>
        <source>It is built in.</source>
        <translation>Er ist eingebaut.</translation>
    </message>
    <message>
        <source>It is damaged: {0}.</source>
        <translation>Er ist beschädigt: {0}.</translation>
    </message>
    <message>
        <source>It is larger than {0} MB and was not read.</source>
        <translation>Es ist größer als {0} MB und wurde nicht gelesen.</translation>
    </message>
    <message>
        <source>It is longer than {0} characters.</source>
        <translation>Es ist länger als {0} Zeichen.</translation>
    </message>
    <message>
        <source>It is missing</source>
        <translation>Der Wert fehlt</translation>
    </message>
    <message>
        <source>It was not used. Try again later; the server may have sent an outdated file.</source>
        <translation>Sie wurde nicht verwendet. Versuchen Sie es später erneut; vielleicht hat der Server eine veraltete Datei gesendet.</translation>
    </message>
    <message>
        <source>It is not written there. Use a separate chat to save such answers as a note.</source>
        <translation>Sie wird dort nicht geschrieben. Verwenden Sie einen eigenen Chat, um solche Antworten als Notiz zu speichern.</translation>
    </message>
    <message>
        <source>This is set in Settings.</source>
        <translation>Das ist in den Einstellungen festgelegt.</translation>
    </message>
    <message>
        <source>It is too large, damaged or in an unsupported format. Another program may be able to open it.</source>
        <translation>Es ist zu groß, beschädigt oder in einem nicht unterstützten Format. Ein anderes Programm kann es vielleicht öffnen.</translation>
    </message>
    <message>
        <source>VaultDesk tries again soon.</source>
        <translation>VaultDesk versucht es bald erneut.</translation>
    </message>
    <message>
        <source>It may be very large or very complex.</source>
        <translation>Sie ist vielleicht sehr groß oder sehr komplex.</translation>
    </message>
    <message>
        <source>It is recorded in “What left this computer”.</source>
        <translation>Das wird in „Was diesen Computer verließ“ festgehalten.</translation>
    </message>
    <message>
        <source>It links to notes that it was not given: {0}.</source>
        <translation>Sie verlinkt auf Notizen, die ihr nicht gegeben wurden: {0}.</translation>
    </message>
    <message>
        <source>It may be an image or another kind of file.</source>
        <translation>Es ist vielleicht ein Bild oder eine andere Art von Datei.</translation>
    </message>
    <message>
        <source>It may be overloaded, or still loading the model. Ask again.</source>
        <translation>Er ist vielleicht überlastet oder lädt das Modell noch. Fragen Sie erneut.</translation>
    </message>
    <message>
        <source>It may be private, or not shown in this country.</source>
        <translation>Es ist vielleicht privat oder wird in diesem Land nicht gezeigt.</translation>
    </message>
    <message>
        <source>It may be scanned. Add its pages as pictures, or have its text recognized first.</source>
        <translation>Es ist vielleicht eingescannt. Fügen Sie die Seiten als Bilder hinzu, oder lassen Sie zuerst den Text erkennen.</translation>
    </message>
    <message>
        <source>It may have been deleted.</source>
        <translation>Er wurde vielleicht gelöscht.</translation>
    </message>
    <message>
        <source>It may have been moved or deleted.</source>
        <translation>Sie wurde vielleicht verschoben oder gelöscht.</translation>
    </message>
    <message>
        <source>It may have been moved, renamed or deleted.</source>
        <translation>Sie wurde vielleicht verschoben, umbenannt oder gelöscht.</translation>
    </message>
    <message>
        <source>It may still be loading, or be too large for this computer. Try again.</source>
        <translation>Vielleicht wird es noch geladen oder ist für diesen Computer zu groß. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>It may use about {0} tokens. Change the limit in Settings, Limits, or start a new chat.</source>
        <translation>Sie kann etwa {0} Tokens verbrauchen. Ändern Sie die Grenze in den Einstellungen unter Grenzen, oder beginnen Sie einen neuen Chat.</translation>
    </message>
    <message>
        <source>It may use about {0} tokens. Change the limit in Settings, Limits.</source>
        <translation>Sie kann etwa {0} Tokens verbrauchen. Ändern Sie die Grenze in den Einstellungen unter Grenzen.</translation>
    </message>
    <message>
        <source>It may require signing in.</source>
        <translation>Sie verlangt vielleicht eine Anmeldung.</translation>
    </message>
    <message>
        <source>It must be a list, such as [&quot;one&quot;, &quot;two&quot;]</source>
        <translation>Der Wert muss eine Liste sein, etwa [&quot;one&quot;, &quot;two&quot;]</translation>
    </message>
    <message>
        <source>It must be a number</source>
        <translation>Der Wert muss eine Zahl sein</translation>
    </message>
    <message>
        <source>It must be a table, such as {&quot;name&quot;: &quot;value&quot;}</source>
        <translation>Der Wert muss eine Tabelle sein, etwa {&quot;name&quot;: &quot;value&quot;}</translation>
    </message>
    <message>
        <source>It must be text</source>
        <translation>Der Wert muss Text sein</translation>
    </message>
    <message>
        <source>It must be a whole number</source>
        <translation>Der Wert muss eine ganze Zahl sein</translation>
    </message>
    <message>
        <source>It must be less than {0}</source>
        <translation>Der Wert muss kleiner als {0} sein</translation>
    </message>
    <message>
        <source>It must be more than {0}</source>
        <translation>Der Wert muss größer als {0} sein</translation>
    </message>
    <message>
        <source>It must be one of {0}</source>
        <translation>Der Wert muss einer von diesen sein: {0}</translation>
    </message>
    <message>
        <source>It must be true or false</source>
        <translation>Der Wert muss true oder false sein</translation>
    </message>
    <message>
        <source>It must be {0} or less</source>
        <translation>Der Wert darf höchstens {0} sein</translation>
    </message>
    <message>
        <source>It must be {0} or more</source>
        <translation>Der Wert muss mindestens {0} sein</translation>
    </message>
    <message>
        <source>It must not be empty</source>
        <translation>Der Wert darf nicht leer sein</translation>
    </message>
    <message>
        <source>It said: {0}</source>
        <translation>Die Meldung lautet: {0}</translation>
    </message>
    <message>
        <source>It does not define its notes: add folders, tags or links.</source>
        <translation>Es legt seine Notizen nicht fest: Fügen Sie Ordner, Tags oder Links hinzu.</translation>
    </message>
    <message>
        <source>It is set by the program that writes the file.</source>
        <translation>Das Programm, das die Datei schreibt, legt das fest.</translation>
    </message>
    <message>
        <source>It uses the model {0} unless the chat names another.</source>
        <translation>Es verwendet das Modell {0}, wenn der Chat kein anderes nennt.</translation>
    </message>
    <message>
        <source>It was asked for a context window of {0} tokens.</source>
        <translation>Verlangt wurde ein Kontextfenster von {0} Tokens.</translation>
    </message>
    <message>
        <source>It was moved or deleted.</source>
        <translation>Es wurde verschoben oder gelöscht.</translation>
    </message>
    <message>
        <source>Nothing was sent. Update it with: npm install -g @openai/codex@latest.</source>
        <translation>Nichts wurde gesendet. Aktualisieren Sie es mit: npm install -g @openai/codex@latest.</translation>
    </message>
    <message>
        <source>It was not tried.</source>
        <translation>Es wurde nicht versucht.</translation>
    </message>
    <message>
        <source>Its note was moved or deleted.</source>
        <translation>Seine Notiz wurde verschoben oder gelöscht.</translation>
    </message>
    <message>
        <source>Its owner disabled transcripts, or the video has no speech.</source>
        <translation>Der Inhaber hat Transkripte deaktiviert, oder im Video wird nicht gesprochen.</translation>
    </message>
    <message>
        <source>The page cannot be fetched.</source>
        <translation>Die Seite kann nicht abgerufen werden.</translation>
    </message>
    <message>
        <source>Its pages are pictures.</source>
        <translation>Seine Seiten sind Bilder.</translation>
    </message>
    <message>
        <source>Its title mixes {0} letters in one word.</source>
        <translation>Sein Titel mischt {0} Buchstaben in einem Wort.</translation>
    </message>
    <message>
        <source>Its transcript cannot be fetched.</source>
        <translation>Sein Transkript kann nicht abgerufen werden.</translation>
    </message>
    <message>
        <source>JSON without an answer</source>
        <translation>JSON ohne Antwort</translation>
    </message>
    <message>
        <source>JSON without models in it</source>
        <translation>JSON ohne Modelle darin</translation>
    </message>
    <message>
        <source>Keep a copy elsewhere, and eject it before you remove it.</source>
        <translation>Bewahren Sie anderswo eine Kopie auf, und werfen Sie ihn aus, bevor Sie ihn entfernen.</translation>
    </message>
    <message>
        <source>Enter keys in Settings.</source>
        <translation>Geben Sie Schlüssel in den Einstellungen ein.</translation>
    </message>
    <message>
        <source>Keeps the beginning of a long question: {0}</source>
        <translation>Behält den Anfang einer langen Frage: {0}</translation>
    </message>
    <message>
        <source>Keys are stored in memory until VaultDesk closes: {0}.</source>
        <translation>Schlüssel bleiben im Arbeitsspeicher, bis VaultDesk geschlossen wird: {0}.</translation>
    </message>
    <message>
        <source>Keys are stored in this computer&apos;s keyring ({0}).</source>
        <translation>Schlüssel werden im Schlüsselbund dieses Computers gespeichert ({0}).</translation>
    </message>
    <message>
        <source>Known settings: {0}.</source>
        <translation>Bekannte Einstellungen: {0}.</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>lateinische</translation>
    </message>
    <message>
        <source>Attach a text, a PDF or a picture.</source>
        <translation>Hängen Sie einen Text, ein PDF oder ein Bild an.</translation>
    </message>
    <message>
        <source>Use only one of them for the vault.</source>
        <translation>Verwenden Sie für den Vault nur eines davon.</translation>
    </message>
    <message>
        <source>Let the model on this computer read nothing of what was found</source>
        <translation>Das Modell auf diesem Computer nichts vom Gefundenen lesen lassen</translation>
    </message>
    <message>
        <source>Let the model on this computer read what was found</source>
        <translation>Das Modell auf diesem Computer das Gefundene lesen lassen</translation>
    </message>
    <message>
        <source>Let the model on this computer read {0} passage of “{1}”</source>
        <translation>Das Modell auf diesem Computer {0} Textstelle aus „{1}“ lesen lassen</translation>
    </message>
    <message>
        <source>Let the model on this computer read {0} passages of {1} notes</source>
        <translation>Das Modell auf diesem Computer {0} Textstellen aus {1} Notizen lesen lassen</translation>
    </message>
    <message>
        <source>Let the model on this computer read {0} passages of “{1}”</source>
        <translation>Das Modell auf diesem Computer {0} Textstellen aus „{1}“ lesen lassen</translation>
    </message>
    <message>
        <source>Let {0} read nothing of what was found</source>
        <translation>{0} nichts vom Gefundenen lesen lassen</translation>
    </message>
    <message>
        <source>Let {1} read {0} result</source>
        <translation>{1} {0} Ergebnis lesen lassen</translation>
    </message>
    <message>
        <source>Let {1} read {0} results</source>
        <translation>{1} {0} Ergebnisse lesen lassen</translation>
    </message>
    <message>
        <source>Line {0}, the closing --- of the properties, would be removed. Keep both --- lines.</source>
        <translation>Zeile {0} mit dem ---, das die Eigenschaften abschließt, wäre weg. Behalten Sie beide Zeilen mit ---.</translation>
    </message>
    <message>
        <source>Line {0}: “{1}”</source>
        <translation>Zeile {0}: „{1}“</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Known actions are open, search, new and ask. A newer version of VaultDesk may know more.</source>
        <translation>Bekannte Aktionen sind open, search, new und ask. Eine neuere Version von VaultDesk kennt vielleicht mehr.</translation>
    </message>
    <message>
        <source>Links inside the vault are not followed. Move the real file into the vault.</source>
        <translation>Verknüpfungen im Vault wird nicht gefolgt. Verschieben Sie die echte Datei in den Vault.</translation>
    </message>
    <message>
        <source>List notes</source>
        <translation>Notizen auflisten</translation>
    </message>
    <message>
        <source>List the notes in {0}{1}</source>
        <translation>Notizen in {0} auflisten{1}</translation>
    </message>
    <message>
        <source>Little space is left: {0} free.</source>
        <translation>Es ist wenig Speicherplatz übrig: {0} frei.</translation>
    </message>
    <message>
        <source>Load it in the server&apos;s own program to see the reason, or choose another model.</source>
        <translation>Laden Sie es im Programm des Servers, um den Grund zu sehen, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Long texts were cut to fit the model&apos;s window; the model is told where.</source>
        <translation>Lange Texte wurden gekürzt, damit sie in das Fenster des Modells passen; das Modell erfährt, wo.</translation>
    </message>
    <message>
        <source>Review it again.</source>
        <translation>Prüfen Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>Look at it and try again.</source>
        <translation>Sehen Sie sie an und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Review it in Settings, Agents, and allow it again.</source>
        <translation>Prüfen Sie ihn in den Einstellungen unter Agenten, und erlauben Sie ihn erneut.</translation>
    </message>
    <message>
        <source>Try again when it has stopped changing.</source>
        <translation>Versuchen Sie es erneut, wenn sie sich nicht mehr ändert.</translation>
    </message>
    <message>
        <source>Look at links</source>
        <translation>Links ansehen</translation>
    </message>
    <message>
        <source>Get the date and time</source>
        <translation>Datum und Uhrzeit abrufen</translation>
    </message>
    <message>
        <source>Look at the graph</source>
        <translation>Graph ansehen</translation>
    </message>
    <message>
        <source>Look at the links of “{0}”</source>
        <translation>Links von „{0}“ ansehen</translation>
    </message>
    <message>
        <source>Check the note.</source>
        <translation>Prüfen Sie die Notiz.</translation>
    </message>
    <message>
        <source>Review what it may do in Settings, Agents, and allow it there.</source>
        <translation>Prüfen Sie in den Einstellungen unter Agenten, was er tun darf, und erlauben Sie ihn dort.</translation>
    </message>
    <message>
        <source>Look for links to notes that do not exist</source>
        <translation>Nach Links zu Notizen suchen, die es nicht gibt</translation>
    </message>
    <message>
        <source>Look for notes linked with “{0}”</source>
        <translation>Nach Notizen suchen, die mit „{0}“ verlinkt sind</translation>
    </message>
    <message>
        <source>Look for notes without links</source>
        <translation>Nach Notizen ohne Links suchen</translation>
    </message>
    <message>
        <source>Look for the most linked notes</source>
        <translation>Nach den am meisten verlinkten Notizen suchen</translation>
    </message>
    <message>
        <source>Look for the path from “{0}” to “{1}”</source>
        <translation>Nach dem Weg von „{0}“ zu „{1}“ suchen</translation>
    </message>
    <message>
        <source>Search earlier chats</source>
        <translation>Frühere Chats durchsuchen</translation>
    </message>
    <message>
        <source>Check the account at the provider, or choose another one.</source>
        <translation>Sehen Sie dort im Konto nach, oder wählen Sie einen anderen Anbieter.</translation>
    </message>
    <message>
        <source>${0} in, ${1} out per million tokens</source>
        <translation>{0} $ für Eingabe, {1} $ für Ausgabe je Million Tokens</translation>
    </message>
    <message>
        <source>A change that this one depends on could not be made: {0}.</source>
        <translation>Eine Änderung, von der diese abhängt, war nicht möglich: {0}.</translation>
    </message>
    <message>
        <source>Closest in your notes:</source>
        <translation>Am nächsten in Ihren Notizen:</translation>
    </message>
    <message>
        <source>Search your earlier chats for “{0}”</source>
        <translation>Ihre früheren Chats nach „{0}“ durchsuchen</translation>
    </message>
    <message>
        <source>Make it smaller, then add it again.</source>
        <translation>Verkleinern Sie es, und fügen Sie es dann erneut hinzu.</translation>
    </message>
    <message>
        <source>Many notes at once</source>
        <translation>Viele Notizen auf einmal</translation>
    </message>
    <message>
        <source>May ask to delete notes and to change many notes at once.</source>
        <translation>Darf fragen, ob er Notizen löschen und viele Notizen auf einmal ändern darf.</translation>
    </message>
    <message>
        <source>May request information from the internet.</source>
        <translation>Darf Informationen aus dem Internet anfordern.</translation>
    </message>
    <message>
        <source>May not delete notes or change many notes at once.</source>
        <translation>Darf keine Notizen löschen und nicht viele Notizen auf einmal ändern.</translation>
    </message>
    <message>
        <source>May read and change notes in the whole vault.</source>
        <translation>Darf Notizen im ganzen Vault lesen und ändern.</translation>
    </message>
    <message>
        <source>May read and change notes in {0}.</source>
        <translation>Darf Notizen in {0} lesen und ändern.</translation>
    </message>
    <message>
        <source>May read notes in the whole vault.</source>
        <translation>Darf Notizen im ganzen Vault lesen.</translation>
    </message>
    <message>
        <source>May read notes in {0}.</source>
        <translation>Darf Notizen in {0} lesen.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>To change notes here, correct its permissions or mount it for writing.</source>
        <translation>Um hier Notizen zu ändern, berichtigen Sie die Zugriffsrechte, oder hängen Sie ihn beschreibbar ein.</translation>
    </message>
    <message>
        <source>Correct their permissions.</source>
        <translation>Berichtigen Sie deren Zugriffsrechte.</translation>
    </message>
    <message>
        <source>Messages are shown at the tray.</source>
        <translation>Benachrichtigungen erscheinen im Infobereich.</translation>
    </message>
    <message>
        <source>Messages are shown by the desktop.</source>
        <translation>Benachrichtigungen zeigt der Desktop.</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>Modelldatei</translation>
    </message>
    <message>
        <source>Model files need the package {0}, which is not installed</source>
        <translation>Modelldateien brauchen das Paket {0}, das nicht installiert ist</translation>
    </message>
    <message>
        <source>Move it to its folder.</source>
        <translation>Verschieben Sie sie in ihren Ordner.</translation>
    </message>
    <message>
        <source>Move it to {0}.</source>
        <translation>Verschieben Sie sie nach {0}.</translation>
    </message>
    <message>
        <source>Move the vault to a disk.</source>
        <translation>Verschieben Sie den Vault auf einen Datenträger.</translation>
    </message>
    <message>
        <source>Move to {0}:</source>
        <translation>Verschieben in {0}:</translation>
    </message>
    <message>
        <source>Move files that belong to the notes into the vault.</source>
        <translation>Verschieben Sie Dateien, die zu den Notizen gehören, in den Vault.</translation>
    </message>
    <message>
        <source>Move {0} note</source>
        <translation>{0} Notiz verschieben</translation>
    </message>
    <message>
        <source>Move {0} notes</source>
        <translation>{0} Notizen verschieben</translation>
    </message>
    <message>
        <source>Name a note by its path from the vault&apos;s root.</source>
        <translation>Nennen Sie eine Notiz mit ihrem Pfad ab der obersten Ebene des Vaults.</translation>
    </message>
    <message>
        <source>Names of notes stayed on this computer: they could not be reviewed.</source>
        <translation>Namen von Notizen blieben auf diesem Computer: Sie konnten nicht geprüft werden.</translation>
    </message>
    <message>
        <source>Property names must differ in more than case.</source>
        <translation>Namen von Eigenschaften müssen sich in mehr als Groß- und Kleinschreibung unterscheiden.</translation>
    </message>
    <message>
        <source>Names that differ from another name in the same folder only in case or accents: {0}. On Windows, macOS and most phones only one of the two can exist.</source>
        <translation>Namen, die sich von einem anderen Namen im selben Ordner nur in Groß- und Kleinschreibung oder Akzenten unterscheiden: {0}. Unter Windows, macOS und auf den meisten Telefonen kann es nur einen von beiden geben.</translation>
    </message>
    <message>
        <source>Neither Ollama nor LM Studio is running; only local models need one.</source>
        <translation>Weder Ollama noch LM Studio läuft; nur lokale Modelle brauchen eines davon.</translation>
    </message>
    <message>
        <source>No answer within {0} seconds.</source>
        <translation>Keine Antwort innerhalb von {0} Sekunden.</translation>
    </message>
    <message>
        <source>No display can be reached from this terminal.</source>
        <translation>Von diesem Terminal aus ist keine Anzeige zu erreichen.</translation>
    </message>
    <message>
        <source>This block cannot have an id: the id would change the meaning of the text.</source>
        <translation>Dieser Block kann keine Kennung bekommen: Sie würde die Bedeutung des Textes ändern.</translation>
    </message>
    <message>
        <source>System-wide shortcuts are not available here.</source>
        <translation>Systemweite Tastenkürzel sind hier nicht verfügbar.</translation>
    </message>
    <message>
        <source>No model file is chosen.</source>
        <translation>Es ist keine Modelldatei gewählt.</translation>
    </message>
    <message>
        <source>No model of {0} is chosen</source>
        <translation>Kein Modell von {0} ist gewählt</translation>
    </message>
    <message>
        <source>Case sensitivity could not be determined; VaultDesk never creates two names that differ only in case.</source>
        <translation>Ob Groß- und Kleinschreibung unterschieden wird, ließ sich nicht feststellen; VaultDesk legt nie zwei Namen an, die sich nur darin unterscheiden.</translation>
    </message>
    <message>
        <source>All names like “{0}” are in use.</source>
        <translation>Alle Namen wie „{0}“ sind schon vergeben.</translation>
    </message>
    <message>
        <source>No note has all of these words. These have most of them.</source>
        <translation>Keine Notiz hat alle diese Wörter. Diese haben die meisten davon.</translation>
    </message>
    <message>
        <source>No note is changed without it. Check the disk for temporary files.</source>
        <translation>Ohne es wird keine Notiz geändert. Prüfen Sie den Datenträger für temporäre Dateien.</translation>
    </message>
    <message>
        <source>No note is changed without it. {0}</source>
        <translation>Ohne es wird keine Notiz geändert. {0}</translation>
    </message>
    <message>
        <source>No note of {0} was sent with the question.</source>
        <translation>Keine Notiz von {0} wurde mit der Frage gesendet.</translation>
    </message>
    <message>
        <source>No project is chosen</source>
        <translation>Kein Projekt ist gewählt</translation>
    </message>
    <message>
        <source>No search engine is chosen</source>
        <translation>Keine Suchmaschine ist gewählt</translation>
    </message>
    <message>
        <source>No secure connection to {0} can be made</source>
        <translation>Es lässt sich keine sichere Verbindung zu {0} herstellen</translation>
    </message>
    <message>
        <source>No server behind {0} fits the privacy settings of the account</source>
        <translation>Kein Server hinter {0} entspricht den Datenschutzeinstellungen des Kontos</translation>
    </message>
    <message>
        <source>No spell checker is installed, so spelling is not checked.</source>
        <translation>Es ist keine Rechtschreibprüfung installiert, daher wird die Rechtschreibung nicht geprüft.</translation>
    </message>
    <message>
        <source>No sync program was found.</source>
        <translation>Es wurde kein Synchronisierungsprogramm gefunden.</translation>
    </message>
    <message>
        <source>No notification server is running, so no message is shown while you work elsewhere.</source>
        <translation>Es läuft kein Benachrichtigungsdienst, daher erscheint keine Benachrichtigung, während Sie anderswo arbeiten.</translation>
    </message>
    <message>
        <source>The request was canceled</source>
        <translation>Die Anfrage wurde abgebrochen</translation>
    </message>
    <message>
        <source>None is configured; the keyboard is used directly.</source>
        <translation>Es ist keine eingerichtet; die Tastatur wird direkt verwendet.</translation>
    </message>
    <message>
        <source>None of the engines of SearXNG answered: {0}</source>
        <translation>Keine der Suchmaschinen von SearXNG hat geantwortet: {0}</translation>
    </message>
    <message>
        <source>Not carried out: {0}.</source>
        <translation>Nicht ausgeführt: {0}.</translation>
    </message>
    <message>
        <source>Not checked: VaultDesk cannot use the spell checker of macOS or of Windows.</source>
        <translation>Nicht geprüft: VaultDesk kann die Rechtschreibprüfung von macOS oder Windows nicht verwenden.</translation>
    </message>
    <message>
        <source>Not in the passages: {0}.</source>
        <translation>Nicht in den Textstellen: {0}.</translation>
    </message>
    <message>
        <source>Not created yet; this happens when the vault is opened.</source>
        <translation>Noch nicht angelegt; das geschieht, wenn der Vault geöffnet wird.</translation>
    </message>
    <message>
        <source>Not written yet: default settings are used.</source>
        <translation>Noch nicht geschrieben: Es gelten die Standardeinstellungen.</translation>
    </message>
    <message>
        <source>Notes only</source>
        <translation>Nur Notizen</translation>
    </message>
    <message>
        <source>Notes read: {0}.</source>
        <translation>Gelesene Notizen: {0}.</translation>
    </message>
    <message>
        <source>Nothing answers at {0}</source>
        <translation>Unter {0} antwortet nichts</translation>
    </message>
    <message>
        <source>No action is required. A synchronized folder on this computer is faster.</source>
        <translation>Es ist nichts zu tun. Ein synchronisierter Ordner auf diesem Computer ist schneller.</translation>
    </message>
    <message>
        <source>No action is required. To see changes within a second, keep the vault on this computer.</source>
        <translation>Es ist nichts zu tun. Um Änderungen binnen einer Sekunde zu sehen, behalten Sie den Vault auf diesem Computer.</translation>
    </message>
    <message>
        <source>None of it was used. The file may have been replaced.</source>
        <translation>Nichts daraus wurde verwendet. Die Datei wurde vielleicht ausgetauscht.</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>Nothing was deleted.</source>
        <translation>Nichts wurde gelöscht.</translation>
    </message>
    <message>
        <source>Nothing was deleted. Obsidian&apos;s settings can name the vault&apos;s own .trash folder instead.</source>
        <translation>Nichts wurde gelöscht. In den Einstellungen von Obsidian lässt sich stattdessen der eigene Ordner .trash des Vaults angeben.</translation>
    </message>
    <message>
        <source>Nothing was done: {0}.</source>
        <translation>Nichts wurde getan: {0}.</translation>
    </message>
    <message>
        <source>Nothing was looked up.</source>
        <translation>Es wurde nichts nachgesehen.</translation>
    </message>
    <message>
        <source>Nothing was sent. Free some space or check the folder&apos;s permissions.</source>
        <translation>Nichts wurde gesendet. Schaffen Sie Speicherplatz, oder prüfen Sie die Zugriffsrechte des Ordners.</translation>
    </message>
    <message>
        <source>Nothing was written. Read the new text, then decide.</source>
        <translation>Nichts wurde geschrieben. Lesen Sie den neuen Text, und entscheiden Sie dann.</translation>
    </message>
    <message>
        <source>Created by another version of VaultDesk; it is rebuilt when the vault is opened.</source>
        <translation>Von einer anderen Version von VaultDesk angelegt; er wird neu aufgebaut, wenn der Vault geöffnet wird.</translation>
    </message>
    <message>
        <source>{0} note of {1} was sent with the question; {2} more were left out.</source>
        <translation>{0} Notiz von {1} wurde mit der Frage gesendet; {2} weitere wurden weggelassen.</translation>
    </message>
    <message>
        <source>{0} notes of {1} were sent with the question; {2} more were left out.</source>
        <translation>{0} Notizen von {1} wurden mit der Frage gesendet; {2} weitere wurden weggelassen.</translation>
    </message>
    <message>
        <source>Off: no search engine is chosen.</source>
        <translation>Aus: Keine Suchmaschine ist gewählt.</translation>
    </message>
    <message>
        <source>Offline assistant</source>
        <translation>Offline-Assistent</translation>
    </message>
    <message>
        <source>On GNOME install the extension AppIndicator; elsewhere add a tray to the panel.</source>
        <translation>Installieren Sie unter GNOME die Erweiterung AppIndicator; fügen Sie anderswo der Leiste einen Infobereich hinzu.</translation>
    </message>
    <message>
        <source>Only notes can be changed.</source>
        <translation>Nur Notizen können geändert werden.</translation>
    </message>
    <message>
        <source>Only pages, texts and PDFs are read.</source>
        <translation>Nur Seiten, Texte und PDFs werden gelesen.</translation>
    </message>
    <message>
        <source>Only plain files are notes.</source>
        <translation>Nur einfache Dateien sind Notizen.</translation>
    </message>
    <message>
        <source>Only public pages are fetched.</source>
        <translation>Nur öffentliche Seiten werden abgerufen.</translation>
    </message>
    <message>
        <source>Only the first {0} chats were read; choose a smaller part.</source>
        <translation>Nur die ersten {0} Chats wurden gelesen; wählen Sie einen kleineren Teil.</translation>
    </message>
    <message>
        <source>Only the first {0} messages were read.</source>
        <translation>Nur die ersten {0} Nachrichten wurden gelesen.</translation>
    </message>
    <message>
        <source>Only the first {0} parts of the query are used; the rest is ignored.</source>
        <translation>Nur die ersten {0} Teile der Suchanfrage werden verwendet; der Rest wird ignoriert.</translation>
    </message>
    <message>
        <source>Only web pages are fetched.</source>
        <translation>Nur Webseiten werden abgerufen.</translation>
    </message>
    <message>
        <source>Note texts are not available here</source>
        <translation>Texte von Notizen sind hier nicht verfügbar</translation>
    </message>
    <message>
        <source>Only {0} folders can be watched by all programs together; the vault has {1}.</source>
        <translation>Nur {0} Ordner können von allen Programmen zusammen überwacht werden; der Vault hat {1}.</translation>
    </message>
    <message>
        <source>Only {0} folders can be watched.</source>
        <translation>Nur {0} Ordner können überwacht werden.</translation>
    </message>
    <message>
        <source>Open it elsewhere and copy its text.</source>
        <translation>Öffnen Sie es anderswo und kopieren Sie den Text.</translation>
    </message>
    <message>
        <source>Open it in another program.</source>
        <translation>Öffnen Sie es in einem anderen Programm.</translation>
    </message>
    <message>
        <source>Open that one, or choose another name.</source>
        <translation>Öffnen Sie die vorhandene, oder wählen Sie einen anderen Namen.</translation>
    </message>
    <message>
        <source>Open the file in another program.</source>
        <translation>Öffnen Sie die Datei in einem anderen Programm.</translation>
    </message>
    <message>
        <source>Open the folder that holds your notes.</source>
        <translation>Öffnen Sie den Ordner, der Ihre Notizen enthält.</translation>
    </message>
    <message>
        <source>Open the vault again.</source>
        <translation>Öffnen Sie den Vault erneut.</translation>
    </message>
    <message>
        <source>Open the vault once; then the link works.</source>
        <translation>Öffnen Sie den Vault einmal, dann funktioniert der Link.</translation>
    </message>
    <message>
        <source>OpenAI-compatible server</source>
        <translation>OpenAI-kompatibler Server</translation>
    </message>
    <message>
        <source>PDF pages cannot be shown</source>
        <translation>PDF-Seiten können nicht gezeigt werden</translation>
    </message>
    <message>
        <source>Pages cannot be read: {0}</source>
        <translation>Seiten können nicht gelesen werden: {0}</translation>
    </message>
    <message>
        <source>Pages of PDFs can be shown.</source>
        <translation>PDF-Seiten können gezeigt werden.</translation>
    </message>
    <message>
        <source>Paused on battery.</source>
        <translation>Im Akkubetrieb angehalten.</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>Angehalten.</translation>
    </message>
    <message>
        <source>Plans what to look up, does that, then answers once; @vault, @web and others request a look-up.</source>
        <translation>Plant, was nachzuschlagen ist, tut das und antwortet dann einmal; @vault, @web und andere fordern ein Nachschlagen an.</translation>
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
        <translation>Port {0} wird nicht für Webseiten verwendet</translation>
    </message>
    <message>
        <source>On Wayland programs cannot register system-wide shortcuts, and this desktop has no portal for them.</source>
        <translation>Unter Wayland können Programme keine systemweiten Tastenkürzel registrieren, und dieser Desktop hat kein Portal dafür.</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Projects are notes in {0}.</source>
        <translation>Projekte sind Notizen in {0}.</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Eigenschaften</translation>
    </message>
    <message>
        <source>Properties and tags</source>
        <translation>Eigenschaften und Tags</translation>
    </message>
    <message>
        <source>Properties removed: {0}.</source>
        <translation>Entfernte Eigenschaften: {0}.</translation>
    </message>
    <message>
        <source>Copy it into the vault folder with the file manager.</source>
        <translation>Kopieren Sie die Datei mit dem Dateimanager in den Ordner des Vaults.</translation>
    </message>
    <message>
        <source>Merge the two and delete the copy; then the note can be changed.</source>
        <translation>Führen Sie beide zusammen und löschen Sie die Kopie; dann lässt sich die Notiz ändern.</translation>
    </message>
    <message>
        <source>Qt does not start: {0}</source>
        <translation>Qt startet nicht: {0}</translation>
    </message>
    <message>
        <source>Qt {0} starts, on {1}.</source>
        <translation>Qt {0} startet, auf {1}.</translation>
    </message>
    <message>
        <source>Qt {0} starts.</source>
        <translation>Qt {0} startet.</translation>
    </message>
    <message>
        <source>Query notes</source>
        <translation>Notizen abfragen</translation>
    </message>
    <message>
        <source>Query your notes: {0}</source>
        <translation>Ihre Notizen abfragen: {0}</translation>
    </message>
    <message>
        <source>Raise Context window in Settings (it is {0} tokens now), or start a new chat.</source>
        <translation>Vergrößern Sie das Kontextfenster in den Einstellungen (jetzt {0} Tokens), oder beginnen Sie einen neuen Chat.</translation>
    </message>
    <message>
        <source>Raise Context window in Settings, or start a new chat.</source>
        <translation>Vergrößern Sie das Kontextfenster in den Einstellungen, oder beginnen Sie einen neuen Chat.</translation>
    </message>
    <message>
        <source>Raise fs.inotify.max_user_watches. Until then the folder is compared every minute, and whenever you return to the window.</source>
        <translation>Erhöhen Sie fs.inotify.max_user_watches. Bis dahin wird der Ordner jede Minute abgeglichen und immer, wenn Sie zum Fenster zurückkehren.</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Read a note</source>
        <translation>Notiz lesen</translation>
    </message>
    <message>
        <source>Open it again to read it.</source>
        <translation>Öffnen Sie sie noch einmal, um sie zu lesen.</translation>
    </message>
    <message>
        <source>Read it and accept it again{0}</source>
        <translation>Lesen Sie sie und nehmen Sie sie erneut an{0}</translation>
    </message>
    <message>
        <source>Read notes</source>
        <translation>Notizen lesen</translation>
    </message>
    <message>
        <source>Read what its note says and accept it{0}</source>
        <translation>Lesen Sie, was seine Notiz sagt, und nehmen Sie es an{0}</translation>
    </message>
    <message>
        <source>Read {0} note</source>
        <translation>{0} Notiz lesen</translation>
    </message>
    <message>
        <source>Read {0} notes</source>
        <translation>{0} Notizen lesen</translation>
    </message>
    <message>
        <source>Read “{0}” of</source>
        <translation>Lesen: „{0}“ aus</translation>
    </message>
    <message>
        <source>Read “{1}” of {0} note</source>
        <translation>„{1}“ aus {0} Notiz lesen</translation>
    </message>
    <message>
        <source>Read “{1}” of {0} notes</source>
        <translation>„{1}“ aus {0} Notizen lesen</translation>
    </message>
    <message>
        <source>Indexing for search by meaning stopped because of an error in VaultDesk.</source>
        <translation>Die Indizierung für die Suche nach Bedeutung wurde wegen eines Fehlers in VaultDesk beendet.</translation>
    </message>
    <message>
        <source>Reading notes</source>
        <translation>Notizen lesen</translation>
    </message>
    <message>
        <source>Refresh the search index</source>
        <translation>Suchindex auffrischen</translation>
    </message>
    <message>
        <source>Remember</source>
        <translation>Merken</translation>
    </message>
    <message>
        <source>Remember “{0}”</source>
        <translation>„{0}“ merken</translation>
    </message>
    <message>
        <source>Remove tags</source>
        <translation>Tags entfernen</translation>
    </message>
    <message>
        <source>Remove tags from</source>
        <translation>Tags entfernen aus</translation>
    </message>
    <message>
        <source>Remove that character.</source>
        <translation>Entfernen Sie dieses Zeichen.</translation>
    </message>
    <message>
        <source>Remove the character.</source>
        <translation>Entfernen Sie das Zeichen.</translation>
    </message>
    <message>
        <source>Remove {0} from</source>
        <translation>{0} entfernen aus</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Rename a note</source>
        <translation>Notiz umbenennen</translation>
    </message>
    <message>
        <source>Rename one of each before you copy the vault there.</source>
        <translation>Benennen Sie jeweils einen um, bevor Sie den Vault dorthin kopieren.</translation>
    </message>
    <message>
        <source>Rename one of them first.</source>
        <translation>Benennen Sie zuerst eine davon um.</translation>
    </message>
    <message>
        <source>Rename the file, then try again.</source>
        <translation>Benennen Sie die Datei um und versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Rename {0} note</source>
        <translation>{0} Notiz umbenennen</translation>
    </message>
    <message>
        <source>Rename {0} notes</source>
        <translation>{0} Notizen umbenennen</translation>
    </message>
    <message>
        <source>Rename {0} to {1} in</source>
        <translation>{0} umbenennen in {1} in</translation>
    </message>
    <message>
        <source>Repair {0} link</source>
        <translation>{0} Link reparieren</translation>
    </message>
    <message>
        <source>Repair {0} links</source>
        <translation>{0} Links reparieren</translation>
    </message>
    <message>
        <source>Run `codex login` in a terminal, then ask again.</source>
        <translation>Führen Sie `codex login` in einem Terminal aus, und fragen Sie dann erneut.</translation>
    </message>
    <message>
        <source>Run: ollama signin. Or choose a model that runs on this computer.</source>
        <translation>Führen Sie aus: ollama signin. Oder wählen Sie ein Modell, das auf diesem Computer läuft.</translation>
    </message>
    <message>
        <source>Running. Number of models: {0}.</source>
        <translation>In Betrieb. Zahl der Modelle: {0}.</translation>
    </message>
    <message>
        <source>SQLite {0} has no full-text search: {1}</source>
        <translation>SQLite {0} hat keine Volltextsuche: {1}</translation>
    </message>
    <message>
        <source>Save a copy without one.</source>
        <translation>Speichern Sie eine Kopie ohne Kennwort.</translation>
    </message>
    <message>
        <source>Save it as UTF-8 in an editor.</source>
        <translation>Speichern Sie es in einem Editor als UTF-8.</translation>
    </message>
    <message>
        <source>Save it as a text or a PDF first.</source>
        <translation>Speichern Sie es zuerst als Text oder PDF.</translation>
    </message>
    <message>
        <source>SearXNG does not return results as JSON</source>
        <translation>SearXNG liefert Ergebnisse nicht als JSON</translation>
    </message>
    <message>
        <source>Search again.</source>
        <translation>Suchen Sie noch einmal.</translation>
    </message>
    <message>
        <source>Search and read in “{0}” without asking</source>
        <translation>Ohne Nachfrage in „{0}“ suchen und lesen</translation>
    </message>
    <message>
        <source>Search and read without asking</source>
        <translation>Ohne Nachfrage suchen und lesen</translation>
    </message>
    <message>
        <source>Search by meaning is not installed</source>
        <translation>Die Suche nach Bedeutung ist nicht installiert</translation>
    </message>
    <message>
        <source>This transcript was generated by speech recognition. Words, names and numbers may be wrong.</source>
        <translation>Dieses Transkript wurde durch Spracherkennung erzeugt. Wörter, Namen und Zahlen können falsch sein.</translation>
    </message>
    <message>
        <source>Tools from other packages: {0}. Whether they can be created is checked when a vault is opened.</source>
        <translation>Werkzeuge aus anderen Paketen: {0}. Ob sie erzeugt werden können, wird beim Öffnen eines Vaults geprüft.</translation>
    </message>
    <message>
        <source>Use a shorter query.</source>
        <translation>Verwenden Sie eine kürzere Suchanfrage.</translation>
    </message>
    <message>
        <source>Search notes</source>
        <translation>Notizen durchsuchen</translation>
    </message>
    <message>
        <source>Search passages</source>
        <translation>Textstellen suchen</translation>
    </message>
    <message>
        <source>Search the web</source>
        <translation>Im Web suchen</translation>
    </message>
    <message>
        <source>Search the web for “{0}”</source>
        <translation>Im Web nach „{0}“ suchen</translation>
    </message>
    <message>
        <source>Search your notes for {0}</source>
        <translation>Ihre Notizen nach {0} durchsuchen</translation>
    </message>
    <message>
        <source>Search your notes for “{0}”</source>
        <translation>Ihre Notizen nach „{0}“ durchsuchen</translation>
    </message>
    <message>
        <source>Searches your notes first and answers only from them, with a source for each claim.</source>
        <translation>Durchsucht zuerst Ihre Notizen und antwortet nur daraus, mit einer Quelle für jede Aussage.</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Search by words still works.</source>
        <translation>Die Suche nach Wörtern funktioniert weiterhin.</translation>
    </message>
    <message>
        <source>Check your plan at tavily.com.</source>
        <translation>Prüfen Sie Ihren Tarif auf tavily.com.</translation>
    </message>
    <message>
        <source>Check your plan there.</source>
        <translation>Prüfen Sie dort Ihren Tarif.</translation>
    </message>
    <message>
        <source>Sees no notes.</source>
        <translation>Sieht keine Notizen.</translation>
    </message>
    <message>
        <source>Sees pictures: {0}</source>
        <translation>Sieht Bilder: {0}</translation>
    </message>
    <message>
        <source>Select less text.</source>
        <translation>Wählen Sie weniger Text aus.</translation>
    </message>
    <message>
        <source>Send nothing of what was found to {0}</source>
        <translation>Nichts vom Gefundenen an {0} senden</translation>
    </message>
    <message>
        <source>Send what was found to {0}</source>
        <translation>Das Gefundene an {0} senden</translation>
    </message>
    <message>
        <source>Send {0} passage of “{1}” to {2}</source>
        <translation>{0} Textstelle aus „{1}“ an {2} senden</translation>
    </message>
    <message>
        <source>Send {0} passages of {1} notes to {2}</source>
        <translation>{0} Textstellen aus {1} Notizen an {2} senden</translation>
    </message>
    <message>
        <source>Send {0} passages of “{1}” to {2}</source>
        <translation>{0} Textstellen aus „{1}“ an {2} senden</translation>
    </message>
    <message>
        <source>Set HTTPS_PROXY to an address like http://proxy:3128, or unset ALL_PROXY.</source>
        <translation>Setzen Sie HTTPS_PROXY auf eine Adresse wie http://proxy:3128, oder entfernen Sie ALL_PROXY.</translation>
    </message>
    <message>
        <source>Set a larger context window in the server&apos;s settings, or choose another model.</source>
        <translation>Stellen Sie in den Einstellungen des Servers ein größeres Kontextfenster ein, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Set its base_url, like http://localhost:8080/v1.</source>
        <translation>Setzen Sie base_url, etwa http://localhost:8080/v1.</translation>
    </message>
    <message>
        <source>Set the variable, then start VaultDesk again.</source>
        <translation>Setzen Sie die Variable, und starten Sie VaultDesk dann neu.</translation>
    </message>
    <message>
        <source>Set up with a key. {0} was not contacted.</source>
        <translation>Mit Schlüssel eingerichtet. {0} wurde nicht kontaktiert.</translation>
    </message>
    <message>
        <source>Set up without a key. {0} was not contacted.</source>
        <translation>Ohne Schlüssel eingerichtet. {0} wurde nicht kontaktiert.</translation>
    </message>
    <message>
        <source>Set {0} in</source>
        <translation>{0} setzen in</translation>
    </message>
    <message>
        <source>Set {0} to a folder on this computer.</source>
        <translation>Setzen Sie {0} auf einen Ordner auf diesem Computer.</translation>
    </message>
    <message>
        <source>Set {0} to a folder that is not synchronized.</source>
        <translation>Setzen Sie {0} auf einen Ordner, der nicht synchronisiert wird.</translation>
    </message>
    <message>
        <source>Several programs synchronize this folder: {0}. They may overwrite each other&apos;s changes.</source>
        <translation>Mehrere Programme synchronisieren diesen Ordner: {0}. Sie überschreiben vielleicht gegenseitig ihre Änderungen.</translation>
    </message>
    <message>
        <source>Show folders</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>Show the folders and names of notes in {0}</source>
        <translation>Ordner und Namen der Notizen in {0} zeigen</translation>
    </message>
    <message>
        <source>Showing a picture…</source>
        <translation>Ein Bild wird gezeigt…</translation>
    </message>
    <message>
        <source>A part of an unknown kind was left out.</source>
        <translation>Ein Teil unbekannter Art wurde ausgelassen.</translation>
    </message>
    <message>
        <source>Split it into smaller notes.</source>
        <translation>Teilen Sie sie in kleinere Notizen.</translation>
    </message>
    <message>
        <source>Restart VaultDesk.</source>
        <translation>Starten Sie VaultDesk neu.</translation>
    </message>
    <message>
        <source>Start VaultDesk from a desktop session.</source>
        <translation>Starten Sie VaultDesk aus einer Desktop-Sitzung.</translation>
    </message>
    <message>
        <source>Start a pomodoro of {0} minutes</source>
        <translation>Pomodoro von {0} Minuten starten</translation>
    </message>
    <message>
        <source>Start it, or check its address.</source>
        <translation>Starten Sie es, oder prüfen Sie seine Adresse.</translation>
    </message>
    <message>
        <source>Start {0}, or check its address.</source>
        <translation>Starten Sie {0}, oder prüfen Sie die Adresse.</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>Attach only the part that matters.</source>
        <translation>Hängen Sie nur den Teil an, auf den es ankommt.</translation>
    </message>
    <message>
        <source>That is too much to undo in one step. Use the file manager for these files.</source>
        <translation>Das ist zu viel, um es in einem Schritt rückgängig zu machen. Verwenden Sie für diese Dateien den Dateimanager.</translation>
    </message>
    <message>
        <source>This is not a valid property name</source>
        <translation>Das ist kein gültiger Name einer Eigenschaft</translation>
    </message>
    <message>
        <source>The redirect was not followed, and nothing was sent there. Check the provider&apos;s address in Settings.</source>
        <translation>Der Weiterleitung wurde nicht gefolgt, und nichts wurde dorthin gesendet. Prüfen Sie die Adresse des Anbieters in den Einstellungen.</translation>
    </message>
    <message>
        <source>The PDF “{0}” cannot be read</source>
        <translation>Das PDF „{0}“ kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>The PDF “{0}” has no page {1}</source>
        <translation>Das PDF „{0}“ hat keine Seite {1}</translation>
    </message>
    <message>
        <source>The PDF “{0}” has no text</source>
        <translation>Das PDF „{0}“ hat keinen Text</translation>
    </message>
    <message>
        <source>The PDF “{0}” is protected with a password</source>
        <translation>Das PDF „{0}“ ist mit einem Kennwort geschützt</translation>
    </message>
    <message>
        <source>The account at {0} has no credit left</source>
        <translation>Das Konto bei {0} hat kein Guthaben mehr</translation>
    </message>
    <message>
        <source>The address of {0} cannot be used</source>
        <translation>Die Adresse von {0} kann nicht verwendet werden</translation>
    </message>
    <message>
        <source>The address of {0} is not set</source>
        <translation>Die Adresse von {0} ist nicht angegeben</translation>
    </message>
    <message>
        <source>The agent {0} cannot be used</source>
        <translation>Der Agent {0} kann nicht verwendet werden</translation>
    </message>
    <message>
        <source>The agent {0} has not been allowed yet</source>
        <translation>Der Agent {0} wurde noch nicht erlaubt</translation>
    </message>
    <message>
        <source>It uses the agent {0}, if you allowed that agent.</source>
        <translation>Es verwendet den Agenten {0}, sofern Sie ihn erlaubt haben.</translation>
    </message>
    <message>
        <source>The answer was interrupted</source>
        <translation>Die Antwort wurde unterbrochen</translation>
    </message>
    <message>
        <source>The answer ended before its tool call was complete; the tool was not run.</source>
        <translation>Die Antwort endete, bevor ihr Werkzeugaufruf vollständig war; das Werkzeug wurde nicht ausgeführt.</translation>
    </message>
    <message>
        <source>The answer from {0} was interrupted</source>
        <translation>Die Antwort von {0} wurde unterbrochen</translation>
    </message>
    <message>
        <source>The answer from {0} cannot be used: {1}</source>
        <translation>Die Antwort von {0} kann nicht verwendet werden: {1}</translation>
    </message>
    <message>
        <source>Tell me to continue, or ask for a part of it.</source>
        <translation>Sagen Sie mir, dass ich weitermachen soll, oder fragen Sie nach einem Teil davon.</translation>
    </message>
    <message>
        <source>The answer may be at most {0} tokens long, to stay within your limit.</source>
        <translation>Die Antwort darf höchstens {0} Tokens lang sein, damit Ihre Grenze eingehalten wird.</translation>
    </message>
    <message>
        <source>The answer repeats a tool call from text that the model read. It was not run.</source>
        <translation>Die Antwort wiederholt einen Werkzeugaufruf aus einem Text, den das Modell gelesen hat. Er wurde nicht ausgeführt.</translation>
    </message>
    <message>
        <source>The answer stopped because {0} is full. {1}</source>
        <translation>Die Antwort endete, weil {0} voll ist. {1}</translation>
    </message>
    <message>
        <source>The answer was cut off, so its tool call was not run.</source>
        <translation>Die Antwort wurde abgeschnitten, daher wurde ihr Werkzeugaufruf nicht ausgeführt.</translation>
    </message>
    <message>
        <source>The arguments are not valid JSON: {0}.</source>
        <translation>Die Argumente sind kein gültiges JSON: {0}.</translation>
    </message>
    <message>
        <source>The arguments must be one JSON object.</source>
        <translation>Die Argumente müssen ein JSON-Objekt sein.</translation>
    </message>
    <message>
        <source>The block has changed.</source>
        <translation>Der Block hat sich geändert.</translation>
    </message>
    <message>
        <source>The certificate of {0} cannot be trusted</source>
        <translation>Dem Zertifikat von {0} ist nicht zu trauen</translation>
    </message>
    <message>
        <source>The chat could not be saved</source>
        <translation>Der Chat konnte nicht gespeichert werden</translation>
    </message>
    <message>
        <source>The chat is longer than {0}, so {1} has probably left out its beginning. {2}</source>
        <translation>Der Chat ist länger als {0}, daher hat {1} wahrscheinlich den Anfang weggelassen. {2}</translation>
    </message>
    <message>
        <source>The chat is too long for this model of {0}</source>
        <translation>Der Chat ist zu lang für dieses Modell von {0}</translation>
    </message>
    <message>
        <source>The chat is being written by another program</source>
        <translation>Der Chat wird gerade von einem anderen Programm geschrieben</translation>
    </message>
    <message>
        <source>The chat was not deleted</source>
        <translation>Der Chat wurde nicht gelöscht</translation>
    </message>
    <message>
        <source>The chat was not renamed</source>
        <translation>Der Chat wurde nicht umbenannt</translation>
    </message>
    <message>
        <source>The chat&apos;s note changes faster than it can be written</source>
        <translation>Die Notiz des Chats ändert sich schneller, als sie geschrieben werden kann</translation>
    </message>
    <message>
        <source>The check itself failed: {0}.</source>
        <translation>Die Prüfung selbst ist fehlgeschlagen: {0}.</translation>
    </message>
    <message>
        <source>The connection to {0} was interrupted</source>
        <translation>Die Verbindung zu {0} wurde unterbrochen</translation>
    </message>
    <message>
        <source>The connection to {0} timed out or was interrupted</source>
        <translation>Die Verbindung zu {0} hat zu lange gedauert oder wurde unterbrochen</translation>
    </message>
    <message>
        <source>The conversation is too long for {0}: about {1} tokens, and {2} fit</source>
        <translation>Das Gespräch ist zu lang für {0}: etwa {1} Tokens, und {2} haben Platz</translation>
    </message>
    <message>
        <source>The data is on a network drive ({0}), where a database may be damaged.</source>
        <translation>Die Daten liegen auf einem Netzlaufwerk ({0}), wo eine Datenbank beschädigt werden kann.</translation>
    </message>
    <message>
        <source>The disk reported an error for the search index.</source>
        <translation>Der Datenträger hat für den Suchindex einen Fehler gemeldet.</translation>
    </message>
    <message>
        <source>The disk is full: {0} free.</source>
        <translation>Der Datenträger ist voll: {0} frei.</translation>
    </message>
    <message>
        <source>The disk with the search index is full.</source>
        <translation>Der Datenträger mit dem Suchindex ist voll.</translation>
    </message>
    <message>
        <source>The display this terminal names does not answer.</source>
        <translation>Die Anzeige, die dieses Terminal nennt, antwortet nicht.</translation>
    </message>
    <message>
        <source>The earlier version of “{0}” is no longer stored, or is damaged: {1}</source>
        <translation>Die frühere Fassung von „{0}“ ist nicht mehr gespeichert oder beschädigt: {1}</translation>
    </message>
    <message>
        <source>The update file is not signed by the developers of VaultDesk</source>
        <translation>Die Updatedatei ist nicht von den Entwicklern von VaultDesk signiert</translation>
    </message>
    <message>
        <source>The update file is older than one received before</source>
        <translation>Die Updatedatei ist älter als eine früher empfangene</translation>
    </message>
    <message>
        <source>The folder is named “{0}” here.</source>
        <translation>Der Ordner heißt hier „{0}“.</translation>
    </message>
    <message>
        <source>The folder “{0}” cannot be opened.</source>
        <translation>Der Ordner „{0}“ kann nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>The properties of {0} no longer contain settings</source>
        <translation>Die Eigenschaften von {0} enthalten keine Einstellungen mehr</translation>
    </message>
    <message>
        <source>The input method {0} is configured, but this Qt does not support it.</source>
        <translation>Die Eingabemethode {0} ist eingerichtet, aber dieses Qt unterstützt sie nicht.</translation>
    </message>
    <message>
        <source>The input method {0} is used.</source>
        <translation>Die Eingabemethode {0} wird verwendet.</translation>
    </message>
    <message>
        <source>The instructions are longer than {0} characters.</source>
        <translation>Die Anweisungen sind länger als {0} Zeichen.</translation>
    </message>
    <message>
        <source>The instructions contain invisible characters.</source>
        <translation>Die Anweisungen enthalten unsichtbare Zeichen.</translation>
    </message>
    <message>
        <source>The key of {0} could not be removed</source>
        <translation>Der Schlüssel von {0} konnte nicht entfernt werden</translation>
    </message>
    <message>
        <source>The key of {0} was entered for {1} and is not sent to {2}.</source>
        <translation>Der Schlüssel von {0} wurde für {1} eingegeben und wird nicht an {2} gesendet.</translation>
    </message>
    <message>
        <source>The keyring of this computer reported an error: {0}. Remove the key there, under VaultDesk.</source>
        <translation>Der Schlüsselbund dieses Computers meldet einen Fehler: {0}. Entfernen Sie den Schlüssel dort, unter VaultDesk.</translation>
    </message>
    <message>
        <source>The key could not be read from the keyring of this computer: {0}.</source>
        <translation>Der Schlüssel konnte nicht aus dem Schlüsselbund dieses Computers gelesen werden: {0}.</translation>
    </message>
    <message>
        <source>The limit of {0} tool rounds was reached, so the model answers now.</source>
        <translation>Die Grenze von {0} Werkzeugrunden ist erreicht, daher antwortet das Modell jetzt.</translation>
    </message>
    <message>
        <source>The log has details. Please report it.</source>
        <translation>Einzelheiten stehen im Protokoll. Bitte melden Sie es.</translation>
    </message>
    <message>
        <source>The model alone: it sees none of your notes and uses no tools.</source>
        <translation>Nur das Modell: Es sieht keine Ihrer Notizen und verwendet keine Werkzeuge.</translation>
    </message>
    <message>
        <source>The model answered before it had the results. That part was left out.</source>
        <translation>Das Modell hat geantwortet, bevor es die Ergebnisse hatte. Dieser Teil wurde weggelassen.</translation>
    </message>
    <message>
        <source>The model asked for more than {0} tools at once. The rest was left out.</source>
        <translation>Das Modell hat mehr als {0} Werkzeuge auf einmal verlangt. Der Rest wurde weggelassen.</translation>
    </message>
    <message>
        <source>The model for search by meaning cannot be loaded</source>
        <translation>Das Modell für die Suche nach Bedeutung kann nicht geladen werden</translation>
    </message>
    <message>
        <source>The model for search by meaning does not run on this computer</source>
        <translation>Das Modell für die Suche nach Bedeutung läuft nicht auf diesem Computer</translation>
    </message>
    <message>
        <source>The model for search by meaning is damaged</source>
        <translation>Das Modell für die Suche nach Bedeutung ist beschädigt</translation>
    </message>
    <message>
        <source>The model for search by meaning is missing</source>
        <translation>Das Modell für die Suche nach Bedeutung fehlt</translation>
    </message>
    <message>
        <source>The model gave no meaning.</source>
        <translation>Das Modell hat keine Bedeutung angegeben.</translation>
    </message>
    <message>
        <source>The model used the same id for two tool calls</source>
        <translation>Das Modell hat für zwei Werkzeugaufrufe dieselbe Kennung verwendet</translation>
    </message>
    <message>
        <source>The model was closed</source>
        <translation>Das Modell wurde geschlossen</translation>
    </message>
    <message>
        <source>The model wrote at length before it asked for a tool.</source>
        <translation>Das Modell hat ausführlich geschrieben, bevor es ein Werkzeug verlangt hat.</translation>
    </message>
    <message>
        <source>The model wrote no summary</source>
        <translation>Das Modell hat keine Zusammenfassung geschrieben</translation>
    </message>
    <message>
        <source>The model&apos;s tool calls could not be read</source>
        <translation>Die Werkzeugaufrufe des Modells konnten nicht gelesen werden</translation>
    </message>
    <message>
        <source>The model&apos;s last tool call is incomplete and was not run.</source>
        <translation>Der letzte Werkzeugaufruf des Modells ist unvollständig und wurde nicht ausgeführt.</translation>
    </message>
    <message>
        <source>The name {0} cannot be found</source>
        <translation>Der Name {0} ist nicht zu finden</translation>
    </message>
    <message>
        <source>The new name looks like that of another note, “{0}”.</source>
        <translation>Der neue Name sieht aus wie der einer anderen Notiz, „{0}“.</translation>
    </message>
    <message>
        <source>The new text contains invisible characters; they are shown as &lt;U+…&gt;.</source>
        <translation>Der neue Text enthält unsichtbare Zeichen; sie werden als &lt;U+…&gt; gezeigt.</translation>
    </message>
    <message>
        <source>The note has changed.</source>
        <translation>Die Notiz hat sich geändert.</translation>
    </message>
    <message>
        <source>The note could not be written.</source>
        <translation>Die Notiz konnte nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The note has no instructions: write them below the properties.</source>
        <translation>Die Notiz hat keine Anweisungen: Schreiben Sie sie unter die Eigenschaften.</translation>
    </message>
    <message>
        <source>The note itself is not affected. Check the disk where VaultDesk stores its data.</source>
        <translation>Die Notiz selbst ist nicht betroffen. Prüfen Sie den Datenträger, auf dem VaultDesk seine Daten speichert.</translation>
    </message>
    <message>
        <source>The note itself is not affected. Check the disk.</source>
        <translation>Die Notiz selbst ist nicht betroffen. Prüfen Sie den Datenträger.</translation>
    </message>
    <message>
        <source>The note of the agent {0} has changed since you allowed it</source>
        <translation>Die Notiz des Agenten {0} hat sich geändert, seit Sie ihn erlaubt haben</translation>
    </message>
    <message>
        <source>The note of the agent {0} changed while you were reviewing it</source>
        <translation>Die Notiz des Agenten {0} hat sich geändert, während Sie sie prüften</translation>
    </message>
    <message>
        <source>The note of the project {0} has changed since you accepted it</source>
        <translation>Die Notiz des Projekts {0} hat sich geändert, seit Sie sie angenommen haben</translation>
    </message>
    <message>
        <source>The note of the project {0} changed while you were reading it</source>
        <translation>Die Notiz des Projekts {0} hat sich geändert, während Sie sie lasen</translation>
    </message>
    <message>
        <source>The note has changed since</source>
        <translation>Die Notiz hat sich seitdem geändert</translation>
    </message>
    <message>
        <source>The note “{0}” has no block “{1}”.</source>
        <translation>Die Notiz „{0}“ hat keinen Block „{1}“.</translation>
    </message>
    <message>
        <source>The note “{0}” has no heading “{1}”.</source>
        <translation>Die Notiz „{0}“ hat keine Überschrift „{1}“.</translation>
    </message>
    <message>
        <source>The note&apos;s properties cannot be changed</source>
        <translation>Die Eigenschaften der Notiz können nicht geändert werden</translation>
    </message>
    <message>
        <source>The offline assistant cannot rewrite</source>
        <translation>Der Offline-Assistent kann nicht umschreiben</translation>
    </message>
    <message>
        <source>The other entries were read.</source>
        <translation>Die anderen Einträge wurden gelesen.</translation>
    </message>
    <message>
        <source>The page cannot be displayed: {0}</source>
        <translation>Die Seite kann nicht angezeigt werden: {0}</translation>
    </message>
    <message>
        <source>The page cannot be read</source>
        <translation>Die Seite kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>The page contains hidden text, which was left out.</source>
        <translation>Die Seite enthält verborgenen Text, der ausgelassen wurde.</translation>
    </message>
    <message>
        <source>The page uses a compression that was not requested</source>
        <translation>Die Seite verwendet eine Komprimierung, die nicht angefordert wurde</translation>
    </message>
    <message>
        <source>The compressed page is damaged and cannot be read</source>
        <translation>Die komprimierte Seite ist beschädigt und kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>The page is too large</source>
        <translation>Die Seite ist zu groß</translation>
    </message>
    <message>
        <source>The Search index page lists each with its reason.</source>
        <translation>Die Seite „Suchindex“ führt jede mit ihrem Grund auf.</translation>
    </message>
    <message>
        <source>The page takes too long to read</source>
        <translation>Die Seite zu lesen dauert zu lange</translation>
    </message>
    <message>
        <source>The page {0} was not fetched.</source>
        <translation>Die Seite {0} wurde nicht abgerufen.</translation>
    </message>
    <message>
        <source>The pattern {0} is invalid or too large; it is ignored.</source>
        <translation>Das Muster {0} ist ungültig oder zu groß; es wird ignoriert.</translation>
    </message>
    <message>
        <source>The pattern {0} uses lookahead or lookbehind, which is not supported; it is ignored.</source>
        <translation>Das Muster {0} verwendet Lookahead oder Lookbehind, was nicht unterstützt wird; es wird ignoriert.</translation>
    </message>
    <message>
        <source>The pattern {0} uses a backreference, which is not supported; it is ignored.</source>
        <translation>Das Muster {0} verwendet eine Rückreferenz, was nicht unterstützt wird; es wird ignoriert.</translation>
    </message>
    <message>
        <source>The custom instructions of that time were left out.</source>
        <translation>Die damaligen benutzerdefinierten Anweisungen wurden ausgelassen.</translation>
    </message>
    <message>
        <source>The picture “{0}” is larger than {1} MB</source>
        <translation>Das Bild „{0}“ ist größer als {1} MB</translation>
    </message>
    <message>
        <source>The price of {0} is not known: it is not counted for {1}.</source>
        <translation>Der Preis von {0} ist nicht bekannt: Er wird für {1} nicht mitgezählt.</translation>
    </message>
    <message>
        <source>The program is in a folder whose name cannot be used in a startup entry. Move it to another folder.</source>
        <translation>Das Programm liegt in einem Ordner, dessen Name in einem Autostart-Eintrag nicht verwendet werden kann. Verschieben Sie es in einen anderen Ordner.</translation>
    </message>
    <message>
        <source>The path of the program is too long for a Windows startup entry. Move it to a shorter path.</source>
        <translation>Der Pfad des Programms ist zu lang für einen Autostart-Eintrag von Windows. Verschieben Sie es in einen kürzeren Pfad.</translation>
    </message>
    <message>
        <source>The project {0} cannot be used</source>
        <translation>Das Projekt {0} kann nicht verwendet werden</translation>
    </message>
    <message>
        <source>The project {0} has not been accepted yet</source>
        <translation>Das Projekt {0} wurde noch nicht angenommen</translation>
    </message>
    <message>
        <source>The provider {0} has no address</source>
        <translation>Der Anbieter {0} hat keine Adresse</translation>
    </message>
    <message>
        <source>The provider&apos;s address contains a user name or password</source>
        <translation>Die Adresse des Anbieters enthält einen Benutzernamen oder ein Kennwort</translation>
    </message>
    <message>
        <source>The provider&apos;s address {0} cannot be used</source>
        <translation>Die Adresse des Anbieters {0} kann nicht verwendet werden</translation>
    </message>
    <message>
        <source>The provider&apos;s address {0} has a ? or # part</source>
        <translation>Die Adresse des Anbieters {0} hat einen Teil mit ? oder #</translation>
    </message>
    <message>
        <source>The proxy in front of {0} rejected the request</source>
        <translation>Der Proxy vor {0} hat die Anfrage abgelehnt</translation>
    </message>
    <message>
        <source>The proxy settings of this computer cannot be used for {0}</source>
        <translation>Die Proxy-Einstellungen dieses Computers können für {0} nicht verwendet werden</translation>
    </message>
    <message>
        <source>The record of changes cannot be created: {0}.</source>
        <translation>Das Änderungsprotokoll kann nicht angelegt werden: {0}.</translation>
    </message>
    <message>
        <source>The record of changes cannot be used: {0}.</source>
        <translation>Das Änderungsprotokoll kann nicht verwendet werden: {0}.</translation>
    </message>
    <message>
        <source>The record of tool calls cannot be cleared: {0}.</source>
        <translation>Das Protokoll der Werkzeugaufrufe kann nicht geleert werden: {0}.</translation>
    </message>
    <message>
        <source>The search index cannot be saved.</source>
        <translation>Der Suchindex kann nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>The search index cannot be opened.</source>
        <translation>Der Suchindex kann nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>The search index is being rebuilt, so an answer would be incomplete.</source>
        <translation>Der Suchindex wird gerade neu aufgebaut, daher wäre eine Antwort unvollständig.</translation>
    </message>
    <message>
        <source>The search index is damaged.</source>
        <translation>Der Suchindex ist beschädigt.</translation>
    </message>
    <message>
        <source>The search index is in use.</source>
        <translation>Der Suchindex wird gerade verwendet.</translation>
    </message>
    <message>
        <source>The search index cannot be written.</source>
        <translation>Der Suchindex kann nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>The search index was just closed.</source>
        <translation>Der Suchindex wurde gerade geschlossen.</translation>
    </message>
    <message>
        <source>The search was stopped.</source>
        <translation>Die Suche wurde angehalten.</translation>
    </message>
    <message>
        <source>The setting {0} cannot be used</source>
        <translation>Die Einstellung {0} kann nicht verwendet werden</translation>
    </message>
    <message>
        <source>The settings could not be changed</source>
        <translation>Die Einstellungen konnten nicht geändert werden</translation>
    </message>
    <message>
        <source>The settings could not be saved</source>
        <translation>Die Einstellungen konnten nicht gespeichert werden</translation>
    </message>
    <message>
        <source>The settings file cannot be read</source>
        <translation>Die Einstellungsdatei kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>The settings file has a mistake</source>
        <translation>Die Einstellungsdatei hat einen Fehler</translation>
    </message>
    <message>
        <source>The settings file has a mistake in line {0}</source>
        <translation>Die Einstellungsdatei hat einen Fehler in Zeile {0}</translation>
    </message>
    <message>
        <source>The settings were written by a newer VaultDesk</source>
        <translation>Die Einstellungen wurden von einem neueren VaultDesk geschrieben</translation>
    </message>
    <message>
        <source>The setting to start with the system could not be changed</source>
        <translation>Die Einstellung zum Start mit dem System konnte nicht geändert werden</translation>
    </message>
    <message>
        <source>The system sets no known limit.</source>
        <translation>Das System setzt keine bekannte Grenze.</translation>
    </message>
    <message>
        <source>The text contains a NUL character and cannot be saved.</source>
        <translation>Der Text enthält ein NUL-Zeichen und kann nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>The text contains an incomplete character and cannot be saved.</source>
        <translation>Der Text enthält ein unvollständiges Zeichen und kann nicht gespeichert werden.</translation>
    </message>
    <message>
        <source>The text is larger than {0} MB and was not saved.</source>
        <translation>Der Text ist größer als {0} MB und wurde nicht gespeichert.</translation>
    </message>
    <message>
        <source>The text of these {0} notes, about {1}, leaves this computer for {2} at {3}.</source>
        <translation>Der Text dieser {0} Notizen, etwa {1}, verlässt diesen Computer und geht an {2} unter {3}.</translation>
    </message>
    <message>
        <source>The text of this note, about {0}, leaves this computer for {1} at {2}.</source>
        <translation>Der Text dieser Notiz, etwa {0}, verlässt diesen Computer und geht an {1} unter {2}.</translation>
    </message>
    <message>
        <source>The text of {0} note stayed on this computer: it could not be reviewed.</source>
        <translation>Der Text von {0} Notiz blieb auf diesem Computer: Er konnte nicht geprüft werden.</translation>
    </message>
    <message>
        <source>The text of {0} notes stayed on this computer: it could not be reviewed.</source>
        <translation>Der Text von {0} Notizen blieb auf diesem Computer: Er konnte nicht geprüft werden.</translation>
    </message>
    <message>
        <source>The test ended after {0} seconds. The remaining results are not known.</source>
        <translation>Der Test endete nach {0} Sekunden. Die übrigen Ergebnisse sind nicht bekannt.</translation>
    </message>
    <message>
        <source>The vault cannot be opened for writing: {0}.</source>
        <translation>Der Vault kann nicht zum Schreiben geöffnet werden: {0}.</translation>
    </message>
    <message>
        <source>The vault&apos;s folder cannot be read.</source>
        <translation>Der Ordner des Vaults kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>The folder of the vault no longer exists.</source>
        <translation>Der Ordner des Vaults existiert nicht mehr.</translation>
    </message>
    <message>
        <source>The connection uses the proxy {0}.</source>
        <translation>Die Verbindung verwendet den Proxy {0}.</translation>
    </message>
    <message>
        <source>The words above leave this computer for {0}. You see what comes back before the model does.</source>
        <translation>Die Wörter oben verlassen diesen Computer und gehen an {0}. Sie sehen, was zurückkommt, bevor das Modell es sieht.</translation>
    </message>
    <message>
        <source>There are no notes in {0}.</source>
        <translation>In {0} sind keine Notizen.</translation>
    </message>
    <message>
        <source>{0} was ignored: there are no words to search for.</source>
        <translation>{0} wurde ignoriert: Es gibt keine Wörter, nach denen gesucht werden kann.</translation>
    </message>
    <message>
        <source>The vault contains no symbolic links.</source>
        <translation>Der Vault enthält keine symbolischen Links.</translation>
    </message>
    <message>
        <source>There are {0} notes of this name.</source>
        <translation>Es gibt {0} Notizen dieses Namens.</translation>
    </message>
    <message>
        <source>Available modes: {0}.</source>
        <translation>Verfügbare Modi: {0}.</translation>
    </message>
    <message>
        <source>A spell checker is installed, but no dictionary.</source>
        <translation>Eine Rechtschreibprüfung ist installiert, aber kein Wörterbuch.</translation>
    </message>
    <message>
        <source>There is already a note “{0}” here.</source>
        <translation>Hier gibt es schon eine Notiz „{0}“.</translation>
    </message>
    <message>
        <source>There is already a note “{0}” there.</source>
        <translation>Dort gibt es schon eine Notiz „{0}“.</translation>
    </message>
    <message>
        <source>A file or folder named “{0}” already exists here.</source>
        <translation>Eine Datei oder ein Ordner namens „{0}“ ist hier schon vorhanden.</translation>
    </message>
    <message>
        <source>A file or folder named “{0}” already exists.</source>
        <translation>Eine Datei oder ein Ordner namens „{0}“ ist schon vorhanden.</translation>
    </message>
    <message>
        <source>There is now another note “{0}” at its earlier path.</source>
        <translation>Unter ihrem früheren Pfad gibt es jetzt eine andere Notiz „{0}“.</translation>
    </message>
    <message>
        <source>There is now another note “{0}” in its place.</source>
        <translation>An ihrer Stelle gibt es jetzt eine andere Notiz „{0}“.</translation>
    </message>
    <message>
        <source>There is no address yet.</source>
        <translation>Es gibt noch keine Adresse.</translation>
    </message>
    <message>
        <source>There is no agent {0}</source>
        <translation>Es gibt keinen Agenten {0}</translation>
    </message>
    <message>
        <source>The agent {0} no longer exists</source>
        <translation>Den Agenten {0} gibt es nicht mehr</translation>
    </message>
    <message>
        <source>Change {0} is not in the list of changes. It may have expired.</source>
        <translation>Die Änderung {0} steht nicht in der Liste der Änderungen. Vielleicht ist sie abgelaufen.</translation>
    </message>
    <message>
        <source>There is no chat “{0}”.</source>
        <translation>Es gibt keinen Chat „{0}“.</translation>
    </message>
    <message>
        <source>@time was ignored: the time is not available here.</source>
        <translation>@time wurde ignoriert: Die Uhrzeit ist hier nicht verfügbar.</translation>
    </message>
    <message>
        <source>There is no folder “{0}”.</source>
        <translation>Es gibt keinen Ordner „{0}“.</translation>
    </message>
    <message>
        <source>There is no key for {0}.</source>
        <translation>Es gibt keinen Schlüssel für {0}.</translation>
    </message>
    <message>
        <source>@memory was ignored: memory is not available here.</source>
        <translation>@memory wurde ignoriert: Das Gedächtnis ist hier nicht verfügbar.</translation>
    </message>
    <message>
        <source>There is no note or file “{0}” in the vault.</source>
        <translation>Im Vault gibt es keine Notiz oder Datei „{0}“.</translation>
    </message>
    <message>
        <source>There is no note “{0}”.</source>
        <translation>Es gibt keine Notiz „{0}“.</translation>
    </message>
    <message>
        <source>The search index cannot be created: {0}.</source>
        <translation>Der Suchindex kann nicht angelegt werden: {0}.</translation>
    </message>
    <message>
        <source>There is no project {0}</source>
        <translation>Es gibt kein Projekt {0}</translation>
    </message>
    <message>
        <source>There is no provider {0}</source>
        <translation>Es gibt keinen Anbieter {0}</translation>
    </message>
    <message>
        <source>There is no question to ask again.</source>
        <translation>Es gibt keine Frage, die erneut gestellt werden könnte.</translation>
    </message>
    <message>
        <source>There is no screen.</source>
        <translation>Es gibt keinen Bildschirm.</translation>
    </message>
    <message>
        <source>@vault was ignored: search in notes is not available here.</source>
        <translation>@vault wurde ignoriert: Die Suche in Notizen ist hier nicht verfügbar.</translation>
    </message>
    <message>
        <source>Search in notes is not available here, so the model answers without them.</source>
        <translation>Die Suche in Notizen ist hier nicht verfügbar, daher antwortet das Modell ohne sie.</translation>
    </message>
    <message>
        <source>There is no session bus, so no message is shown while you work elsewhere.</source>
        <translation>Es gibt keinen Sitzungsbus, daher erscheint keine Benachrichtigung, während Sie anderswo arbeiten.</translation>
    </message>
    <message>
        <source>There is no setting {0}</source>
        <translation>Es gibt keine Einstellung {0}</translation>
    </message>
    <message>
        <source>There is no such page at {0} ({1})</source>
        <translation>Unter {0} gibt es keine solche Seite ({1})</translation>
    </message>
    <message>
        <source>There is no text in this PDF</source>
        <translation>In diesem PDF ist kein Text</translation>
    </message>
    <message>
        <source>There is no transcript of this video</source>
        <translation>Zu diesem Video gibt es kein Transkript</translation>
    </message>
    <message>
        <source>There is no transcript of this video in {0}</source>
        <translation>Es gibt kein Transkript dieses Videos in der Sprache {0}</translation>
    </message>
    <message>
        <source>There is no mode called {0}</source>
        <translation>Es gibt keinen Modus namens {0}</translation>
    </message>
    <message>
        <source>@web was ignored: web search is not available here.</source>
        <translation>@web wurde ignoriert: Die Websuche ist hier nicht verfügbar.</translation>
    </message>
    <message>
        <source>There is no word to add.</source>
        <translation>Es gibt kein Wort zum Hinzufügen.</translation>
    </message>
    <message>
        <source>{0} no longer exists</source>
        <translation>{0} existiert nicht mehr</translation>
    </message>
    <message>
        <source>“{0}” is not in the list of changes. It may have expired.</source>
        <translation>„{0}“ steht nicht in der Liste der Änderungen. Vielleicht ist der Eintrag abgelaufen.</translation>
    </message>
    <message>
        <source>The request could not be reviewed, so nothing was sent</source>
        <translation>Die Anfrage konnte nicht geprüft werden, daher wurde nichts gesendet</translation>
    </message>
    <message>
        <source>There is not enough memory for the search index.</source>
        <translation>Für den Suchindex ist nicht genug Speicher vorhanden.</translation>
    </message>
    <message>
        <source>There is nothing to preview</source>
        <translation>Es gibt keine Vorschau</translation>
    </message>
    <message>
        <source>Available: {0}.</source>
        <translation>Verfügbar: {0}.</translation>
    </message>
    <message>
        <source>The passage could not be reviewed, so nothing was sent</source>
        <translation>Die Textstelle konnte nicht geprüft werden, daher wurde nichts gesendet</translation>
    </message>
    <message>
        <source>There will be a note “{0}” already.</source>
        <translation>Es wird schon eine Notiz „{0}“ geben.</translation>
    </message>
    <message>
        <source>These files are larger than {0} MB together.</source>
        <translation>Diese Dateien sind zusammen größer als {0} MB.</translation>
    </message>
    <message>
        <source>Names are not case-sensitive: Plan and plan are one note.</source>
        <translation>Groß- und Kleinschreibung wird nicht unterschieden: Plan und plan sind eine Notiz.</translation>
    </message>
    <message>
        <source>Names are case-sensitive; VaultDesk never creates two names that differ only in case.</source>
        <translation>Groß- und Kleinschreibung wird unterschieden; VaultDesk legt nie zwei Namen an, die sich nur darin unterscheiden.</translation>
    </message>
    <message>
        <source>This PDF cannot be read</source>
        <translation>Dieses PDF kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>This PDF cannot be shown</source>
        <translation>Dieses PDF kann nicht gezeigt werden</translation>
    </message>
    <message>
        <source>This PDF is protected by a password</source>
        <translation>Dieses PDF ist mit einem Kennwort geschützt</translation>
    </message>
    <message>
        <source>This address is longer than {0} characters</source>
        <translation>Diese Adresse ist länger als {0} Zeichen</translation>
    </message>
    <message>
        <source>This answer names no source from your notes.</source>
        <translation>Diese Antwort nennt keine Quelle aus Ihren Notizen.</translation>
    </message>
    <message>
        <source>This answer was made with a private note, and the note of this chat is not private</source>
        <translation>Diese Antwort entstand mit einer privaten Notiz, und die Notiz dieses Chats ist nicht privat</translation>
    </message>
    <message>
        <source>This cannot be searched for: {0}.</source>
        <translation>Danach lässt sich nicht suchen: {0}.</translation>
    </message>
    <message>
        <source>This chat contains text from outside and from your notes: check everything that is sent or written.</source>
        <translation>Dieser Chat enthält Text von außen und aus Ihren Notizen: Prüfen Sie alles, was gesendet oder geschrieben wird.</translation>
    </message>
    <message>
        <source>This desktop shows a tray.</source>
        <translation>Dieser Desktop zeigt einen Infobereich.</translation>
    </message>
    <message>
        <source>This desktop shows no tray, so closing the last window ends VaultDesk.</source>
        <translation>Dieser Desktop zeigt keinen Infobereich, daher beendet das Schließen des letzten Fensters VaultDesk.</translation>
    </message>
    <message>
        <source>This file is not part of the request</source>
        <translation>Diese Datei gehört nicht zur Anfrage</translation>
    </message>
    <message>
        <source>This is not the address of a YouTube video</source>
        <translation>Das ist nicht die Adresse eines YouTube-Videos</translation>
    </message>
    <message>
        <source>Start a new chat, attach less, or choose a model with a larger context window.</source>
        <translation>Beginnen Sie einen neuen Chat, hängen Sie weniger an, oder wählen Sie ein Modell mit einem größeren Kontextfenster.</translation>
    </message>
    <message>
        <source>Start a new chat, or attach less.</source>
        <translation>Beginnen Sie einen neuen Chat, oder hängen Sie weniger an.</translation>
    </message>
    <message>
        <source>Switch on “Summarize long chats” in Settings, or start a new chat.</source>
        <translation>Schalten Sie in den Einstellungen „Lange Chats zusammenfassen“ ein, oder beginnen Sie einen neuen Chat.</translation>
    </message>
    <message>
        <source>The account at {0} is disabled</source>
        <translation>Das Konto bei {0} ist gesperrt</translation>
    </message>
    <message>
        <source>The account at {0} may not use this model</source>
        <translation>Das Konto bei {0} darf dieses Modell nicht verwenden</translation>
    </message>
    <message>
        <source>The answer is not in the required form, so the model is asked again.</source>
        <translation>Die Antwort hat nicht die verlangte Form, daher wird das Modell erneut gefragt.</translation>
    </message>
    <message>
        <source>The chat template of this model fails at {0}</source>
        <translation>Die Chat-Vorlage dieses Modells schlägt bei {0} fehl</translation>
    </message>
    <message>
        <source>The content check of {0} rejected the question</source>
        <translation>Die Inhaltsprüfung von {0} hat die Frage abgelehnt</translation>
    </message>
    <message>
        <source>The context window of {0} is too small for tools ({1} tokens)</source>
        <translation>Das Kontextfenster von {0} ist zu klein für Werkzeuge ({1} Tokens)</translation>
    </message>
    <message>
        <source>The context window of {0} is too small: it has {1} tokens, and a request takes {2} before the question</source>
        <translation>Das Kontextfenster von {0} ist zu klein: Es hat {1} Tokens, und eine Anfrage braucht schon ohne die Frage {2}</translation>
    </message>
    <message>
        <source>The daily limit of the account at {0} is reached</source>
        <translation>Das Tageslimit des Kontos bei {0} ist erreicht</translation>
    </message>
    <message>
        <source>The key contains a line break</source>
        <translation>Der Schlüssel enthält einen Zeilenumbruch</translation>
    </message>
    <message>
        <source>The key contains a space</source>
        <translation>Der Schlüssel enthält ein Leerzeichen</translation>
    </message>
    <message>
        <source>The key contains an invisible character ({0})</source>
        <translation>Der Schlüssel enthält ein unsichtbares Zeichen ({0})</translation>
    </message>
    <message>
        <source>The key contains the character {0} ({1}), which is not allowed in a key</source>
        <translation>Der Schlüssel enthält das Zeichen {0} ({1}), das in einem Schlüssel nicht erlaubt ist</translation>
    </message>
    <message>
        <source>The key in {0} cannot be used.</source>
        <translation>Der Schlüssel aus {0} kann nicht verwendet werden.</translation>
    </message>
    <message>
        <source>The key is empty</source>
        <translation>Der Schlüssel ist leer</translation>
    </message>
    <message>
        <source>The model called a tool, but tools are not available for this answer. The call was left out.</source>
        <translation>Das Modell hat ein Werkzeug verlangt, aber diese Antwort kann keines verwenden. Dieser Teil wurde weggelassen.</translation>
    </message>
    <message>
        <source>The model file {0} cannot be read: {1}</source>
        <translation>Die Modelldatei {0} kann nicht gelesen werden: {1}</translation>
    </message>
    <message>
        <source>The model gave no answer. It is asked again.</source>
        <translation>Das Modell gab keine Antwort. Es wird noch einmal gefragt.</translation>
    </message>
    <message>
        <source>The monthly limit of the account at {0} is reached</source>
        <translation>Das Monatslimit des Kontos bei {0} ist erreicht</translation>
    </message>
    <message>
        <source>The offline assistant cannot answer in JSON or call a required tool</source>
        <translation>Der Offline-Assistent kann weder in JSON antworten noch ein verlangtes Werkzeug aufrufen</translation>
    </message>
    <message>
        <source>The packaged program does not include it. Use Ollama or LM Studio instead.</source>
        <translation>Im fertigen Programmpaket ist es nicht enthalten. Verwenden Sie stattdessen Ollama oder LM Studio.</translation>
    </message>
    <message>
        <source>The process that runs {0} cannot be started: {1}</source>
        <translation>Der Prozess, der {0} ausführt, kann nicht gestartet werden: {1}</translation>
    </message>
    <message>
        <source>The process that runs {0} ended unexpectedly</source>
        <translation>Der Prozess, der {0} ausführt, wurde unerwartet beendet</translation>
    </message>
    <message>
        <source>The properties at the top of the note would not be readable: {0}</source>
        <translation>Die Eigenschaften am Kopf der Notiz könnten nicht gelesen werden: {0}</translation>
    </message>
    <message>
        <source>The properties would begin at line {0}, so they would not be read any more. They must be the first lines of the note; put other text below the --- that closes them.</source>
        <translation>Die Eigenschaften würden erst in Zeile {0} beginnen und daher nicht mehr gelesen. Sie müssen die ersten Zeilen der Notiz sein; setzen Sie anderen Text unter das ---, das sie abschließt.</translation>
    </message>
    <message>
        <source>The provider&apos;s address contains a key</source>
        <translation>Die Adresse des Anbieters enthält einen Schlüssel</translation>
    </message>
    <message>
        <source>The proxy for {0} requires a user name and password</source>
        <translation>Der Proxy vor {0} verlangt einen Benutzernamen und ein Kennwort</translation>
    </message>
    <message>
        <source>The proxy {0} cannot be reached, so {1} was not asked</source>
        <translation>Der Proxy {0} ist nicht erreichbar, daher wurde {1} nicht gefragt</translation>
    </message>
    <message>
        <source>The question is too long for {0}: about {1} tokens, and {2} fit</source>
        <translation>Die Frage ist zu lang für {0}: etwa {1} Tokens, und {2} haben Platz</translation>
    </message>
    <message>
        <source>The request is larger than {0} lets this account send in one minute</source>
        <translation>Die Anfrage ist größer, als {0} diesem Konto in einer Minute erlaubt</translation>
    </message>
    <message>
        <source>The request is too large for {0}</source>
        <translation>Die Anfrage ist zu groß für {0}</translation>
    </message>
    <message>
        <source>The server does not parse the tool calls of {0}; VaultDesk does.</source>
        <translation>Der Server liest die Werkzeugaufrufe von {0} nicht. VaultDesk liest sie selbst.</translation>
    </message>
    <message>
        <source>The usage limit of the account at {0} is reached</source>
        <translation>Das Nutzungslimit des Kontos bei {0} ist erreicht</translation>
    </message>
    <message>
        <source>The weekly limit of the account at {0} is reached</source>
        <translation>Das Wochenlimit des Kontos bei {0} ist erreicht</translation>
    </message>
    <message>
        <source>There is no model file {0}</source>
        <translation>Es gibt keine Modelldatei {0}</translation>
    </message>
    <message>
        <source>There is not enough memory to load {0}</source>
        <translation>Der Arbeitsspeicher reicht nicht aus, um {0} zu laden</translation>
    </message>
    <message>
        <source>This answer was not taken from your notes.</source>
        <translation>Diese Antwort stammt nicht aus Ihren Notizen.</translation>
    </message>
    <message>
        <source>This change is not undone, so there is nothing to redo.</source>
        <translation>Diese Änderung ist nicht rückgängig gemacht, daher gibt es nichts zu wiederholen.</translation>
    </message>
    <message>
        <source>This is too long to be rewritten at once</source>
        <translation>Das ist zu lang, um es auf einmal umzuschreiben</translation>
    </message>
    <message>
        <source>This change is already undone.</source>
        <translation>Diese Änderung ist schon rückgängig gemacht.</translation>
    </message>
    <message>
        <source>This link has an action that VaultDesk does not know</source>
        <translation>Dieser Link enthält eine Aktion, die VaultDesk nicht kennt</translation>
    </message>
    <message>
        <source>This link cannot be used</source>
        <translation>Dieser Link kann nicht verwendet werden</translation>
    </message>
    <message>
        <source>This link refers to a vault that VaultDesk does not know</source>
        <translation>Dieser Link verweist auf einen Vault, den VaultDesk nicht kennt</translation>
    </message>
    <message>
        <source>This link matches several vaults of the same name</source>
        <translation>Dieser Link passt zu mehreren Vaults desselben Namens</translation>
    </message>
    <message>
        <source>This model of {0} cannot see pictures</source>
        <translation>Dieses Modell von {0} kann keine Bilder sehen</translation>
    </message>
    <message>
        <source>This model of {0} cannot use tools</source>
        <translation>Dieses Modell von {0} kann keine Werkzeuge verwenden</translation>
    </message>
    <message>
        <source>This model of {0} is available through the Responses API only</source>
        <translation>Dieses Modell von {0} wird über die Responses-API gefragt</translation>
    </message>
    <message>
        <source>This model of {0} does not support system messages</source>
        <translation>Dieses Modell von {0} nimmt keine Systemnachricht an</translation>
    </message>
    <message>
        <source># | ^ : %% [[ and ]] break links to it</source>
        <translation># | ^ : %% [[ und ]] machen Links darauf unbrauchbar</translation>
    </message>
    <message>
        <source>- and {0} more</source>
        <translation>- und {0} weitere</translation>
    </message>
    <message>
        <source>A note changed in the meantime, so nothing was done.</source>
        <translation>Inzwischen hat sich eine Notiz geändert, daher wurde nichts ausgeführt.</translation>
    </message>
    <message>
        <source>A part of it is outside the folders that may be changed, so nothing was written.</source>
        <translation>Ein Teil davon liegt außerhalb der Ordner, die geändert werden dürfen, daher wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>A rule of yours does not allow it.</source>
        <translation>Eine Ihrer Regeln erlaubt das nicht.</translation>
    </message>
    <message>
        <source>A rule or a limit does not allow it.</source>
        <translation>Eine Regel oder eine Grenze erlaubt das nicht.</translation>
    </message>
    <message>
        <source>Assistants may only read in this vault.</source>
        <translation>In diesem Vault dürfen Assistenten nur lesen.</translation>
    </message>
    <message>
        <source>Changed by another program in the meantime, so nothing was written: {0}.</source>
        <translation>Inzwischen von einem anderen Programm geändert, daher wurde nichts geschrieben: {0}.</translation>
    </message>
    <message>
        <source>Choose a model in Settings for answers in its own words.</source>
        <translation>Für frei formulierte Antworten wählen Sie in den Einstellungen ein Modell.</translation>
    </message>
    <message>
        <source>Closest in your notes: {0}.</source>
        <translation>Am nächsten kommen in Ihren Notizen: {0}.</translation>
    </message>
    <message>
        <source>Deletions and changes of many notes are not allowed here.</source>
        <translation>Löschen ist hier nicht erlaubt, ebenso wenig das Ändern vieler Notizen auf einmal.</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>Erledigt.</translation>
    </message>
    <message>
        <source>Download it in the Finder, then open it again.</source>
        <translation>Laden Sie die Datei im Finder, und öffnen Sie sie dann erneut.</translation>
    </message>
    <message>
        <source>Evaluate the base “{0}”</source>
        <translation>Die Base „{0}“ auswerten</translation>
    </message>
    <message>
        <source>Found but not read: {0}.</source>
        <translation>Gefunden, aber nicht gelesen: {0}.</translation>
    </message>
    <message>
        <source>Friday</source>
        <translation>Freitag</translation>
    </message>
    <message>
        <source>Hello. I am the built-in offline assistant: no model, no account, nothing leaves this computer. Ask about something in your notes, in words that occur in them, and I will quote what I find.</source>
        <translation>Hallo. Ich bin der eingebaute Offline-Assistent: kein Modell, kein Konto, und nichts verlässt diesen Computer. Fragen Sie nach etwas in Ihren Notizen, mit Wörtern, die darin vorkommen; ich zitiere dann, was ich finde.</translation>
    </message>
    <message>
        <source>The result cannot be read.</source>
        <translation>Das Ergebnis kann nicht gelesen werden.</translation>
    </message>
    <message>
        <source>I searched for {0}.</source>
        <translation>Ich habe nach {0} gesucht.</translation>
    </message>
    <message>
        <source>I cannot search your notes: switch on tool calling for this vault in Settings, then ask again. In Chat mode notes are never searched.</source>
        <translation>Ich kann Ihre Notizen nicht durchsuchen: Schalten Sie in den Einstellungen Werkzeugaufrufe für diesen Vault ein, und fragen Sie dann erneut. Im Modus „Chat“ werden Notizen nie durchsucht.</translation>
    </message>
    <message>
        <source>Nothing is remembered about this.</source>
        <translation>Dazu ist nichts gemerkt.</translation>
    </message>
    <message>
        <source>I will remember: {0}</source>
        <translation>Ich merke mir: {0}</translation>
    </message>
    <message>
        <source>Install it with: pip install pypdfium2.</source>
        <translation>Installieren Sie es mit: pip install pypdfium2.</translation>
    </message>
    <message>
        <source>It affects a private note, so nothing was written.</source>
        <translation>Es betrifft eine private Notiz, daher wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>It could not be read.</source>
        <translation>Das Lesen ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>It could not be written.</source>
        <translation>Das Schreiben ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>It is {0} on {1}, {2} ({3}).</source>
        <translation>Es ist {0} Uhr, {1}, {2} ({3}).</translation>
    </message>
    <message>
        <source>It is {0} on {1}, {2}.</source>
        <translation>Es ist {0} Uhr, {1}, {2}.</translation>
    </message>
    <message>
        <source>It was not tried, because an earlier change of the same answer failed.</source>
        <translation>Es wurde nicht versucht, weil eine frühere Änderung derselben Antwort fehlgeschlagen ist.</translation>
    </message>
    <message>
        <source>It was too large.</source>
        <translation>Es war zu groß.</translation>
    </message>
    <message>
        <source>It would make a hidden comment visible to the model, so nothing was written.</source>
        <translation>Dadurch würde ein verborgener Kommentar für das Modell sichtbar, daher wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>Left out by you: {0}.</source>
        <translation>Von Ihnen ausgelassen: {0}.</translation>
    </message>
    <message>
        <source>Monday</source>
        <translation>Montag</translation>
    </message>
    <message>
        <source>No note found ({0}).</source>
        <translation>Keine Notiz gefunden ({0}).</translation>
    </message>
    <message>
        <source>No note found.</source>
        <translation>Keine Notiz gefunden.</translation>
    </message>
    <message>
        <source>There are no notes from that time.</source>
        <translation>Aus dieser Zeit gibt es keine Notizen.</translation>
    </message>
    <message>
        <source>No note was changed at that time.</source>
        <translation>In dieser Zeit wurde keine Notiz geändert.</translation>
    </message>
    <message>
        <source>Not written: {0}.</source>
        <translation>Nicht geschrieben: {0}.</translation>
    </message>
    <message>
        <source>Notes that are not on this computer: {0}. Until they are opened they are found only by their names.</source>
        <translation>Notizen, die nicht auf diesem Computer liegen: {0}. Bis sie geöffnet werden, sind sie nur über ihren Namen zu finden.</translation>
    </message>
    <message>
        <source>Nothing was written to “{0}”.</source>
        <translation>In „{0}“ wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>One of your notes says:</source>
        <translation>In einer Ihrer Notizen steht:</translation>
    </message>
    <message>
        <source>Query a base</source>
        <translation>Base abfragen</translation>
    </message>
    <message>
        <source>Saturday</source>
        <translation>Samstag</translation>
    </message>
    <message>
        <source>Several notes have this name.</source>
        <translation>Mehrere Notizen haben diesen Namen.</translation>
    </message>
    <message>
        <source>Sunday</source>
        <translation>Sonntag</translation>
    </message>
    <message>
        <source>The call would have sent words of a private note.</source>
        <translation>Der Aufruf hätte Wörter einer privaten Notiz gesendet.</translation>
    </message>
    <message>
        <source>The list could not be created.</source>
        <translation>Die Liste konnte nicht erstellt werden.</translation>
    </message>
    <message>
        <source>The model called the tool with invalid arguments and was told which.</source>
        <translation>Das Modell hat das Werkzeug mit ungültigen Argumenten aufgerufen und erfahren, mit welchen.</translation>
    </message>
    <message>
        <source>The model has to read the note before it changes it, so nothing was written.</source>
        <translation>Das Modell muss die Notiz lesen, bevor es sie ändert, daher wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>The note changed since the model read it, so nothing was written.</source>
        <translation>Die Notiz hat sich geändert, seit das Modell sie gelesen hat, daher wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>The note has no block ^{0}.</source>
        <translation>Die Notiz hat keinen Block ^{0}.</translation>
    </message>
    <message>
        <source>The note has no heading “{0}”.</source>
        <translation>Die Notiz hat keine Überschrift „{0}“.</translation>
    </message>
    <message>
        <source>The note {0} already has this value.</source>
        <translation>Die Notiz {0} hat diesen Wert bereits.</translation>
    </message>
    <message>
        <source>The note {0} was changed.</source>
        <translation>Die Notiz {0} wurde geändert.</translation>
    </message>
    <message>
        <source>The note {0} was created.</source>
        <translation>Die Notiz {0} wurde erstellt.</translation>
    </message>
    <message>
        <source>The notes changed while you were asked, so nothing was written.</source>
        <translation>Die Notizen haben sich geändert, während Sie gefragt wurden, daher wurde nichts geschrieben.</translation>
    </message>
    <message>
        <source>The request over the network failed.</source>
        <translation>Die Anfrage über das Netzwerk ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The search failed.</source>
        <translation>Die Suche ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>The settings of the agent do not allow this tool.</source>
        <translation>Die Einstellungen des Agenten erlauben dieses Werkzeug nicht.</translation>
    </message>
    <message>
        <source>The text to replace occurs {0} times in the note.</source>
        <translation>Der zu ersetzende Text kommt in der Notiz {0}-mal vor.</translation>
    </message>
    <message>
        <source>The text to replace is not in the note.</source>
        <translation>Der zu ersetzende Text steht nicht in der Notiz.</translation>
    </message>
    <message>
        <source>The tool took too long, so it was stopped.</source>
        <translation>Das Werkzeug hat zu lange gebraucht, daher wurde es gestoppt.</translation>
    </message>
    <message>
        <source>There is no such folder.</source>
        <translation>Diesen Ordner gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no such note.</source>
        <translation>Diese Notiz gibt es nicht.</translation>
    </message>
    <message>
        <source>There is no tool of this name.</source>
        <translation>Es gibt kein Werkzeug dieses Namens.</translation>
    </message>
    <message>
        <source>These notes are from that time:</source>
        <translation>Diese Notizen sind aus dieser Zeit:</translation>
    </message>
    <message>
        <source>These notes contain your words. I have no tool to read them:</source>
        <translation>Diese Notizen enthalten Ihre Wörter. Mir fehlt ein Werkzeug, um sie zu lesen:</translation>
    </message>
    <message>
        <source>These notes were changed at that time:</source>
        <translation>Diese Notizen wurden in dieser Zeit geändert:</translation>
    </message>
    <message>
        <source>This agent may only read.</source>
        <translation>Dieser Agent darf nur lesen.</translation>
    </message>
    <message>
        <source>Remembered about this:</source>
        <translation>Dazu gemerkt:</translation>
    </message>
    <message>
        <source>This is the built-in offline assistant: it finds and quotes sentences from your notes, and does not reason. Choose a model in Settings for answers in its own words.</source>
        <translation>Dies ist der eingebaute Offline-Assistent: Er findet und zitiert Sätze aus Ihren Notizen, zieht aber keine Schlüsse. Für frei formulierte Antworten wählen Sie in den Einstellungen ein Modell.</translation>
    </message>
    <message>
        <source>This note already has a property “{0}”</source>
        <translation>Diese Notiz hat schon eine Eigenschaft „{0}“</translation>
    </message>
    <message>
        <source>This note is not a chat</source>
        <translation>Diese Notiz ist kein Chat</translation>
    </message>
    <message>
        <source>This note is not a chat.</source>
        <translation>Diese Notiz ist kein Chat.</translation>
    </message>
    <message>
        <source>This note is private: your rules ask each time before its text goes to a model.</source>
        <translation>Diese Notiz ist privat: Nach Ihren Regeln wird jedes Mal gefragt, bevor ihr Text an ein Modell geht.</translation>
    </message>
    <message>
        <source>This page takes too long to display</source>
        <translation>Die Anzeige dieser Seite dauert zu lange</translation>
    </message>
    <message>
        <source>This regular expression is not valid or is too large.</source>
        <translation>Dieser reguläre Ausdruck ist ungültig oder zu groß.</translation>
    </message>
    <message>
        <source>This picture cannot be shown here.</source>
        <translation>Dieses Bild kann hier nicht gezeigt werden.</translation>
    </message>
    <message>
        <source>This picture takes too long to display</source>
        <translation>Die Anzeige dieses Bildes dauert zu lange</translation>
    </message>
    <message>
        <source>This question may use about {0}; {1} of {2} are left.</source>
        <translation>Diese Frage kann etwa {0} verbrauchen; von {2} sind noch {1} übrig.</translation>
    </message>
    <message>
        <source>This question was not sent: it would exceed your limit, {0}</source>
        <translation>Diese Frage wurde nicht gesendet: Sie würde Ihre Grenze überschreiten, {0}</translation>
    </message>
    <message>
        <source>This removes or changes a private comment.</source>
        <translation>Dies entfernt oder ändert einen privaten Kommentar.</translation>
    </message>
    <message>
        <source>This removes {0} % of the note.</source>
        <translation>Dies entfernt {0} % der Notiz.</translation>
    </message>
    <message>
        <source>This result is not part of the request</source>
        <translation>Dieses Ergebnis gehört nicht zur Anfrage</translation>
    </message>
    <message>
        <source>This version of {0} does not accept tools</source>
        <translation>Diese Version von {0} nimmt keine Werkzeuge an</translation>
    </message>
    <message>
        <source>The built-in tools of this version of {0} cannot be switched off</source>
        <translation>Die eingebauten Werkzeuge dieser Version von {0} lassen sich nicht ausschalten</translation>
    </message>
    <message>
        <source>This video does not exist or is private</source>
        <translation>Dieses Video existiert nicht oder ist privat</translation>
    </message>
    <message>
        <source>This change was not made, so there is nothing to undo.</source>
        <translation>Diese Änderung wurde nicht ausgeführt, daher gibt es nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <source>Thursday</source>
        <translation>Donnerstag</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Datum und Uhrzeit</translation>
    </message>
    <message>
        <source>Today’s note could not be written.</source>
        <translation>Die heutige Notiz konnte nicht geschrieben werden.</translation>
    </message>
    <message>
        <source>Too long to be sent completely: {0}. The model is told.</source>
        <translation>Zu lang, um vollständig gesendet zu werden: {0}. Das Modell erfährt es.</translation>
    </message>
    <message>
        <source>Too many calls, or the same one again, within a short time.</source>
        <translation>Zu viele Aufrufe in kurzer Zeit, oder mehrmals derselbe.</translation>
    </message>
    <message>
        <source>Tools are off in Settings.</source>
        <translation>Werkzeuge sind in den Einstellungen ausgeschaltet.</translation>
    </message>
    <message>
        <source>Tools are switched off for this vault, so {0} answers without your notes.</source>
        <translation>Werkzeuge sind für diesen Vault ausgeschaltet, daher antwortet {0} ohne Ihre Notizen.</translation>
    </message>
    <message>
        <source>Tools are switched off for this vault.</source>
        <translation>Werkzeuge sind für diesen Vault ausgeschaltet.</translation>
    </message>
    <message>
        <source>Text-based tools, &lt;tool_call&gt;: {0}</source>
        <translation>Textbasierte Werkzeuge, &lt;tool_call&gt;: {0}</translation>
    </message>
    <message>
        <source>Text-based tools, &lt;use_tool&gt;: {0}</source>
        <translation>Textbasierte Werkzeuge, &lt;use_tool&gt;: {0}</translation>
    </message>
    <message>
        <source>Native tool calls: {0}</source>
        <translation>Native Werkzeugaufrufe: {0}</translation>
    </message>
    <message>
        <source>Native tool calls: {0} (it rejected the tools)</source>
        <translation>Native Werkzeugaufrufe: {0} (es hat die Werkzeuge abgelehnt)</translation>
    </message>
    <message>
        <source>Native tool calls: {0} (its server does not pass the tools on)</source>
        <translation>Native Werkzeugaufrufe: {0} (sein Server gibt die Werkzeuge nicht weiter)</translation>
    </message>
    <message>
        <source>Transcript of a video</source>
        <translation>Transkript eines Videos</translation>
    </message>
    <message>
        <source>@youtube was ignored: video transcripts are not available here.</source>
        <translation>@youtube wurde ignoriert: Transkripte von Videos sind hier nicht verfügbar.</translation>
    </message>
    <message>
        <source>Try &apos;{&quot;query&quot;: &quot;boiler&quot;}&apos;.</source>
        <translation>Versuchen Sie &apos;{&quot;query&quot;: &quot;boiler&quot;}&apos;.</translation>
    </message>
    <message>
        <source>Try again in a minute.</source>
        <translation>Versuchen Sie es in einer Minute erneut.</translation>
    </message>
    <message>
        <source>Try again in a few minutes, or choose another engine in Settings, Web.</source>
        <translation>Versuchen Sie es in einigen Minuten erneut, oder wählen Sie eine andere Suchmaschine in den Einstellungen unter Web.</translation>
    </message>
    <message>
        <source>Try again later, or choose another page.</source>
        <translation>Versuchen Sie es später erneut, oder wählen Sie eine andere Seite.</translation>
    </message>
    <message>
        <source>Try again later, or from another network.</source>
        <translation>Versuchen Sie es später oder aus einem anderen Netz.</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>None of it was used. Try again later.</source>
        <translation>Nichts daraus wurde verwendet. Versuchen Sie es später erneut.</translation>
    </message>
    <message>
        <source>Try again later; the file may have moved.</source>
        <translation>Versuchen Sie es später erneut; die Datei ist vielleicht umgezogen.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Versuchen Sie es erneut.</translation>
    </message>
    <message>
        <source>Tuesday</source>
        <translation>Dienstag</translation>
    </message>
    <message>
        <source>Two calls in one answer: {0}</source>
        <translation>Zwei Aufrufe in einer Antwort: {0}</translation>
    </message>
    <message>
        <source>Two computers changed a note at the same time. The copies are marked in the file list: merge the two, then delete the copy.</source>
        <translation>Zwei Computer haben gleichzeitig eine Notiz geändert. Die Kopien sind in der Dateiliste markiert: Führen Sie beide zusammen, und löschen Sie dann die Kopie.</translation>
    </message>
    <message>
        <source>Two of these have the same name.</source>
        <translation>Zwei davon haben denselben Namen.</translation>
    </message>
    <message>
        <source>Enter it again in Settings, Web.</source>
        <translation>Geben Sie ihn in den Einstellungen unter Web erneut ein.</translation>
    </message>
    <message>
        <source>Type one.</source>
        <translation>Geben Sie eines ein.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Undo of “{0}”</source>
        <translation>Rückgängig: „{0}“</translation>
    </message>
    <message>
        <source>Unlock or install a keyring, or set the key in the environment.</source>
        <translation>Entsperren oder installieren Sie einen Schlüsselbund, oder setzen Sie den Schlüssel in der Umgebung.</translation>
    </message>
    <message>
        <source>Unlock the keyring, or set the key in an environment variable.</source>
        <translation>Entsperren Sie den Schlüsselbund, oder setzen Sie den Schlüssel in einer Umgebungsvariablen.</translation>
    </message>
    <message>
        <source>Unpack it and choose the folder.</source>
        <translation>Entpacken Sie es, und wählen Sie den Ordner.</translation>
    </message>
    <message>
        <source>Update it with: npm install -g @openai/codex@latest.</source>
        <translation>Aktualisieren Sie es mit: npm install -g @openai/codex@latest.</translation>
    </message>
    <message>
        <source>Update the server or the model, or choose another model.</source>
        <translation>Aktualisieren Sie den Server oder dort das Modell, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Update VaultDesk to continue the chat; as a note it can be read anywhere.</source>
        <translation>Aktualisieren Sie VaultDesk, um den Chat fortzusetzen; als Notiz lässt er sich überall lesen.</translation>
    </message>
    <message>
        <source>Update VaultDesk to change settings. {0} was not changed.{1}</source>
        <translation>Aktualisieren Sie VaultDesk, um Einstellungen zu ändern. {0} wurde nicht geändert.{1}</translation>
    </message>
    <message>
        <source>Use `vaultdesk chat`, or start it from a desktop session.</source>
        <translation>Verwenden Sie `vaultdesk chat`, oder starten Sie es aus einer Desktop-Sitzung.</translation>
    </message>
    <message>
        <source>Use a Python whose SQLite has FTS5.</source>
        <translation>Verwenden Sie ein Python, dessen SQLite FTS5 hat.</translation>
    </message>
    <message>
        <source>Use a short name on one line.</source>
        <translation>Nehmen Sie einen kurzen Namen in einer Zeile.</translation>
    </message>
    <message>
        <source>Use ibus, or a desktop on Wayland, which passes the input method on by itself.</source>
        <translation>Verwenden Sie ibus oder einen Desktop unter Wayland, der die Eingabemethode von selbst weitergibt.</translation>
    </message>
    <message>
        <source>Use {0} in “{1}” without asking</source>
        <translation>{0} in „{1}“ ohne Nachfrage verwenden</translation>
    </message>
    <message>
        <source>Use {0} without asking</source>
        <translation>{0} ohne Nachfrage verwenden</translation>
    </message>
    <message>
        <source>Use “{0}” in the path.</source>
        <translation>Nehmen Sie „{0}“ im Pfad.</translation>
    </message>
    <message>
        <source>Uses all tools: {0}.</source>
        <translation>Verwendet alle Werkzeuge: {0}.</translation>
    </message>
    <message>
        <source>Uses the chat&apos;s model. Its note is sent with each question.</source>
        <translation>Verwendet das Modell des Chats. Seine Notiz wird mit jeder Frage gesendet.</translation>
    </message>
    <message>
        <source>Uses the model {0}, regardless of the chat&apos;s model. Its note is sent with each question.</source>
        <translation>Verwendet das Modell {0}, unabhängig vom Modell des Chats. Seine Notiz wird mit jeder Frage gesendet.</translation>
    </message>
    <message>
        <source>Uses these tools: {0}.</source>
        <translation>Verwendet diese Werkzeuge: {0}.</translation>
    </message>
    <message>
        <source>VaultDesk ended normally.</source>
        <translation>VaultDesk wurde normal beendet.</translation>
    </message>
    <message>
        <source>VaultDesk ended unexpectedly on {0}.</source>
        <translation>VaultDesk endete unerwartet am {0}.</translation>
    </message>
    <message>
        <source>VaultDesk uses text-based tools with it.</source>
        <translation>VaultDesk verwendet mit ihm textbasierte Werkzeuge.</translation>
    </message>
    <message>
        <source>Verify the organization in the account at the provider, or choose another model.</source>
        <translation>Verifizieren Sie dort im Konto die Organisation, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabeln</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>Web</translation>
    </message>
    <message>
        <source>Wednesday</source>
        <translation>Mittwoch</translation>
    </message>
    <message>
        <source>The Tavily quota of this key is used up</source>
        <translation>Das Tavily-Kontingent dieses Schlüssels ist aufgebraucht</translation>
    </message>
    <message>
        <source>The download is not an update file</source>
        <translation>Der Download ist keine Updatedatei</translation>
    </message>
    <message>
        <source>The download is too large for an update file</source>
        <translation>Der Download ist zu groß für eine Updatedatei</translation>
    </message>
    <message>
        <source>The PDF renderer is not installed; a PDF opens in another program.</source>
        <translation>Die PDF-Darstellung ist nicht installiert; ein PDF öffnet sich in einem anderen Programm.</translation>
    </message>
    <message>
        <source>The content at {0} is not text but {1}</source>
        <translation>Der Inhalt unter {0} ist kein Text, sondern {1}</translation>
    </message>
    <message>
        <source>What is found leaves this computer for {0} at {1}: names of notes and short pieces of their text.</source>
        <translation>Was gefunden wird, verlässt diesen Computer und geht an {0} unter {1}: Namen von Notizen und kurze Stücke ihres Textes.</translation>
    </message>
    <message>
        <source>Its requests are shown to you first, according to your permissions.</source>
        <translation>Seine Anfragen werden Ihnen zuerst gezeigt, je nach Ihren Berechtigungen.</translation>
    </message>
    <message>
        <source>The text of its note is sent with each question.</source>
        <translation>Der Text seiner Notiz wird mit jeder Frage gesendet.</translation>
    </message>
    <message>
        <source>The record of sent data cannot be written: {0}.</source>
        <translation>Das Protokoll der gesendeten Daten kann nicht geschrieben werden: {0}.</translation>
    </message>
    <message>
        <source>The record of sent data cannot be read: {0}.</source>
        <translation>Das Protokoll der gesendeten Daten kann nicht gelesen werden: {0}.</translation>
    </message>
    <message>
        <source>The quota of this key at {0} is used up</source>
        <translation>Das Kontingent dieses Schlüssels bei {0} ist aufgebraucht</translation>
    </message>
    <message>
        <source>Add the address of the video after @youtube.</source>
        <translation>Schreiben Sie die Adresse des Videos hinter @youtube.</translation>
    </message>
    <message>
        <source>Windows does not allow &lt; &gt; &quot; ? and * in a name</source>
        <translation>Windows erlaubt &lt; &gt; &quot; ? und * nicht in einem Namen</translation>
    </message>
    <message>
        <source>Windows reserves this name for a device</source>
        <translation>Windows reserviert diesen Namen für ein Gerät</translation>
    </message>
    <message>
        <source>Windows reported: {0}.</source>
        <translation>Windows meldet: {0}.</translation>
    </message>
    <message>
        <source>Removing the tag would change the meaning of a line of the note</source>
        <translation>Das Entfernen des Tags würde die Bedeutung einer Zeile der Notiz ändern</translation>
    </message>
    <message>
        <source>Works with the notes of one project and its instructions.</source>
        <translation>Arbeitet mit den Notizen eines Projekts und dessen Anweisungen.</translation>
    </message>
    <message>
        <source>Works step by step with tools until it can answer.</source>
        <translation>Arbeitet Schritt für Schritt mit Werkzeugen, bis es antworten kann.</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Notiz schreiben</translation>
    </message>
    <message>
        <source>Write it as chat.model or vaults.&quot;/my/notes&quot;.tool_calling.</source>
        <translation>Schreiben Sie sie als chat.model oder vaults.&quot;/my/notes&quot;.tool_calling.</translation>
    </message>
    <message>
        <source>Write it as https://host/path, without a user name.</source>
        <translation>Schreiben Sie sie als https://host/path, ohne Benutzernamen.</translation>
    </message>
    <message>
        <source>Write it as {0}/MODEL, or choose one in Settings.</source>
        <translation>Schreiben Sie es als {0}/MODEL, oder wählen Sie eines in den Einstellungen.</translation>
    </message>
    <message>
        <source>Enter it in Settings, Web.</source>
        <translation>Geben Sie sie in den Einstellungen unter Web ein.</translation>
    </message>
    <message>
        <source>Use an address such as http://localhost:1234/v1 or https://api.example.com/v1.</source>
        <translation>Verwenden Sie eine Adresse wie http://localhost:1234/v1 oder https://api.example.com/v1.</translation>
    </message>
    <message>
        <source>Enter it, for example http://localhost:8080/v1.</source>
        <translation>Geben Sie sie ein, zum Beispiel http://localhost:8080/v1.</translation>
    </message>
    <message>
        <source>Enter the complete address, such as https://example.org/page.</source>
        <translation>Geben Sie die vollständige Adresse ein, etwa https://example.org/page.</translation>
    </message>
    <message>
        <source>Enter the new address in {0}.</source>
        <translation>Geben Sie die neue Adresse in {0} ein.</translation>
    </message>
    <message>
        <source>Spell the word differently.</source>
        <translation>Schreiben Sie das Wort auf andere Weise.</translation>
    </message>
    <message>
        <source>Writing notes</source>
        <translation>Notizen schreiben</translation>
    </message>
    <message>
        <source>Your approval could not be requested, so nothing was sent</source>
        <translation>Ihre Zustimmung konnte nicht eingeholt werden, daher wurde nichts gesendet</translation>
    </message>
    <message>
        <source>You did not ask for this to be remembered. It would be used in every later chat.</source>
        <translation>Sie haben nicht darum gebeten, dass dies gemerkt wird. Es würde in jedem späteren Chat verwendet.</translation>
    </message>
    <message>
        <source>You declined this request, so nothing was sent</source>
        <translation>Sie haben diese Anfrage abgelehnt, daher wurde nichts gesendet</translation>
    </message>
    <message>
        <source>You withheld the passage, so nothing was sent</source>
        <translation>Sie haben die Textstelle zurückgehalten, daher wurde nichts gesendet</translation>
    </message>
    <message>
        <source>The answer of YouTube has an unknown format</source>
        <translation>Die Antwort von YouTube hat ein unbekanntes Format</translation>
    </message>
    <message>
        <source>YouTube did not answer in time</source>
        <translation>YouTube hat nicht rechtzeitig geantwortet</translation>
    </message>
    <message>
        <source>YouTube did not answer the request for this video</source>
        <translation>YouTube hat die Anfrage für dieses Video nicht beantwortet</translation>
    </message>
    <message>
        <source>YouTube does not play this video</source>
        <translation>YouTube spielt dieses Video nicht ab</translation>
    </message>
    <message>
        <source>YouTube redirects to {0}, which is not followed</source>
        <translation>YouTube leitet zu {0} weiter; dem wird nicht gefolgt</translation>
    </message>
    <message>
        <source>YouTube shows this video only to signed-in users</source>
        <translation>YouTube zeigt dieses Video nur angemeldeten Benutzern</translation>
    </message>
    <message>
        <source>YouTube blocks automated requests from this computer</source>
        <translation>YouTube blockiert automatische Anfragen von diesem Computer</translation>
    </message>
    <message>
        <source>Your notes are as they were saved. Details are in {0}, which contains no note text.</source>
        <translation>Ihre Notizen sind so, wie sie gespeichert wurden. Einzelheiten stehen in {0}; die Datei enthält keinen Text von Notizen.</translation>
    </message>
    <message>
        <source>Your notes contain nothing about this.</source>
        <translation>Ihre Notizen enthalten nichts dazu.</translation>
    </message>
    <message>
        <source>Your notes contain nothing about this. I searched for {0}.</source>
        <translation>Ihre Notizen enthalten nichts dazu. Ich habe nach {0} gesucht.</translation>
    </message>
    <message>
        <source>Your notes from that time say:</source>
        <translation>In Ihren Notizen aus dieser Zeit steht:</translation>
    </message>
    <message>
        <source>Your notes say:</source>
        <translation>In Ihren Notizen steht:</translation>
    </message>
    <message>
        <source>Your question was not lost. Send it again, or remove notes from it.</source>
        <translation>Ihre Frage ist nicht verloren. Senden Sie sie noch einmal, oder entfernen Sie Notizen daraus.</translation>
    </message>
    <message>
        <source>`vaultdesk index` lists them with the reasons. Give them other names.</source>
        <translation>`vaultdesk index` listet sie mit den Gründen auf. Geben Sie ihnen andere Namen.</translation>
    </message>
    <message>
        <source>a model elsewhere reads notes for their meaning</source>
        <translation>ein Modell außerhalb dieses Computers indiziert Notizen für die Suche nach Bedeutung</translation>
    </message>
    <message>
        <source>a part of it is not JSON</source>
        <translation>ein Teil davon ist kein JSON</translation>
    </message>
    <message>
        <source>a part of it is not an object</source>
        <translation>ein Teil davon ist kein Objekt</translation>
    </message>
    <message>
        <source>a part of it has no type</source>
        <translation>ein Teil davon hat keine Art</translation>
    </message>
    <message>
        <source>a rejected handshake</source>
        <translation>einen abgelehnten Handshake</translation>
    </message>
    <message>
        <source>a rejected handshake ({0})</source>
        <translation>einen abgelehnten Handshake ({0})</translation>
    </message>
    <message>
        <source>a stream that does not begin with a message</source>
        <translation>einen Datenstrom, der nicht mit einer Nachricht beginnt</translation>
    </message>
    <message>
        <source>a stream that is not a response</source>
        <translation>einen Datenstrom, der keine Antwort ist</translation>
    </message>
    <message>
        <source>a tool call in it is longer than {0} characters</source>
        <translation>ein Werkzeugaufruf darin ist länger als {0} Zeichen</translation>
    </message>
    <message>
        <source>a tool call in it names no tool</source>
        <translation>ein Werkzeugaufruf darin nennt kein Werkzeug</translation>
    </message>
    <message>
        <source>a web page</source>
        <translation>eine Webseite</translation>
    </message>
    <message>
        <source>a web page (status {0})</source>
        <translation>eine Webseite (Status {0})</translation>
    </message>
    <message>
        <source>adds tags to the properties of a note.</source>
        <translation>fügt den Eigenschaften einer Notiz Tags hinzu.</translation>
    </message>
    <message>
        <source>adds {0}</source>
        <translation>fügt {0} hinzu</translation>
    </message>
    <message>
        <source>another program is writing to this vault.</source>
        <translation>ein anderes Programm schreibt gerade in diesen Vault.</translation>
    </message>
    <message>
        <source>fetches the transcript of a video from YouTube. You see it before the model does.</source>
        <translation>ruft das Transkript eines Videos von YouTube ab. Sie sehen es vor dem Modell.</translation>
    </message>
    <message>
        <source>fetches one page from a web site. You see its text before the model does.</source>
        <translation>ruft eine Seite einer Website ab. Sie sehen ihren Text vor dem Modell.</translation>
    </message>
    <message>
        <source>by a rule that cannot be read</source>
        <translation>durch eine Regel, die nicht gelesen werden kann</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>durch ihren Namen</translation>
    </message>
    <message>
        <source>changes one part of a note and leaves the rest as it is.</source>
        <translation>ändert einen Teil einer Notiz und lässt den Rest, wie er ist.</translation>
    </message>
    <message>
        <source>changes properties at the head of a note and leaves every other line as it is.</source>
        <translation>ändert Eigenschaften am Kopf einer Notiz und lässt jede andere Zeile, wie sie ist.</translation>
    </message>
    <message>
        <source>compares the search index with your notes; the notes are not changed.</source>
        <translation>vergleicht den Suchindex mit Ihren Notizen; die Notizen werden nicht geändert.</translation>
    </message>
    <message>
        <source>creates a note, or replaces or extends the text of an existing one.</source>
        <translation>erstellt eine Notiz oder ersetzt oder erweitert den Text einer vorhandenen.</translation>
    </message>
    <message>
        <source>evaluates a view of a base and gives its rows to the model.</source>
        <translation>wertet eine Ansicht einer Base aus und gibt deren Zeilen an das Modell.</translation>
    </message>
    <message>
        <source>every note</source>
        <translation>alle Notizen</translation>
    </message>
    <message>
        <source>every tool</source>
        <translation>jedes Werkzeug</translation>
    </message>
    <message>
        <source>finished tasks</source>
        <translation>erledigte Aufgaben</translation>
    </message>
    <message>
        <source>found for “{0}”</source>
        <translation>gefunden für „{0}“</translation>
    </message>
    <message>
        <source>would change nothing; the reason that the model is given may repeat words of your notes.</source>
        <translation>würde nichts ändern; die Begründung, die das Modell erhält, kann Wörter aus Ihren Notizen wiederholen.</translation>
    </message>
    <message>
        <source>gives names, sizes and dates of the notes in a folder to the model.</source>
        <translation>gibt Namen, Größen und Daten der Notizen in einem Ordner an das Modell.</translation>
    </message>
    <message>
        <source>gives the links of a note, and the lines in other notes that link to it, to the model.</source>
        <translation>gibt die Links einer Notiz und die Zeilen anderer Notizen, die auf sie verlinken, an das Modell.</translation>
    </message>
    <message>
        <source>gives the names of notes and how they are linked to the model.</source>
        <translation>gibt die Namen von Notizen und wie sie verlinkt sind an das Modell.</translation>
    </message>
    <message>
        <source>gives the names of your folders and notes to the model.</source>
        <translation>gibt die Namen Ihrer Ordner und Notizen an das Modell.</translation>
    </message>
    <message>
        <source>hidden files and folders are not notes</source>
        <translation>versteckte Dateien und Ordner sind keine Notizen</translation>
    </message>
    <message>
        <source>in this vault</source>
        <translation>in diesem Vault</translation>
    </message>
    <message>
        <source>in {0}</source>
        <translation>in {0}</translation>
    </message>
    <message>
        <source>is complete. The model has not received any of it yet; it reads what you leave ticked.</source>
        <translation>ist abgeschlossen. Das Modell hat noch nichts davon erhalten; es liest, was Sie angehakt lassen.</translation>
    </message>
    <message>
        <source>it announces a tool call but contains none</source>
        <translation>sie kündigt einen Werkzeugaufruf an und enthält keinen</translation>
    </message>
    <message>
        <source>it asks for more than {0} tools at once</source>
        <translation>sie verlangt mehr als {0} Werkzeuge auf einmal</translation>
    </message>
    <message>
        <source>it did not start a thread</source>
        <translation>sie hat keinen Thread begonnen</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>it could not be opened</source>
        <translation>er konnte nicht geöffnet werden</translation>
    </message>
    <message>
        <source>it did not start in time</source>
        <translation>es ist nicht rechtzeitig gestartet</translation>
    </message>
    <message>
        <source>it does not respond</source>
        <translation>er antwortet nicht</translation>
    </message>
    <message>
        <source>the stored key could not be read back</source>
        <translation>der gespeicherte Schlüssel konnte nicht wieder gelesen werden</translation>
    </message>
    <message>
        <source>it does not start at the vault&apos;s root</source>
        <translation>der Pfad beginnt nicht auf der obersten Ebene des Vaults</translation>
    </message>
    <message>
        <source>it ended with {0}</source>
        <translation>sie endete mit {0}</translation>
    </message>
    <message>
        <source>it failed</source>
        <translation>es ist fehlgeschlagen</translation>
    </message>
    <message>
        <source>it continues without any content</source>
        <translation>sie geht ohne Inhalt weiter</translation>
    </message>
    <message>
        <source>it has a backslash</source>
        <translation>der Pfad enthält einen Backslash</translation>
    </message>
    <message>
        <source>it has an empty name</source>
        <translation>der Pfad enthält einen leeren Namen</translation>
    </message>
    <message>
        <source>it has control characters</source>
        <translation>der Pfad enthält Steuerzeichen</translation>
    </message>
    <message>
        <source>it has invisible characters</source>
        <translation>der Name enthält unsichtbare Zeichen</translation>
    </message>
    <message>
        <source>it does not contain one vector for each text</source>
        <translation>sie enthält nicht für jeden Text einen Vektor</translation>
    </message>
    <message>
        <source>it contains too many items</source>
        <translation>sie enthält zu viele Elemente</translation>
    </message>
    <message>
        <source>it contains too many or too long items</source>
        <translation>sie enthält zu viele oder zu lange Elemente</translation>
    </message>
    <message>
        <source>it is a link, or no regular file</source>
        <translation>Verknüpfung oder keine gewöhnliche Datei</translation>
    </message>
    <message>
        <source>it is a Windows short name that may refer to a hidden folder</source>
        <translation>ein Windows-Kurzname, der auf einen versteckten Ordner verweisen kann</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>sie ist leer</translation>
    </message>
    <message>
        <source>it is larger than the file system allows.</source>
        <translation>sie ist größer, als das Dateisystem erlaubt.</translation>
    </message>
    <message>
        <source>it is locked</source>
        <translation>er ist gesperrt</translation>
    </message>
    <message>
        <source>it is longer than {0} bytes</source>
        <translation>der Name ist länger als {0} Bytes</translation>
    </message>
    <message>
        <source>it is more than {0} folders deep</source>
        <translation>mehr als {0} Ordner tief verschachtelt</translation>
    </message>
    <message>
        <source>it is not UTF-8 text</source>
        <translation>sie ist kein UTF-8-Text</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>sie ist zu lang</translation>
    </message>
    <message>
        <source>it refused to delete the key</source>
        <translation>er hat das Löschen des Schlüssels abgelehnt</translation>
    </message>
    <message>
        <source>it refused to store the key</source>
        <translation>er hat das Speichern des Schlüssels abgelehnt</translation>
    </message>
    <message>
        <source>it started but reported nothing</source>
        <translation>es ist gestartet, hat aber nichts gemeldet</translation>
    </message>
    <message>
        <source>it starts at a home folder</source>
        <translation>der Pfad beginnt in einem persönlichen Ordner</translation>
    </message>
    <message>
        <source>it starts or ends with a space or a dot</source>
        <translation>der Name beginnt oder endet mit einem Leerzeichen oder Punkt</translation>
    </message>
    <message>
        <source>it only reports that the model was loaded</source>
        <translation>sie meldet nur das Laden des Modells</translation>
    </message>
    <message>
        <source>it only reports that the model was unloaded</source>
        <translation>sie meldet nur das Entladen des Modells</translation>
    </message>
    <message>
        <source>it contains two different versions of the arguments of a tool call</source>
        <translation>sie enthält zwei verschiedene Fassungen der Argumente eines Werkzeugaufrufs</translation>
    </message>
    <message>
        <source>its parts are out of order</source>
        <translation>ihre Teile sind in falscher Reihenfolge</translation>
    </message>
    <message>
        <source>finds notes by words, folder, tags, properties and dates and gives short excerpts to the model.</source>
        <translation>findet Notizen nach Wörtern, Ordner, Tags, Eigenschaften und Daten und gibt dem Modell kurze Auszüge.</translation>
    </message>
    <message>
        <source>finds the passages of your notes that answer a question and gives them to the model.</source>
        <translation>findet die Textstellen Ihrer Notizen, die eine Frage beantworten, und gibt sie dem Modell.</translation>
    </message>
    <message>
        <source>searches the names and the text of your notes and gives short excerpts to the model.</source>
        <translation>durchsucht die Namen und den Text Ihrer Notizen und gibt dem Modell kurze Auszüge.</translation>
    </message>
    <message>
        <source>searches your earlier chats and your memory note and gives passages to the model.</source>
        <translation>durchsucht Ihre früheren Chats und Ihre Gedächtnisnotiz und gibt Textstellen an das Modell.</translation>
    </message>
    <message>
        <source>looks up which of its tools the model can use for a task; reads no notes.</source>
        <translation>sucht heraus, welche Werkzeuge das Modell für eine Aufgabe verwenden kann; liest keine Notizen.</translation>
    </message>
    <message>
        <source>creates a note for a word that you want to learn.</source>
        <translation>erstellt eine Notiz für ein Wort, das Sie lernen wollen.</translation>
    </message>
    <message>
        <source>creates a note from one of your templates, or adds a template to a note.</source>
        <translation>erstellt aus einer Ihrer Vorlagen eine Notiz oder fügt eine Vorlage in eine Notiz ein.</translation>
    </message>
    <message>
        <source>moves to {0}</source>
        <translation>verschiebt in {0}</translation>
    </message>
    <message>
        <source>must be a list of names (numbers in quotes). Remove it for {0}, write [] for none</source>
        <translation>muss eine Liste von Namen sein (Zahlen in Anführungszeichen). Entfernen Sie es für {0}, schreiben Sie [] für nichts</translation>
    </message>
    <message>
        <source>must be a whole number from {0}</source>
        <translation>muss eine ganze Zahl ab {0} sein</translation>
    </message>
    <message>
        <source>must be one of {0}</source>
        <translation>muss eines von {0} sein</translation>
    </message>
    <message>
        <source>must be text</source>
        <translation>muss Text sein</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>muss true oder false sein</translation>
    </message>
    <message>
        <source>must be written as provider/name, or removed to use the chat&apos;s model</source>
        <translation>muss als Anbieter/Name geschrieben werden oder für das Modell des Chats wegbleiben</translation>
    </message>
    <message>
        <source>named by the model</source>
        <translation>vom Modell genannt</translation>
    </message>
    <message>
        <source>names a model that is not available. {0}</source>
        <translation>nennt ein Modell, das nicht verfügbar ist. {0}</translation>
    </message>
    <message>
        <source>names an unknown tool: {0}</source>
        <translation>nennt ein unbekanntes Werkzeug: {0}</translation>
    </message>
    <message>
        <source>names an unknown tool: {0} (did you mean {1}?)</source>
        <translation>nennt ein unbekanntes Werkzeug: {0} (meinten Sie {1}?)</translation>
    </message>
    <message>
        <source>names a folder that is not in the vault: “{0}”</source>
        <translation>nennt einen Ordner, der nicht im Vault liegt: „{0}“</translation>
    </message>
    <message>
        <source>no</source>
        <translation>nein</translation>
    </message>
    <message>
        <source>no answer at this address (status {0})</source>
        <translation>keine Antwort unter dieser Adresse (Status {0})</translation>
    </message>
    <message>
        <source>no message</source>
        <translation>keine Meldung</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>nicht bekannt</translation>
    </message>
    <message>
        <source>not tagged {0}</source>
        <translation>ohne den Tag {0}</translation>
    </message>
    <message>
        <source>an event in it is too long</source>
        <translation>ein Ereignis darin ist zu lang</translation>
    </message>
    <message>
        <source>a line in it is too long</source>
        <translation>eine Zeile darin ist zu lang</translation>
    </message>
    <message>
        <source>open tasks</source>
        <translation>offene Aufgaben</translation>
    </message>
    <message>
        <source>perhaps: the note cannot be read</source>
        <translation>vielleicht: Die Notiz kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>perhaps: the note no longer exists</source>
        <translation>vielleicht: Die Notiz existiert nicht mehr</translation>
    </message>
    <message>
        <source>finds notes by properties, tags, folders, dates and links, and gives a table to the model.</source>
        <translation>findet Notizen nach Eigenschaften, Tags, Ordnern, Daten und Links und gibt dem Modell eine Tabelle.</translation>
    </message>
    <message>
        <source>asks you a question with choices and gives your answer to the model.</source>
        <translation>stellt Ihnen eine Frage mit Auswahl und gibt Ihre Antwort an das Modell.</translation>
    </message>
    <message>
        <source>reads, creates or extends the daily note of a day, by your settings for daily notes.</source>
        <translation>liest, erstellt oder erweitert die Tagesnotiz eines Tages nach Ihren Einstellungen für Tagesnotizen.</translation>
    </message>
    <message>
        <source>removes {0}</source>
        <translation>entfernt {0}</translation>
    </message>
    <message>
        <source>renames or moves a note and repairs the links to it.</source>
        <translation>benennt eine Notiz um oder verschiebt sie und repariert die Links zu ihr.</translation>
    </message>
    <message>
        <source>renames {0} to {1}</source>
        <translation>benennt {0} in {1} um</translation>
    </message>
    <message>
        <source>repairs {0} link to the new name</source>
        <translation>repariert {0} Link zum neuen Namen</translation>
    </message>
    <message>
        <source>repairs {0} links to the new name</source>
        <translation>repariert {0} Links zum neuen Namen</translation>
    </message>
    <message>
        <source>sets {0}</source>
        <translation>setzt {0}</translation>
    </message>
    <message>
        <source>something that cannot be read</source>
        <translation>etwas, das nicht gelesen werden kann</translation>
    </message>
    <message>
        <source>something that is not JSON</source>
        <translation>etwas, das kein JSON ist</translation>
    </message>
    <message>
        <source>start, {0} minutes</source>
        <translation>Start, {0} Minuten</translation>
    </message>
    <message>
        <source>starts, pauses or stops the timer in the status bar.</source>
        <translation>startet, hält an oder stoppt den Zeitmesser in der Statusleiste.</translation>
    </message>
    <message>
        <source>tagged #{0}</source>
        <translation>mit dem Tag #{0}</translation>
    </message>
    <message>
        <source>tagged {0}</source>
        <translation>mit dem Tag {0}</translation>
    </message>
    <message>
        <source>removes tags from the properties and the text of a note.</source>
        <translation>entfernt Tags aus den Eigenschaften und dem Text einer Notiz.</translation>
    </message>
    <message>
        <source>gives the model the date and time, local or in another time zone.</source>
        <translation>nennt dem Modell Datum und Uhrzeit, örtlich oder in einer anderen Zeitzone.</translation>
    </message>
    <message>
        <source>the context window of {0} tokens</source>
        <translation>das Kontextfenster von {0} Tokens</translation>
    </message>
    <message>
        <source>the daily note</source>
        <translation>die tägliche Notiz</translation>
    </message>
    <message>
        <source>the disk is full.</source>
        <translation>Der Datenträger ist voll.</translation>
    </message>
    <message>
        <source>the disk is read-only.</source>
        <translation>Der Datenträger ist schreibgeschützt.</translation>
    </message>
    <message>
        <source>the disk reported an error.</source>
        <translation>Der Datenträger hat einen Fehler gemeldet.</translation>
    </message>
    <message>
        <source>the environment variable {0}</source>
        <translation>der Umgebungsvariablen {0}</translation>
    </message>
    <message>
        <source>the keyring of this computer</source>
        <translation>dem Schlüsselbund dieses Computers</translation>
    </message>
    <message>
        <source>the keyring of this computer cannot be used, {0}</source>
        <translation>Der Schlüsselbund dieses Computers kann nicht verwendet werden, {0}</translation>
    </message>
    <message>
        <source>the keyring of this computer refused the key, {0}</source>
        <translation>Der Schlüsselbund dieses Computers hat den Schlüssel abgelehnt, {0}</translation>
    </message>
    <message>
        <source>the memory of VaultDesk</source>
        <translation>dem Arbeitsspeicher von VaultDesk</translation>
    </message>
    <message>
        <source>the model asked for a tool in a way that cannot be read</source>
        <translation>das Modell hat ein Werkzeug auf unlesbare Weise verlangt</translation>
    </message>
    <message>
        <source>the model asked for a tool that it was not offered</source>
        <translation>das Modell hat ein Werkzeug verlangt, das ihm nicht angeboten wurde</translation>
    </message>
    <message>
        <source>the model asked for too many tools</source>
        <translation>das Modell hat zu viele Werkzeuge verlangt</translation>
    </message>
    <message>
        <source>the model behind it failed</source>
        <translation>das Modell dahinter ist ausgefallen</translation>
    </message>
    <message>
        <source>the model returned none; the question may have been blocked</source>
        <translation>das Modell gab keine zurück; die Frage wurde vielleicht blockiert</translation>
    </message>
    <message>
        <source>the model on this computer</source>
        <translation>das Modell auf diesem Computer</translation>
    </message>
    <message>
        <source>the preset “{0}” of this vault</source>
        <translation>die Voreinstellung „{0}“ dieses Vaults</translation>
    </message>
    <message>
        <source>the server aborted it</source>
        <translation>der Server hat sie abgebrochen</translation>
    </message>
    <message>
        <source>the server ran out of space for it</source>
        <translation>der Server hatte keinen Platz mehr dafür</translation>
    </message>
    <message>
        <source>the signatures of earlier answers were lost</source>
        <translation>die Signaturen früherer Antworten sind verloren gegangen</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>die oberste Ebene des Vaults</translation>
    </message>
    <message>
        <source>the whole vault</source>
        <translation>den ganzen Vault</translation>
    </message>
    <message>
        <source>no keyring is installed</source>
        <translation>es ist keiner installiert</translation>
    </message>
    <message>
        <source>this agent&apos;s daily {0}</source>
        <translation>den täglichen {0} dieses Agenten</translation>
    </message>
    <message>
        <source>this chat&apos;s {0}</source>
        <translation>den {0} dieses Chats</translation>
    </message>
    <message>
        <source>this computer has no keyring that stores secrets encrypted</source>
        <translation>Dieser Computer hat keinen Schlüsselbund, der Geheimnisse verschlüsselt speichert</translation>
    </message>
    <message>
        <source>this model</source>
        <translation>dieses Modell</translation>
    </message>
    <message>
        <source>to the trash of this computer</source>
        <translation>in den Papierkorb</translation>
    </message>
    <message>
        <source>to the vault&apos;s .trash</source>
        <translation>in den Ordner .trash</translation>
    </message>
    <message>
        <source>today&apos;s {0}</source>
        <translation>den heutigen {0}</translation>
    </message>
    <message>
        <source>two tool calls in it have the same id</source>
        <translation>zwei Werkzeugaufrufe darin haben dieselbe Kennung</translation>
    </message>
    <message>
        <source>version cannot be set</source>
        <translation>version kann nicht gesetzt werden</translation>
    </message>
    <message>
        <source>with a link to “{0}”</source>
        <translation>mit einem Link auf „{0}“</translation>
    </message>
    <message>
        <source>with the alias “{0}”</source>
        <translation>mit dem Alias „{0}“</translation>
    </message>
    <message>
        <source>with {0}</source>
        <translation>mit {0}</translation>
    </message>
    <message>
        <source>with “{0}”</source>
        <translation>mit „{0}“</translation>
    </message>
    <message>
        <source>without links</source>
        <translation>ohne Links</translation>
    </message>
    <message>
        <source>without tags</source>
        <translation>ohne Tags</translation>
    </message>
    <message>
        <source>without “{0}”</source>
        <translation>ohne „{0}“</translation>
    </message>
    <message>
        <source>adds a line to your memory note, which later chats receive.</source>
        <translation>fügt Ihrer Gedächtnisnotiz eine Zeile hinzu; spätere Chats erhalten sie.</translation>
    </message>
    <message>
        <source>writing there is not allowed.</source>
        <translation>Schreiben ist dort nicht erlaubt.</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>ja</translation>
    </message>
    <message>
        <source>your answer for this chat</source>
        <translation>Ihre Antwort für diesen Chat</translation>
    </message>
    <message>
        <source>your notes</source>
        <translation>Ihren Notizen</translation>
    </message>
    <message>
        <source>{0} (A tool of {1}.)</source>
        <translation>{0} (Ein Werkzeug von {1}.)</translation>
    </message>
    <message>
        <source>{0} ({1} times)</source>
        <translation>{0} ({1}-mal)</translation>
    </message>
    <message>
        <source>{0} ({1} times).</source>
        <translation>{0} ({1}-mal).</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0} ({1})</translation>
    </message>
    <message>
        <source>{0} and send it to {1}</source>
        <translation>{0} und an {1} senden</translation>
    </message>
    <message>
        <source>{0} and send them to {1}</source>
        <translation>{0} und an {1} senden</translation>
    </message>
    <message>
        <source>{0} and send what is found to {1}</source>
        <translation>{0} und das Gefundene an {1} senden</translation>
    </message>
    <message>
        <source>{0} and {1:lower}</source>
        <translation>{0} und {1}</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} und {1}</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} und {1} weitere</translation>
    </message>
    <message>
        <source>{0} answered in {1} s and has no list of models.</source>
        <translation>{0} hat in {1} s geantwortet und hat keine Liste von Modellen.</translation>
    </message>
    <message>
        <source>The answer of {0} cannot be understood</source>
        <translation>Die Antwort von {0} ist nicht verständlich</translation>
    </message>
    <message>
        <source>{0} at {1} cannot be reached</source>
        <translation>{0} ist unter {1} nicht erreichbar</translation>
    </message>
    <message>
        <source>{0} at {1}, with its key.</source>
        <translation>{0} unter {1}, mit dem Schlüssel.</translation>
    </message>
    <message>
        <source>{0} at {1}.</source>
        <translation>{0} unter {1}.</translation>
    </message>
    <message>
        <source>{0} before today</source>
        <translation>{0} vor heute</translation>
    </message>
    <message>
        <source>{0} called a tool when it was tested.</source>
        <translation>{0} hat beim Test ein Werkzeug aufgerufen.</translation>
    </message>
    <message>
        <source>{0} called no tool in any form when it was tested.</source>
        <translation>{0} hat beim Test in keiner Form ein Werkzeug aufgerufen.</translation>
    </message>
    <message>
        <source>{0} made no native tool call when it was tested.</source>
        <translation>{0} hat beim Test keinen nativen Werkzeugaufruf gemacht.</translation>
    </message>
    <message>
        <source>{0} can be read, but nothing in it may be changed.</source>
        <translation>{0} kann gelesen werden, aber nichts darin darf geändert werden.</translation>
    </message>
    <message>
        <source>{0} cannot be listed: {1}.</source>
        <translation>{0} kann nicht aufgelistet werden: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be loaded</source>
        <translation>{0} kann nicht geladen werden</translation>
    </message>
    <message>
        <source>{0} cannot be loaded: {1}</source>
        <translation>{0} kann nicht geladen werden: {1}</translation>
    </message>
    <message>
        <source>{0} cannot be reached</source>
        <translation>{0} ist nicht erreichbar</translation>
    </message>
    <message>
        <source>{0} cannot be read</source>
        <translation>{0} kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>{0} cannot be read completely: {1}{2}.</source>
        <translation>{0} kann nicht vollständig gelesen werden: {1}{2}.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>{0} kann nicht gelesen werden: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be set by a note: addresses, keys, commands, servers, rules and presets are set only in Settings.</source>
        <translation>{0} kann nicht in einer Notiz gesetzt werden: Adressen, Schlüssel, Befehle, Server, Regeln und Voreinstellungen werden nur in den Einstellungen gesetzt.</translation>
    </message>
    <message>
        <source>{0} cannot be started</source>
        <translation>{0} kann nicht gestartet werden</translation>
    </message>
    <message>
        <source>{0} cannot be used</source>
        <translation>{0} kann nicht verwendet werden</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation>{0} kann nicht geschrieben werden: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be {1}</source>
        <translation>{0} kann nicht {1} sein</translation>
    </message>
    <message>
        <source>{0} cannot see pictures, so they were left out.</source>
        <translation>{0} kann keine Bilder sehen, daher wurden sie weggelassen.</translation>
    </message>
    <message>
        <source>{0} changed since you were asked. Please look again.</source>
        <translation>{0} wurde geändert, seit Sie gefragt wurden. Bitte sehen Sie noch einmal nach.</translation>
    </message>
    <message>
        <source>{0} characters per tool result</source>
        <translation>{0} Zeichen je Werkzeugergebnis</translation>
    </message>
    <message>
        <source>{0} closed the connection without an answer</source>
        <translation>{0} hat die Verbindung ohne Antwort geschlossen</translation>
    </message>
    <message>
        <source>{0} could not load the model</source>
        <translation>{0} konnte das Modell nicht laden</translation>
    </message>
    <message>
        <source>{0} could not read the answer of its model</source>
        <translation>{0} konnte die Antwort des eigenen Modells nicht lesen</translation>
    </message>
    <message>
        <source>{0} did not answer ({1})</source>
        <translation>{0} hat nicht geantwortet ({1})</translation>
    </message>
    <message>
        <source>{0} did not answer in the required form: {1}</source>
        <translation>{0} hat nicht in der verlangten Form geantwortet: {1}</translation>
    </message>
    <message>
        <source>{0} did not answer in time</source>
        <translation>{0} hat nicht rechtzeitig geantwortet</translation>
    </message>
    <message>
        <source>{0} did not answer within {1} seconds</source>
        <translation>{0} hat nicht innerhalb von {1} Sekunden geantwortet</translation>
    </message>
    <message>
        <source>{0} did not answer within {1} seconds.</source>
        <translation>{0} hat nicht innerhalb von {1} Sekunden geantwortet.</translation>
    </message>
    <message>
        <source>{0} did not return the page ({1})</source>
        <translation>{0} hat die Seite nicht zurückgegeben ({1})</translation>
    </message>
    <message>
        <source>{0} did not pass the tools on to the model</source>
        <translation>{0} hat die Werkzeuge nicht an das Modell weitergegeben</translation>
    </message>
    <message>
        <source>{0} did not pass the tools on to {1}.</source>
        <translation>{0} hat die Werkzeuge nicht an {1} weitergegeben.</translation>
    </message>
    <message>
        <source>{0} did not accept its earlier reasoning, so the request was sent without it.</source>
        <translation>{0} hat seine früheren Überlegungen nicht angenommen, daher wurde die Anfrage ohne sie gesendet.</translation>
    </message>
    <message>
        <source>{0} does not accept requests from this network</source>
        <translation>{0} nimmt aus diesem Netzwerk keine Anfragen an</translation>
    </message>
    <message>
        <source>{0} does not accept the key</source>
        <translation>{0} nimmt den Schlüssel nicht an</translation>
    </message>
    <message>
        <source>{0} does not allow this request</source>
        <translation>{0} erlaubt diese Anfrage nicht</translation>
    </message>
    <message>
        <source>{0} does not allow this request (status {1})</source>
        <translation>{0} erlaubt diese Anfrage nicht (Status {1})</translation>
    </message>
    <message>
        <source>{0} does not have the model {1}</source>
        <translation>{0} hat das Modell {1} nicht</translation>
    </message>
    <message>
        <source>{0} does not resolve to this computer, so nothing was sent</source>
        <translation>{0} führt nicht zu diesem Computer, daher wurde nichts gesendet</translation>
    </message>
    <message>
        <source>{0} denies access to this page ({1})</source>
        <translation>{0} verweigert den Zugriff auf diese Seite ({1})</translation>
    </message>
    <message>
        <source>{0} does not offer this model</source>
        <translation>{0} bietet dieses Modell nicht an</translation>
    </message>
    <message>
        <source>{0} does not report whether {1} supports tools. If it rejects them, VaultDesk uses text-based tools.</source>
        <translation>{0} meldet nicht, ob {1} Werkzeuge unterstützt. Lehnt das Modell sie ab, verwendet VaultDesk textbasierte Werkzeuge.</translation>
    </message>
    <message>
        <source>{0} does not accept the query</source>
        <translation>{0} nimmt die Suchanfrage nicht an</translation>
    </message>
    <message>
        <source>{0} earlier answer stayed on this computer: it may repeat private text.</source>
        <translation>{0} frühere Antwort blieb auf diesem Computer: Sie könnte privaten Text wiederholen.</translation>
    </message>
    <message>
        <source>{0} earlier answers stayed on this computer: they may repeat private text.</source>
        <translation>{0} frühere Antworten blieben auf diesem Computer: Sie könnten privaten Text wiederholen.</translation>
    </message>
    <message>
        <source>{0} ended unexpectedly</source>
        <translation>{0} wurde unerwartet beendet</translation>
    </message>
    <message>
        <source>{0} folders can be watched.</source>
        <translation>{0} Ordner können überwacht werden.</translation>
    </message>
    <message>
        <source>{0} folders can be watched; the vault has {1}.</source>
        <translation>{0} Ordner können überwacht werden; der Vault hat {1}.</translation>
    </message>
    <message>
        <source>{0} headings of the note are called “{1}”.</source>
        <translation>{0} Überschriften der Notiz heißen „{1}“.</translation>
    </message>
    <message>
        <source>{0} is not {1}</source>
        <translation>{0} ist nicht {1}</translation>
    </message>
    <message>
        <source>{0} keeps changing, so nothing was written.</source>
        <translation>Wegen fortlaufender Änderungen wurde nichts geschrieben: {0}.</translation>
    </message>
    <message>
        <source>{0} left.</source>
        <translation>Noch {0}.</translation>
    </message>
    <message>
        <source>{0} note could not be changed.</source>
        <translation>{0} Notiz konnte nicht geändert werden.</translation>
    </message>
    <message>
        <source>{0} note found ({1}):</source>
        <translation>{0} Notiz gefunden ({1}):</translation>
    </message>
    <message>
        <source>{0} note found:</source>
        <translation>{0} Notiz gefunden:</translation>
    </message>
    <message>
        <source>{0} note already had this value.</source>
        <translation>{0} Notiz hatte diesen Wert bereits.</translation>
    </message>
    <message>
        <source>{0} note was changed.</source>
        <translation>{0} Notiz wurde geändert.</translation>
    </message>
    <message>
        <source>{0} notes could not be changed.</source>
        <translation>{0} Notizen konnten nicht geändert werden.</translation>
    </message>
    <message>
        <source>{0} notes found ({1}):</source>
        <translation>{0} Notizen gefunden ({1}):</translation>
    </message>
    <message>
        <source>{0} notes found:</source>
        <translation>{0} Notizen gefunden:</translation>
    </message>
    <message>
        <source>{0} notes already had this value.</source>
        <translation>{0} Notizen hatten diesen Wert bereits.</translation>
    </message>
    <message>
        <source>{0} notes were changed.</source>
        <translation>{0} Notizen wurden geändert.</translation>
    </message>
    <message>
        <source>{0} received too many requests from this account</source>
        <translation>{0} bekommt zu viele Anfragen von diesem Konto</translation>
    </message>
    <message>
        <source>{0} changed while you were reading it</source>
        <translation>{0} hat sich geändert, während Sie sie lasen</translation>
    </message>
    <message>
        <source>{0} has more than {1} files.</source>
        <translation>{0} hat mehr als {1} Dateien.</translation>
    </message>
    <message>
        <source>{0} has no update file ({1})</source>
        <translation>{0} hat keine Updatedatei ({1})</translation>
    </message>
    <message>
        <source>{0} does not have enough memory for this model</source>
        <translation>{0} hat nicht genug Speicher für dieses Modell</translation>
    </message>
    <message>
        <source>{0} reports an error of its own ({1})</source>
        <translation>{0} meldet selbst einen Fehler ({1})</translation>
    </message>
    <message>
        <source>{0} contains no list of conversations.</source>
        <translation>{0} enthält keine Liste von Unterhaltungen.</translation>
    </message>
    <message>
        <source>{0} contains no chat messages.</source>
        <translation>{0} enthält keine Chat-Nachrichten.</translation>
    </message>
    <message>
        <source>{0} contains no {1}.</source>
        <translation>{0} enthält {1} nicht.</translation>
    </message>
    <message>
        <source>{0} is a damaged archive.</source>
        <translation>{0} ist ein beschädigtes Archiv.</translation>
    </message>
    <message>
        <source>{0} is a name of a private network, not of a public web site</source>
        <translation>{0} ist ein Name eines privaten Netzwerks, nicht einer öffentlichen Website</translation>
    </message>
    <message>
        <source>{0} is a small model that was not tested with tools</source>
        <translation>{0} ist ein kleines Modell, das nicht mit Werkzeugen getestet wurde</translation>
    </message>
    <message>
        <source>{0} received too many requests</source>
        <translation>{0} hat zu viele Anfragen erhalten</translation>
    </message>
    <message>
        <source>{0} received too many requests ({1})</source>
        <translation>{0} hat zu viele Anfragen erhalten ({1})</translation>
    </message>
    <message>
        <source>{0} is being changed by another VaultDesk. Try again.</source>
        <translation>{0} wird gerade von einem anderen VaultDesk geändert. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
        <source>{0} is installed and complete.</source>
        <translation>{0} ist installiert und vollständig.</translation>
    </message>
    <message>
        <source>VaultDesk cannot edit {0} because of its layout. Edit the file by hand.</source>
        <translation>VaultDesk kann {0} wegen des Aufbaus der Datei nicht bearbeiten. Ändern Sie die Datei von Hand.</translation>
    </message>
    <message>
        <source>{0} is loading the model or reading a long chat; this can take a few minutes.</source>
        <translation>{0} lädt das Modell oder liest einen langen Chat; das kann einige Minuten dauern.</translation>
    </message>
    <message>
        <source>{0} is loading the model. The question is sent as soon as it is ready.</source>
        <translation>{0} lädt das Modell. Die Frage wird gesendet, sobald es bereit ist.</translation>
    </message>
    <message>
        <source>{0} is protected with a password.</source>
        <translation>{0} ist mit einem Kennwort geschützt.</translation>
    </message>
    <message>
        <source>{0} is missing.</source>
        <translation>{0} fehlt.</translation>
    </message>
    <message>
        <source>{0} is neither {1} nor a skill</source>
        <translation>{0} ist weder {1} noch ein Skill</translation>
    </message>
    <message>
        <source>{0} is not the address of a web page</source>
        <translation>{0} ist nicht die Adresse einer Webseite</translation>
    </message>
    <message>
        <source>{0} is not an agent that can be allowed</source>
        <translation>{0} ist kein Agent, der erlaubt werden kann</translation>
    </message>
    <message>
        <source>{0} is not a valid host</source>
        <translation>{0} ist kein gültiger Host</translation>
    </message>
    <message>
        <source>{0} is not a project</source>
        <translation>{0} ist kein Projekt</translation>
    </message>
    <message>
        <source>{0} is not a model file in the GGUF format, or it is damaged</source>
        <translation>{0} ist keine Modelldatei im GGUF-Format oder ist beschädigt</translation>
    </message>
    <message>
        <source>{0} is not a public web site: it is this computer or is in a private network</source>
        <translation>{0} ist keine öffentliche Website: Die Adresse gehört zu diesem Computer oder zu einem privaten Netzwerk</translation>
    </message>
    <message>
        <source>{0} is not a server address</source>
        <translation>{0} ist keine Serveradresse</translation>
    </message>
    <message>
        <source>{0} is not in the agents folder</source>
        <translation>{0} ist nicht im Agentenordner</translation>
    </message>
    <message>
        <source>{0} is not installed on this computer</source>
        <translation>{0} ist auf diesem Computer nicht installiert</translation>
    </message>
    <message>
        <source>{0} is not known and may be meant to limit the agent. Known properties: {1}.</source>
        <translation>{0} ist nicht bekannt und soll vielleicht den Agenten begrenzen. Bekannte Eigenschaften: {1}.</translation>
    </message>
    <message>
        <source>{0} is not logged in</source>
        <translation>{0} ist nicht angemeldet</translation>
    </message>
    <message>
        <source>{0} is not offered in this country or region</source>
        <translation>{0} wird in diesem Land oder dieser Region nicht angeboten</translation>
    </message>
    <message>
        <source>{0} is not set.</source>
        <translation>{0} ist nicht gesetzt.</translation>
    </message>
    <message>
        <source>{0} is not the name of a setting</source>
        <translation>{0} ist nicht der Name einer Einstellung</translation>
    </message>
    <message>
        <source>{0} is overloaded</source>
        <translation>{0} ist überlastet</translation>
    </message>
    <message>
        <source>Tools are switched off for {0}</source>
        <translation>Werkzeuge sind für {0} ausgeschaltet</translation>
    </message>
    <message>
        <source>{0} is still loading the model</source>
        <translation>{0} lädt das Modell noch</translation>
    </message>
    <message>
        <source>The note of {0} keeps changing</source>
        <translation>Die Notiz von {0} ändert sich ständig</translation>
    </message>
    <message>
        <source>{0} synchronizes the data with other computers, which may damage a database.</source>
        <translation>{0} synchronisiert die Daten mit anderen Computern, was eine Datenbank beschädigen kann.</translation>
    </message>
    <message>
        <source>{0} synchronizes this folder. Conflict copies of notes: {1}.</source>
        <translation>{0} synchronisiert diesen Ordner. Konfliktkopien von Notizen: {1}.</translation>
    </message>
    <message>
        <source>{0} synchronizes this folder. If it stores a note only online, VaultDesk has to wait for its download, and cannot read it offline.</source>
        <translation>{0} synchronisiert diesen Ordner. Ist eine Notiz nur online gespeichert, muss VaultDesk auf ihren Download warten und kann sie offline nicht lesen.</translation>
    </message>
    <message>
        <source>{0} synchronizes this folder. If two computers change a note at the same time, it creates a conflict copy next to the note, which VaultDesk marks.</source>
        <translation>{0} synchronisiert diesen Ordner. Ändern zwei Computer gleichzeitig eine Notiz, legt es neben der Notiz eine Konfliktkopie an, die VaultDesk markiert.</translation>
    </message>
    <message>
        <source>{0} left out: a rule of yours denies it.</source>
        <translation>{0} weggelassen: Eine Ihrer Regeln verbietet es.</translation>
    </message>
    <message>
        <source>{0} left out: it would show the model a private comment.</source>
        <translation>{0} weggelassen: Es würde dem Modell einen privaten Kommentar zeigen.</translation>
    </message>
    <message>
        <source>{0} left out: outside {1}.</source>
        <translation>{0} weggelassen: außerhalb von {1}.</translation>
    </message>
    <message>
        <source>{0} left out: the note changed since the model read it.</source>
        <translation>{0} weggelassen: Die Notiz hat sich geändert, seit das Modell sie gelesen hat.</translation>
    </message>
    <message>
        <source>{0} left out: the note is private for this model.</source>
        <translation>{0} weggelassen: Die Notiz ist für dieses Modell privat.</translation>
    </message>
    <message>
        <source>{0} lost the connection and is reconnecting.</source>
        <translation>{0} hat die Verbindung verloren und stellt sie wieder her.</translation>
    </message>
    <message>
        <source>{0} does not provide embeddings</source>
        <translation>{0} stellt keine Embeddings bereit</translation>
    </message>
    <message>
        <source>{0} does not provide embeddings.</source>
        <translation>{0} stellt keine Embeddings bereit.</translation>
    </message>
    <message>
        <source>{0} is not used by VaultDesk.</source>
        <translation>{0} wird von VaultDesk nicht verwendet.</translation>
    </message>
    <message>
        <source>{0} message no longer fits and could not be summarized, so it was left out. {1}</source>
        <translation>{0} Nachricht passt nicht mehr und konnte nicht zusammengefasst werden, daher wurde sie weggelassen. {1}</translation>
    </message>
    <message>
        <source>{0} message of this chat is too old to be summarized and was left out.</source>
        <translation>{0} Nachricht dieses Chats ist zu alt, um zusammengefasst zu werden, und wurde weggelassen.</translation>
    </message>
    <message>
        <source>{0} messages no longer fit and could not be summarized, so they were left out. {1}</source>
        <translation>{0} Nachrichten passen nicht mehr und konnten nicht zusammengefasst werden, daher wurden sie weggelassen. {1}</translation>
    </message>
    <message>
        <source>{0} messages of this chat are too old to be summarized and were left out.</source>
        <translation>{0} Nachrichten dieses Chats sind zu alt, um zusammengefasst zu werden, und wurden weggelassen.</translation>
    </message>
    <message>
        <source>{0} more note will be read under a permission you gave before.</source>
        <translation>{0} weitere Notiz wird aufgrund einer früheren Erlaubnis von Ihnen gelesen.</translation>
    </message>
    <message>
        <source>{0} more notes will be read under a permission you gave before.</source>
        <translation>{0} weitere Notizen werden aufgrund einer früheren Erlaubnis von Ihnen gelesen.</translation>
    </message>
    <message>
        <source>{0} has no valid port</source>
        <translation>{0} hat keinen gültigen Port</translation>
    </message>
    <message>
        <source>{0} needs about {1} GB of memory, and this computer has {2} GB</source>
        <translation>{0} braucht etwa {1} GB Arbeitsspeicher, dieser Computer hat aber nur {2} GB</translation>
    </message>
    <message>
        <source>{0} needs its key in the environment variable {1}</source>
        <translation>{0} braucht seinen Schlüssel in der Umgebungsvariablen {1}</translation>
    </message>
    <message>
        <source>{0} no longer offers this model</source>
        <translation>{0} bietet dieses Modell nicht mehr an</translation>
    </message>
    <message>
        <source>{0} note</source>
        <translation>{0} Notiz</translation>
    </message>
    <message>
        <source>{0} note will not be read: a rule of yours denies it.</source>
        <translation>{0} Notiz wird nicht gelesen: Eine Ihrer Regeln verbietet es.</translation>
    </message>
    <message>
        <source>{0} note will not be read: private, or outside the allowed folders.</source>
        <translation>{0} Notiz wird nicht gelesen: privat oder außerhalb der erlaubten Ordner.</translation>
    </message>
    <message>
        <source>{0} notes</source>
        <translation>{0} Notizen</translation>
    </message>
    <message>
        <source>{0} notes will not be read: a rule of yours denies it.</source>
        <translation>{0} Notizen werden nicht gelesen: Eine Ihrer Regeln verbietet es.</translation>
    </message>
    <message>
        <source>{0} notes will not be read: private, or outside the allowed folders.</source>
        <translation>{0} Notizen werden nicht gelesen: privat oder außerhalb der erlaubten Ordner.</translation>
    </message>
    <message>
        <source>{0} notes, {1}, last written: {2}. No errors were found.</source>
        <translation>{0} Notizen, {1}, zuletzt geschrieben: {2}. Es wurden keine Fehler gefunden.</translation>
    </message>
    <message>
        <source>{0} notes, {1}, last written: {2}. No error was found within the time limit.</source>
        <translation>{0} Notizen, {1}, zuletzt geschrieben: {2}. Innerhalb der Zeitgrenze wurde kein Fehler gefunden.</translation>
    </message>
    <message>
        <source>{0} has the effect {1}, so it must be a {2}.</source>
        <translation>{0} hat die Wirkung {1} und muss daher von der Klasse {2} sein.</translation>
    </message>
    <message>
        <source>{0} notes, {1}, last written: {2}. Notes that could not be read: {3}.</source>
        <translation>{0} Notizen, {1}, zuletzt geschrieben: {2}. Notizen, die nicht gelesen werden konnten: {3}.</translation>
    </message>
    <message>
        <source>{0} notes, {1}, last written: {2}; the folder has {3}.</source>
        <translation>{0} Notizen, {1}, zuletzt geschrieben: {2}; der Ordner hat {3}.</translation>
    </message>
    <message>
        <source>{0} of {1} left</source>
        <translation>von {1} sind {0} übrig</translation>
    </message>
    <message>
        <source>{0} of {1} statements in this answer name no source from your notes.</source>
        <translation>{0} von {1} Aussagen in dieser Antwort nennen keine Quelle aus Ihren Notizen.</translation>
    </message>
    <message>
        <source>{0} offers this model to verified organizations only</source>
        <translation>{0} bietet dieses Modell nur verifizierten Organisationen an</translation>
    </message>
    <message>
        <source>{0} on Python {1}, {2}</source>
        <translation>{0} mit Python {1}, {2}</translation>
    </message>
    <message>
        <source>{0} private note of this conversation stayed on this computer.</source>
        <translation>{0} private Notiz dieses Gesprächs blieb auf diesem Computer.</translation>
    </message>
    <message>
        <source>{0} private note of {1} stayed on this computer.</source>
        <translation>{0} private Notiz von {1} blieb auf diesem Computer.</translation>
    </message>
    <message>
        <source>{0} private notes of this conversation stayed on this computer.</source>
        <translation>{0} private Notizen dieses Gesprächs blieben auf diesem Computer.</translation>
    </message>
    <message>
        <source>{0} private notes of {1} stayed on this computer.</source>
        <translation>{0} private Notizen von {1} blieben auf diesem Computer.</translation>
    </message>
    <message>
        <source>{0} refused the request</source>
        <translation>{0} hat die Anfrage abgelehnt</translation>
    </message>
    <message>
        <source>{0} refused the request (status {1})</source>
        <translation>{0} hat die Anfrage abgelehnt (Status {1})</translation>
    </message>
    <message>
        <source>{0} rejected the tools.</source>
        <translation>{0} hat die Werkzeuge abgelehnt.</translation>
    </message>
    <message>
        <source>{0} does not accept a thinking level, so the request was sent without one.</source>
        <translation>{0} nimmt keine Denkstufe an, daher wurde die Anfrage ohne sie gesendet.</translation>
    </message>
    <message>
        <source>{0} reports an error of its own</source>
        <translation>{0} meldet einen internen Fehler</translation>
    </message>
    <message>
        <source>{0} reports an error of its own (status {1})</source>
        <translation>{0} meldet einen internen Fehler (Status {1})</translation>
    </message>
    <message>
        <source>{0} tool round per question</source>
        <translation>{0} Werkzeugrunde je Frage</translation>
    </message>
    <message>
        <source>{0} tool rounds per question</source>
        <translation>{0} Werkzeugrunden je Frage</translation>
    </message>
    <message>
        <source>{0} repeats “{1}”.</source>
        <translation>{0} wiederholt „{1}“.</translation>
    </message>
    <message>
        <source>{0} reports that {1} does not support tools.</source>
        <translation>{0} meldet, dass {1} Werkzeuge nicht unterstützt.</translation>
    </message>
    <message>
        <source>{0} reports that {1} supports tools.</source>
        <translation>{0} meldet, dass {1} Werkzeuge unterstützt.</translation>
    </message>
    <message>
        <source>{0} redirects too many times</source>
        <translation>{0} leitet zu oft weiter</translation>
    </message>
    <message>
        <source>{0} redirects to another address, which is not followed</source>
        <translation>{0} leitet an eine andere Adresse weiter; dem wird nicht gefolgt</translation>
    </message>
    <message>
        <source>{0} redirects to another address</source>
        <translation>{0} leitet an eine andere Adresse weiter</translation>
    </message>
    <message>
        <source>The answer of {0} is too large</source>
        <translation>Die Antwort von {0} ist zu groß</translation>
    </message>
    <message>
        <source>{0} sent nothing for {1} seconds</source>
        <translation>{0} hat {1} Sekunden lang nichts gesendet</translation>
    </message>
    <message>
        <source>{0} settings cannot be used</source>
        <translation>{0} Einstellungen können nicht verwendet werden</translation>
    </message>
    <message>
        <source>{0} reserves the account&apos;s credit for earlier requests that still run</source>
        <translation>{0} verrechnet noch frühere Anfragen mit dem Guthaben des Kontos</translation>
    </message>
    <message>
        <source>Embeddings of {0} are computed only while the window is open</source>
        <translation>Embeddings von {0} werden nur bei geöffnetem Fenster berechnet</translation>
    </message>
    <message>
        <source>Your notes from that time contain nothing about this.</source>
        <translation>Ihre Notizen aus dieser Zeit enthalten nichts dazu.</translation>
    </message>
    <message>
        <source>it goes up to a parent folder, or has an empty name</source>
        <translation>der Pfad führt nach oben oder enthält einen leeren Namen</translation>
    </message>
    <message>
        <source>it names a data stream, not a file</source>
        <translation>der Name bezeichnet einen Datenstrom, keine Datei</translation>
    </message>
    <message>
        <source>{0} needs about {1} GB of memory with a window of {2} tokens.</source>
        <translation>{0} braucht mit einem Fenster von {2} Tokens etwa {1} GB Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>{0} does not accept a limit on the length of an answer, so the request was sent without one.</source>
        <translation>{0} nimmt keine Grenze für die Länge einer Antwort an, daher wurde die Anfrage ohne sie gesendet.</translation>
    </message>
    <message>
        <source>{0} does not accept a temperature above 1, so 1 was used.</source>
        <translation>{0} nimmt keine Temperatur über 1 an, daher wurde 1 verwendet.</translation>
    </message>
    <message>
        <source>{0} does not accept a temperature, so the request was sent without one.</source>
        <translation>{0} nimmt keine Temperatur an, daher wurde die Anfrage ohne sie gesendet.</translation>
    </message>
    <message>
        <source>{0} task in {2} ({1}):</source>
        <translation>{0} Aufgabe in {2} ({1}):</translation>
    </message>
    <message>
        <source>{0} tasks in {2} ({1}):</source>
        <translation>{0} Aufgaben in {2} ({1}):</translation>
    </message>
    <message>
        <source>{0} token</source>
        <translation>{0} Token</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} Tokens</translation>
    </message>
    <message>
        <source>{0} tool calls per minute</source>
        <translation>{0} Werkzeugaufrufe je Minute</translation>
    </message>
    <message>
        <source>{0} tried to use a tool of its own ({1}), so it was stopped</source>
        <translation>{0} hat versucht, ein eigenes Werkzeug zu verwenden ({1}), und wurde gestoppt</translation>
    </message>
    <message>
        <source>{0} used up</source>
        <translation>{0} aufgebraucht</translation>
    </message>
    <message>
        <source>{0} requires a key</source>
        <translation>{0} verlangt einen Schlüssel</translation>
    </message>
    <message>
        <source>{0} redirects the question to another address</source>
        <translation>{0} leitet die Frage an eine andere Adresse weiter</translation>
    </message>
    <message>
        <source>{0} requires you to sign in for this model</source>
        <translation>{0} verlangt für dieses Modell eine Anmeldung</translation>
    </message>
    <message>
        <source>{0} was not loaded within {1} seconds</source>
        <translation>{0} wurde nicht innerhalb von {1} Sekunden geladen</translation>
    </message>
    <message>
        <source>{0} is {1}; {2} is used.</source>
        <translation>{0} ist {1}; verwendet wird {2}.</translation>
    </message>
    <message>
        <source>{0} is set to use another server than {1}, so nothing was sent</source>
        <translation>{0} ist für einen anderen Server als {1} eingestellt, daher wurde nichts gesendet</translation>
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
        <translation>Das Modell {0}, mit dem die Notizen bisher indiziert wurden, ist nicht mehr verfügbar.</translation>
    </message>
    <message>
        <source>{0}, {1:lower}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message>
        <source>{0}, {1} free.</source>
        <translation>{0}, {1} frei.</translation>
    </message>
    <message>
        <source>{0}, {1} free; names are not case-sensitive.</source>
        <translation>{0}, {1} frei; Groß- und Kleinschreibung wird nicht unterschieden.</translation>
    </message>
    <message>
        <source>{0}, {1} free; names are case-sensitive.</source>
        <translation>{0}, {1} frei; Groß- und Kleinschreibung wird unterschieden.</translation>
    </message>
    <message>
        <source>{0}, {1} notes</source>
        <translation>{0}, {1} Notizen</translation>
    </message>
    <message>
        <source>{0}.</source>
        <translation>{0}.</translation>
    </message>
    <message>
        <source>{0}: It no longer exists.</source>
        <translation>{0}: Es existiert nicht mehr.</translation>
    </message>
    <message>
        <source>{0}: It has changed since it was read.</source>
        <translation>{0}: Es hat sich seit dem Lesen geändert.</translation>
    </message>
    <message>
        <source>${0}</source>
        <translation>{0}&#xa0;$</translation>
    </message>
    <message>
        <source>Added “{0}” to the vocabulary</source>
        <translation>„{0}“ zu den Vokabeln hinzugefügt</translation>
    </message>
    <message>
        <source>An earlier version of the note cannot be read: {0}.</source>
        <translation>Eine frühere Fassung der Notiz kann nicht gelesen werden: {0}.</translation>
    </message>
    <message>
        <source>An earlier version of the note cannot be stored: {0}.</source>
        <translation>Eine frühere Fassung der Notiz kann nicht gespeichert werden: {0}.</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Attachment added by you</source>
        <translation>Von Ihnen hinzugefügter Anhang</translation>
    </message>
    <message>
        <source>Changed the meaning of “{0}”</source>
        <translation>Bedeutung von „{0}“ geändert</translation>
    </message>
    <message>
        <source>Deleted the chat “{0}”</source>
        <translation>Chat „{0}“ gelöscht</translation>
    </message>
    <message>
        <source>Deleted the word “{0}”</source>
        <translation>Wort „{0}“ gelöscht</translation>
    </message>
    <message>
        <source>Did you mean {0}? Available: {1}.</source>
        <translation>Meinten Sie {0}? Verfügbar: {1}.</translation>
    </message>
    <message>
        <source>Drafts notes and edits them in place</source>
        <translation>Entwirft und bearbeitet Notizen</translation>
    </message>
    <message>
        <source>Edit in scope</source>
        <translation>Im Bereich bearbeiten</translation>
    </message>
    <message>
        <source>Edit the note to correct it. Until then the properties are shown as text.</source>
        <translation>Bearbeiten Sie die Notiz, um sie zu berichtigen. Bis dahin werden die Eigenschaften als Text gezeigt.</translation>
    </message>
    <message>
        <source>Edited by you</source>
        <translation>Von Ihnen bearbeitet</translation>
    </message>
    <message>
        <source>Finds orphans, duplicates and broken links</source>
        <translation>Verwaiste Notizen, Dubletten, tote Links</translation>
    </message>
    <message>
        <source>Finds, files, links and tags notes</source>
        <translation>Findet, ordnet und vernetzt Notizen</translation>
    </message>
    <message>
        <source>Get the time left of the pomodoro</source>
        <translation>Restzeit des Pomodoros ansehen</translation>
    </message>
    <message>
        <source>Imported chats from {0}</source>
        <translation>Chats aus {0} importiert</translation>
    </message>
    <message>
        <source>Install or update the packages of these toolsets, or switch them off in Settings, Assistant.</source>
        <translation>Installieren oder aktualisieren Sie die Pakete dieser Werkzeugsätze, oder schalten Sie sie unter Einstellungen, Assistent aus.</translation>
    </message>
    <message>
        <source>It cannot be read as a base.</source>
        <translation>Sie kann nicht als Base gelesen werden.</translation>
    </message>
    <message>
        <source>It could not be parsed ({0}).</source>
        <translation>Sie konnte nicht verarbeitet werden ({0}).</translation>
    </message>
    <message>
        <source>It failed.</source>
        <translation>Das ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>It is not a canvas.</source>
        <translation>Es ist kein Canvas.</translation>
    </message>
    <message>
        <source>It is not a canvas: its text is not valid JSON.</source>
        <translation>Es ist kein Canvas: Der Text ist kein gültiges JSON.</translation>
    </message>
    <message>
        <source>It was not done.</source>
        <translation>Das wurde nicht ausgeführt.</translation>
    </message>
    <message>
        <source>Its text is not on this computer. It is downloaded when the note is opened.</source>
        <translation>Ihr Text ist nicht auf diesem Computer. Er wird heruntergeladen, wenn die Notiz geöffnet wird.</translation>
    </message>
    <message>
        <source>Its text was lost, for example in a power failure. Restore it from a backup.</source>
        <translation>Der Text ging verloren, zum Beispiel bei einem Stromausfall. Stellen Sie die Datei aus einer Sicherung wieder her.</translation>
    </message>
    <message>
        <source>Keeps the daily note and its tasks</source>
        <translation>Führt die Tagesnotiz und ihre Aufgaben</translation>
    </message>
    <message>
        <source>No note has the tag {0}.</source>
        <translation>Keine Notiz hat das Tag {0}.</translation>
    </message>
    <message>
        <source>No task found ({0}).</source>
        <translation>Keine Aufgabe gefunden ({0}).</translation>
    </message>
    <message>
        <source>Obsidian has not stored any settings in this vault.</source>
        <translation>Obsidian hat in diesem Vault keine Einstellungen gespeichert.</translation>
    </message>
    <message>
        <source>Obsidian&apos;s excluded files: the pattern {0} cannot be read and is left out.</source>
        <translation>Ausgeschlossene Dateien von Obsidian: Das Muster {0} kann nicht gelesen werden und wird ausgelassen.</translation>
    </message>
    <message>
        <source>Obsidian&apos;s setting {0} cannot be read; its default is used.</source>
        <translation>Die Einstellung {0} von Obsidian kann nicht gelesen werden; ihr Standardwert wird verwendet.</translation>
    </message>
    <message>
        <source>Obsidian&apos;s setting {0} has an unknown value; its default is used.</source>
        <translation>Die Einstellung {0} von Obsidian hat einen unbekannten Wert; ihr Standardwert wird verwendet.</translation>
    </message>
    <message>
        <source>Obsidian&apos;s settings in {0} cannot be read.</source>
        <translation>Die Einstellungen von Obsidian in {0} können nicht gelesen werden.</translation>
    </message>
    <message>
        <source>Pause the pomodoro</source>
        <translation>Pomodoro anhalten</translation>
    </message>
    <message>
        <source>Pomodoro logged</source>
        <translation>Pomodoro eingetragen</translation>
    </message>
    <message>
        <source>Read it again.</source>
        <translation>Lesen Sie sie noch einmal.</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>Nur lesen</translation>
    </message>
    <message>
        <source>Reads many notes and writes one report</source>
        <translation>Liest viel und schreibt einen Bericht</translation>
    </message>
    <message>
        <source>Redo of “{0}”</source>
        <translation>Wiederherstellen: „{0}“</translation>
    </message>
    <message>
        <source>Renamed the chat to “{0}”</source>
        <translation>Chat in „{0}“ umbenannt</translation>
    </message>
    <message>
        <source>Requested in a private chat</source>
        <translation>In einem privaten Chat angefordert</translation>
    </message>
    <message>
        <source>Reviewed “{0}”</source>
        <translation>„{0}“ wiederholt</translation>
    </message>
    <message>
        <source>Saved the chat “{0}”</source>
        <translation>Chat „{0}“ gespeichert</translation>
    </message>
    <message>
        <source>Set these values again in Obsidian, then reopen the vault in VaultDesk.</source>
        <translation>Stellen Sie diese Werte in Obsidian erneut ein, und öffnen Sie den Vault dann erneut in VaultDesk.</translation>
    </message>
    <message>
        <source>Stop the pomodoro</source>
        <translation>Pomodoro beenden</translation>
    </message>
    <message>
        <source>Symbolic links in the vault: {0}. VaultDesk does not follow them.</source>
        <translation>Symbolische Links im Vault: {0}. VaultDesk folgt ihnen nicht.</translation>
    </message>
    <message>
        <source>Symbolic links to targets outside the vault: {0}. VaultDesk does not follow them: their targets are not found, shown or changed.</source>
        <translation>Symbolische Links zu Zielen außerhalb des Vaults: {0}. VaultDesk folgt ihnen nicht: Ihre Ziele werden nicht gefunden, gezeigt oder geändert.</translation>
    </message>
    <message>
        <source>The certificates for encrypted connections cannot be read</source>
        <translation>Die Zertifikate für verschlüsselte Verbindungen können nicht gelesen werden</translation>
    </message>
    <message>
        <source>The file is unchanged.</source>
        <translation>Die Datei ist unverändert.</translation>
    </message>
    <message>
        <source>The notes that were found were not read.</source>
        <translation>Die gefundenen Notizen wurden nicht gelesen.</translation>
    </message>
    <message>
        <source>The notes were not searched.</source>
        <translation>Die Notizen wurden nicht durchsucht.</translation>
    </message>
    <message>
        <source>The page is longer than can be read. The end of its text is missing.</source>
        <translation>Die Seite ist länger, als gelesen werden kann. Das Ende ihres Textes fehlt.</translation>
    </message>
    <message>
        <source>The record of tool calls cannot be read: {0}.</source>
        <translation>Das Protokoll der Werkzeugaufrufe kann nicht gelesen werden: {0}.</translation>
    </message>
    <message>
        <source>The record of tool calls cannot be written: {0}.</source>
        <translation>Das Protokoll der Werkzeugaufrufe kann nicht geschrieben werden: {0}.</translation>
    </message>
    <message>
        <source>The settings of Obsidian in this vault can be read.</source>
        <translation>Die Einstellungen von Obsidian in diesem Vault können gelesen werden.</translation>
    </message>
    <message>
        <source>The variables SSL_CERT_FILE and SSL_CERT_DIR must name existing certificates, or be unset.</source>
        <translation>Die Variablen SSL_CERT_FILE und SSL_CERT_DIR müssen vorhandene Zertifikate angeben oder nicht gesetzt sein.</translation>
    </message>
    <message>
        <source>Trusted</source>
        <translation>Vertraut</translation>
    </message>
    <message>
        <source>You refused it.</source>
        <translation>Sie haben das abgelehnt.</translation>
    </message>
    <message>
        <source>Your notes may answer this:</source>
        <translation>Vielleicht steht die Antwort in Ihren Notizen:</translation>
    </message>
    <message>
        <source>a model outside this computer indexes notes for search by meaning</source>
        <translation>ein Modell außerhalb dieses Computers indiziert Notizen für die Suche nach Bedeutung</translation>
    </message>
    <message>
        <source>makes one change to several notes; you can leave some out of it.</source>
        <translation>nimmt an mehreren Notizen dieselbe Änderung vor; Sie können einige davon ausnehmen.</translation>
    </message>
    <message>
        <source>not in {0}</source>
        <translation>nicht in {0}</translation>
    </message>
    <message>
        <source>not {0}</source>
        <translation>nicht {0}</translation>
    </message>
    <message>
        <source>reads a note and gives its text, properties, tags and links to the model.</source>
        <translation>liest eine Notiz und gibt Text, Eigenschaften, Tags und Links an das Modell.</translation>
    </message>
    <message>
        <source>reads several notes and gives their text to the model.</source>
        <translation>liest mehrere Notizen und gibt ihren Text an das Modell.</translation>
    </message>
    <message>
        <source>removed from the disk; VaultDesk can undo it for {0} day, up to {1} MB of earlier versions</source>
        <translation>vom Datenträger entfernt; VaultDesk kann das {0} Tag lang rückgängig machen, bei höchstens {1} MB früherer Fassungen</translation>
    </message>
    <message>
        <source>removed from the disk; VaultDesk can undo it for {0} days, up to {1} MB of earlier versions</source>
        <translation>vom Datenträger entfernt; VaultDesk kann das {0} Tage lang rückgängig machen, bei höchstens {1} MB früherer Fassungen</translation>
    </message>
    <message>
        <source>removes a note from the vault; links to it will be broken.</source>
        <translation>entfernt eine Notiz aus dem Vault; Links auf sie führen dann ins Leere.</translation>
    </message>
    <message>
        <source>sends search words to a search engine. You see what it finds before the model does.</source>
        <translation>sendet Suchwörter an eine Suchmaschine. Sie sehen vor dem Modell, was sie findet.</translation>
    </message>
    <message>
        <source>the name {0} is taken.</source>
        <translation>Der Name {0} ist vergeben.</translation>
    </message>
    <message>
        <source>the parameters of {0} are not Parameters that can be written as JSON Schema.</source>
        <translation>Die Parameter von {0} sind keine Parameters, die sich als JSON-Schema schreiben lassen.</translation>
    </message>
    <message>
        <source>without a link to “{0}”</source>
        <translation>ohne Link auf „{0}“</translation>
    </message>
    <message>
        <source>{0} bytes</source>
        <translation>{0} Bytes</translation>
    </message>
    <message>
        <source>{0} cannot be created ({1}).</source>
        <translation>{0} kann nicht erzeugt werden ({1}).</translation>
    </message>
    <message>
        <source>{0} could not be read.</source>
        <translation>{0} konnte nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{0} does not use the {1} protocol: it sent {2}</source>
        <translation>{0} verwendet nicht das Protokoll „{1}“. Gesendet wurde {2}</translation>
    </message>
    <message>
        <source>{0} has no name in snake_case.</source>
        <translation>{0} hat keinen Namen in snake_case.</translation>
    </message>
    <message>
        <source>{0} is not a Tool class.</source>
        <translation>{0} ist keine Klasse von Tool.</translation>
    </message>
    <message>
        <source>{0} must have the effect read, write, delete or network.</source>
        <translation>{0} muss die Wirkung read, write, delete oder network haben.</translation>
    </message>
    <message>
        <source>{0} needs a {1} of at most {2} characters.</source>
        <translation>{0} braucht {1} mit höchstens {2} Zeichen.</translation>
    </message>
    <message>
        <source>{0} of {1} tasks ({2}):</source>
        <translation>{0} von {1} Aufgaben ({2}):</translation>
    </message>
    <message>
        <source>{0} old message no longer fits and was summarized for the model. The chat itself is not changed.</source>
        <translation>{0} ältere Nachricht passt nicht mehr und wurde für das Modell zusammengefasst. Der Chat selbst wird nicht geändert.</translation>
    </message>
    <message>
        <source>{0} old messages no longer fit and were summarized for the model. The chat itself is not changed.</source>
        <translation>{0} ältere Nachrichten passen nicht mehr und wurden für das Modell zusammengefasst. Der Chat selbst wird nicht geändert.</translation>
    </message>
    <message>
        <source>{0}&apos;s own model</source>
        <translation>das eigene Modell von {0}</translation>
    </message>
    <message>
        <source>{0}, line {1}: {2}: {3}. It is not used.</source>
        <translation>{0}, Zeile {1}: {2}: {3}. Es wird nicht verwendet.</translation>
    </message>
    <message>
        <source>{0}: folders that cannot be listed: {1}.</source>
        <translation>{0}: Ordner, die nicht aufgelistet werden können: {1}.</translation>
    </message>
    <message>
        <source>{0}: it cannot be loaded ({1}).</source>
        <translation>{0}: Er kann nicht geladen werden ({1}).</translation>
    </message>
    <message>
        <source>{0}: it contains no tools.</source>
        <translation>{0}: Er enthält keine Werkzeuge.</translation>
    </message>
    <message>
        <source>{0}: more than {1} notes; not all were counted in time.</source>
        <translation>{0}: mehr als {1} Notizen; in der Zeit wurden nicht alle gezählt.</translation>
    </message>
    <message>
        <source>{0}: no toolset of this name is installed.</source>
        <translation>{0}: Kein Werkzeugsatz dieses Namens ist installiert.</translation>
    </message>
    <message>
        <source>{0}: only the first {1} of its {2} tools are used.</source>
        <translation>{0}: Nur die ersten {1} seiner {2} Werkzeuge werden verwendet.</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0}: {1} notes in {2} folders.</source>
        <translation>{0}: {1} Notizen in {2} Ordnern.</translation>
    </message>
    <message>
        <source>{0}: {1} notes in {2} folders. Files and folders left out because of their names: {3}.</source>
        <translation>{0}: {1} Notizen in {2} Ordnern. Wegen ihres Namens ausgelassene Dateien und Ordner: {3}.</translation>
    </message>
    <message>
        <source>{0}: {1}.</source>
        <translation>{0}: {1}.</translation>
    </message>
    <message>
        <source>{0}: {1}. Correct the file or move it away; until then VaultDesk uses default settings and saves none.</source>
        <translation>{0}: {1}. Korrigieren oder verschieben Sie die Datei; bis dahin verwendet VaultDesk die Standardeinstellungen und speichert keine.</translation>
    </message>
    <message>
        <source>{0}: {1}. The file was not changed.</source>
        <translation>{0}: {1}. Die Datei wurde nicht geändert.</translation>
    </message>
    <message>
        <source>{0}: {1}. Until it can be read, VaultDesk uses default settings.</source>
        <translation>{0}: {1}. Bis die Datei lesbar ist, verwendet VaultDesk die Standardeinstellungen.</translation>
    </message>
    <message>
        <source>{0}: {1}: {2}. It is not used.</source>
        <translation>{0}: {1}: {2}. Es wird nicht verwendet.</translation>
    </message>
    <message>
        <source>{0}; it stays on this computer</source>
        <translation>{0}; sie bleibt auf diesem Computer</translation>
    </message>
    <message>
        <source>{0}; they stay on this computer</source>
        <translation>{0}; sie bleiben auf diesem Computer</translation>
    </message>
    <message>
        <source>{0}; what is found stays on this computer</source>
        <translation>{0}; das Gefundene bleibt auf diesem Computer</translation>
    </message>
    <message>
        <source>{0}” and “{1}</source>
        <translation>{0}“ und „{1}</translation>
    </message>
    <message>
        <source>{0}”, “{1}</source>
        <translation>{0}“, „{1}</translation>
    </message>
    <message>
        <source>{1} and {0} more</source>
        <translation>{1} und {0} weitere</translation>
    </message>
    <message>
        <source>{1} and {0} more folder</source>
        <translation>{1} und {0} weiterer Ordner</translation>
    </message>
    <message>
        <source>{1} and {0} more folders</source>
        <translation>{1} und {0} weitere Ordner</translation>
    </message>
    <message>
        <source>{1} answered in {2} s and offers {0} model.</source>
        <translation>{1} hat in {2} s geantwortet und bietet {0} Modell an.</translation>
    </message>
    <message>
        <source>{1} answered in {2} s and offers {0} models.</source>
        <translation>{1} hat in {2} s geantwortet und bietet {0} Modelle an.</translation>
    </message>
    <message>
        <source>“folders” names a folder that is not in the vault: “{0}”.</source>
        <translation>„folders“ nennt einen Ordner, der nicht im Vault liegt: „{0}“.</translation>
    </message>
    <message>
        <source>“links” names a note that does not exist: “{0}”.</source>
        <translation>„links“ nennt eine Notiz, die nicht existiert: „{0}“.</translation>
    </message>
    <message>
        <source>“model” names a model that is not available. {0}.</source>
        <translation>„model“ nennt ein Modell, das nicht verfügbar ist. {0}.</translation>
    </message>
    <message>
        <source>“tags” contains an invalid tag: “{0}”.</source>
        <translation>„tags“ enthält ein ungültiges Tag: „{0}“.</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>„{0}“</translation>
    </message>
    <message>
        <source>“{0}” cannot be a note&apos;s name: {1}.</source>
        <translation>„{0}“ kann kein Name einer Notiz sein: {1}.</translation>
    </message>
    <message>
        <source>“{0}” cannot be moved into itself.</source>
        <translation>„{0}“ kann nicht in sich selbst verschoben werden.</translation>
    </message>
    <message>
        <source>“{0}” cannot be read</source>
        <translation>„{0}“ kann nicht gelesen werden</translation>
    </message>
    <message>
        <source>“{0}” cannot be read from the disk.</source>
        <translation>„{0}“ kann nicht vom Datenträger gelesen werden.</translation>
    </message>
    <message>
        <source>“{0}” cannot be read: {1}</source>
        <translation>„{0}“ kann nicht gelesen werden: {1}</translation>
    </message>
    <message>
        <source>“{0}” cannot be read: {1}.</source>
        <translation>„{0}“ kann nicht gelesen werden: {1}.</translation>
    </message>
    <message>
        <source>“{0}” cannot be set by a note, only in Settings.</source>
        <translation>„{0}“ kann nicht in einer Notiz gesetzt werden, nur in den Einstellungen.</translation>
    </message>
    <message>
        <source>“{0}” changed since it was read.</source>
        <translation>„{0}“ hat sich seit dem Lesen geändert.</translation>
    </message>
    <message>
        <source>“{0}” contains invisible characters; they are shown as &lt;U+…&gt;.</source>
        <translation>„{0}“ enthält unsichtbare Zeichen; sie werden als &lt;U+…&gt; gezeigt.</translation>
    </message>
    <message>
        <source>“{0}” contains only zero bytes.</source>
        <translation>„{0}“ enthält nur Nullbytes.</translation>
    </message>
    <message>
        <source>“{0}” could not be moved to the system&apos;s trash: {1}.</source>
        <translation>„{0}“ konnte nicht in den Papierkorb des Systems gelegt werden: {1}.</translation>
    </message>
    <message>
        <source>“{0}” has a conflict copy of a sync program: “{1}”.</source>
        <translation>„{0}“ hat eine Konfliktkopie eines Synchronisierungsprogramms: „{1}“.</translation>
    </message>
    <message>
        <source>“{0}” is a file, not a folder.</source>
        <translation>„{0}“ ist eine Datei, kein Ordner.</translation>
    </message>
    <message>
        <source>“{0}” is a link, or is reached through one.</source>
        <translation>„{0}“ ist eine Verknüpfung oder wird über eine erreicht.</translation>
    </message>
    <message>
        <source>“{0}” is among the files you excluded in Obsidian.</source>
        <translation>„{0}“ gehört zu den Dateien, die Sie in Obsidian ausgeschlossen haben.</translation>
    </message>
    <message>
        <source>“{0}” is in iCloud and not on this computer.</source>
        <translation>„{0}“ ist in iCloud und nicht auf diesem Computer.</translation>
    </message>
    <message>
        <source>“{0}” is larger than {1} MB</source>
        <translation>„{0}“ ist größer als {1} MB</translation>
    </message>
    <message>
        <source>“{0}” is larger than {1} MB.</source>
        <translation>„{0}“ ist größer als {1} MB.</translation>
    </message>
    <message>
        <source>“{0}” is not a chat.</source>
        <translation>„{0}“ ist kein Chat.</translation>
    </message>
    <message>
        <source>“{0}” is not a file that can be read</source>
        <translation>„{0}“ ist keine lesbare Datei</translation>
    </message>
    <message>
        <source>“{0}” is not a valid tag</source>
        <translation>„{0}“ ist kein gültiges Tag</translation>
    </message>
    <message>
        <source>“{0}” is not a text, PDF or picture that can be read</source>
        <translation>„{0}“ ist kein lesbarer Text, kein lesbares PDF oder Bild</translation>
    </message>
    <message>
        <source>“{0}” is not UTF-8 text and was not changed.</source>
        <translation>„{0}“ ist kein UTF-8-Text und wurde nicht geändert.</translation>
    </message>
    <message>
        <source>“{0}” is not UTF-8 text.</source>
        <translation>„{0}“ ist kein UTF-8-Text.</translation>
    </message>
    <message>
        <source>“{0}” is not a note&apos;s name.</source>
        <translation>„{0}“ ist kein Name einer Notiz.</translation>
    </message>
    <message>
        <source>“{0}” is not a note.</source>
        <translation>„{0}“ ist keine Notiz.</translation>
    </message>
    <message>
        <source>“{0}” is not a path in this vault: {1}.</source>
        <translation>„{0}“ ist kein Pfad in diesem Vault: {1}.</translation>
    </message>
    <message>
        <source>“{0}” is not a regular file.</source>
        <translation>„{0}“ ist keine gewöhnliche Datei.</translation>
    </message>
    <message>
        <source>“{0}” is not a text file.</source>
        <translation>„{0}“ ist keine Textdatei.</translation>
    </message>
    <message>
        <source>“{0}” is not known and may be meant to limit the project. Known properties: {1}.</source>
        <translation>„{0}“ ist nicht bekannt und soll vielleicht das Projekt begrenzen. Bekannte Eigenschaften: {1}.</translation>
    </message>
    <message>
        <source>“{0}” no longer exists.</source>
        <translation>„{0}“ existiert nicht mehr.</translation>
    </message>
    <message>
        <source>“{0}” is outside the folders of this agent or project.</source>
        <translation>„{0}“ liegt außerhalb der Ordner dieses Agenten oder Projekts.</translation>
    </message>
    <message>
        <source>“{0}” is private ({1}), so nothing was sent to {2}</source>
        <translation>„{0}“ ist privat ({1}), daher wurde nichts an {2} gesendet</translation>
    </message>
    <message>
        <source>“{0}” is private, so nothing was sent to {1}</source>
        <translation>„{0}“ ist privat, daher wurde nichts an {1} gesendet</translation>
    </message>
    <message>
        <source>“{0}” is set twice</source>
        <translation>„{0}“ ist doppelt gesetzt</translation>
    </message>
    <message>
        <source>“{0}” is written in UTF-16.</source>
        <translation>„{0}“ ist in UTF-16 geschrieben.</translation>
    </message>
    <message>
        <source>“{0}” is reached through a link.</source>
        <translation>„{0}“ wird über eine Verknüpfung erreicht.</translation>
    </message>
    <message>
        <source>“{0}” may not be read.</source>
        <translation>„{0}“ darf nicht gelesen werden.</translation>
    </message>
    <message>
        <source>“{0}” is not used by VaultDesk.</source>
        <translation>„{0}“ wird von VaultDesk nicht verwendet.</translation>
    </message>
    <message>
        <source>“{0}” mixes {1} letters in one word; it may imitate another name.</source>
        <translation>„{0}“ mischt {1} Buchstaben in einem Wort; es ahmt vielleicht einen anderen Namen nach.</translation>
    </message>
    <message>
        <source>“{0}” must be a list of names (numbers in quotes).</source>
        <translation>„{0}“ muss eine Liste von Namen sein (Zahlen in Anführungszeichen).</translation>
    </message>
    <message>
        <source>“{0}” must be text on one line.</source>
        <translation>„{0}“ muss Text in einer Zeile sein.</translation>
    </message>
    <message>
        <source>“{0}” names more than {1}.</source>
        <translation>„{0}“ nennt mehr als {1}.</translation>
    </message>
    <message>
        <source>“{0}” repeats another property.</source>
        <translation>„{0}“ wiederholt eine andere Eigenschaft.</translation>
    </message>
    <message>
        <source>Creating “{0}” was interrupted. The note does not exist.</source>
        <translation>Das Erstellen von „{0}“ wurde unterbrochen. Die Notiz existiert nicht.</translation>
    </message>
    <message>
        <source>“{0}” has changed since it was created.</source>
        <translation>„{0}“ hat sich seit dem Erstellen geändert.</translation>
    </message>
    <message>
        <source>“{0}” has since changed.</source>
        <translation>„{0}“ hat sich seitdem geändert.</translation>
    </message>
    <message>
        <source>“{0}” was changed, but its content is different now.</source>
        <translation>„{0}“ wurde geändert, hat jetzt aber einen anderen Inhalt.</translation>
    </message>
    <message>
        <source>“{0}” was changed, but the disk reported an error.</source>
        <translation>„{0}“ wurde geändert, aber der Datenträger meldete einen Fehler.</translation>
    </message>
    <message>
        <source>“{0}” has since been deleted or moved by another program.</source>
        <translation>„{0}“ wurde seitdem von einem anderen Programm gelöscht oder verschoben.</translation>
    </message>
    <message>
        <source>“{0}” has since been deleted.</source>
        <translation>„{0}“ wurde seitdem gelöscht.</translation>
    </message>
    <message>
        <source>“{0}” has since been moved to “{1}”.</source>
        <translation>„{0}“ wurde seitdem nach „{1}“ verschoben.</translation>
    </message>
    <message>
        <source>“{0}” was not saved: {1}</source>
        <translation>„{0}“ wurde nicht gespeichert: {1}</translation>
    </message>
    <message>
        <source>“{0}” was saved, but the disk did not confirm it.</source>
        <translation>„{0}“ wurde gespeichert, aber der Datenträger hat es nicht bestätigt.</translation>
    </message>
    <message>
        <source>“{0}” was written by a newer VaultDesk.</source>
        <translation>„{0}“ wurde von einem neueren VaultDesk geschrieben.</translation>
    </message>
    <message>
        <source>“{0}” was written by another program while a change of it was interrupted. The version of that program remains; the earlier versions are in the list of changes.</source>
        <translation>„{0}“ wurde von einem anderen Programm geschrieben, während eine Änderung daran unterbrochen wurde. Die Fassung jenes Programms bleibt; die früheren Fassungen stehen in der Liste der Änderungen.</translation>
    </message>
    <message>
        <source>A line of the properties is not valid YAML.</source>
        <translation>Eine Zeile der Eigenschaften ist kein gültiges YAML.</translation>
    </message>
    <message>
        <source>Line {0} is not valid YAML.</source>
        <translation>Zeile {0} ist kein gültiges YAML.</translation>
    </message>
    <message>
        <source>Line {0} is not valid YAML: {1}.</source>
        <translation>Zeile {0} ist kein gültiges YAML: {1}.</translation>
    </message>
    <message>
        <source>The properties have characters that YAML does not allow.</source>
        <translation>Die Eigenschaften enthalten Zeichen, die YAML nicht erlaubt.</translation>
    </message>
    <message>
        <source>The properties are more than one YAML document.</source>
        <translation>Die Eigenschaften sind mehr als ein YAML-Dokument.</translation>
    </message>
    <message>
        <source>The block between the --- lines is not a list of properties.</source>
        <translation>Der Block zwischen den Zeilen --- ist keine Liste von Eigenschaften.</translation>
    </message>
    <message>
        <source>Line {0} uses a YAML anchor or alias; those are not read.</source>
        <translation>Zeile {0} verwendet einen YAML-Anker oder -Alias; diese werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Line {0} uses a YAML tag; those are not read.</source>
        <translation>Zeile {0} verwendet ein YAML-Tag; solche werden nicht gelesen.</translation>
    </message>
    <message>
        <source>The properties are nested more than {0} deep.</source>
        <translation>Die Eigenschaften sind mehr als {0} Ebenen tief verschachtelt.</translation>
    </message>
    <message>
        <source>Line {0} has a placeholder or a list where a name should be.</source>
        <translation>In Zeile {0} steht ein Platzhalter oder eine Liste, wo ein Name stehen sollte.</translation>
    </message>
    <message>
        <source>Line {0} sets “{1}” a second time.</source>
        <translation>Zeile {0} legt „{1}“ ein zweites Mal fest.</translation>
    </message>
    <message>
        <source>The properties are longer than {0} kB.</source>
        <translation>Die Eigenschaften sind länger als {0} kB.</translation>
    </message>
    <message>
        <source>They are written as JSON.</source>
        <translation>Sie sind als JSON geschrieben.</translation>
    </message>
    <message>
        <source>Change one of them in Obsidian, which then writes them as YAML.</source>
        <translation>Ändern Sie eine davon in Obsidian; es schreibt sie dann als YAML.</translation>
    </message>
    <message>
        <source>Correct them in an editor first.</source>
        <translation>Korrigieren Sie sie zuerst in einem Editor.</translation>
    </message>
    <message>
        <source>They have both “{0}” and “{1}”.</source>
        <translation>Sie enthalten sowohl „{0}“ als auch „{1}“.</translation>
    </message>
    <message>
        <source>Name one of them exactly.</source>
        <translation>Nennen Sie eine davon genau.</translation>
    </message>
    <message>
        <source>“{0}” is not on lines of its own.</source>
        <translation>„{0}“ steht nicht in eigenen Zeilen.</translation>
    </message>
    <message>
        <source>Their layout does not allow changing single lines.</source>
        <translation>Ihr Aufbau erlaubt es nicht, einzelne Zeilen zu ändern.</translation>
    </message>
    <message>
        <source>Their “tags” property is not a list.</source>
        <translation>Ihre Eigenschaft „tags“ ist keine Liste.</translation>
    </message>
</context>
<context>
    <name>CountCard</name>
    <message>
        <source>{n} note</source>
        <translation>{n} Notiz</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} Notizen</translation>
    </message>
    <message>
        <source>all ask first</source>
        <translation>alle fragen zuerst</translation>
    </message>
    <message>
        <source>{0} ask first</source>
        <translation>{0} fragen zuerst</translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>Details of the unexpected exit</source>
        <translation>Einzelheiten zum unerwarteten Ende</translation>
    </message>
    <message>
        <source>Details of the error</source>
        <translation>Einzelheiten zum Fehler</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Bericht</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Show Folder</source>
        <translation>Ordner zeigen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>The report contains no text of your notes and no API keys. Nothing was sent. To report the problem, copy this text.</source>
        <translation>Der Bericht enthält keinen Text Ihrer Notizen und keine API-Schlüssel. Nichts wurde gesendet. Um das Problem zu melden, kopieren Sie diesen Text.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Kopiert</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>Einzelheiten zeigen</translation>
    </message>
</context>
<context>
    <name>DBusNotifications</name>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
</context>
<context>
    <name>DailyNoteNavigation</name>
    <message>
        <source>Daily note of {day}</source>
        <translation>Tagesnotiz vom {day}</translation>
    </message>
    <message>
        <source>The template for daily notes cannot be read, so the note starts empty.</source>
        <translation>Die Vorlage für Tagesnotizen kann nicht gelesen werden, daher beginnt die Notiz leer.</translation>
    </message>
    <message>
        <source>There is no daily note after {day}.</source>
        <translation>Nach {day} gibt es keine Tagesnotiz.</translation>
    </message>
    <message>
        <source>There is no daily note before {day}.</source>
        <translation>Vor {day} gibt es keine Tagesnotiz.</translation>
    </message>
</context>
<context>
    <name>Dates</name>
    <message>
        <source>1 day ago</source>
        <translation>vor 1 Tag</translation>
    </message>
    <message>
        <source>1 hour ago</source>
        <translation>vor 1 Stunde</translation>
    </message>
    <message>
        <source>1 minute ago</source>
        <translation>vor 1 Minute</translation>
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
        <translation>Heute, {day}</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Gestern</translation>
    </message>
    <message>
        <source>Yesterday, {day}</source>
        <translation>Gestern, {day}</translation>
    </message>
    <message>
        <source>d MMM</source>
        <translation>d. MMM</translation>
    </message>
    <message>
        <source>d MMM yyyy</source>
        <translation>d. MMM yyyy</translation>
    </message>
    <message>
        <source>d MMMM</source>
        <translation>d. MMMM</translation>
    </message>
    <message>
        <source>d MMMM yyyy</source>
        <translation>d. MMMM yyyy</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>gerade eben</translation>
    </message>
    <message>
        <source>on {day}</source>
        <translation>am {day}</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
    <message>
        <source>{n} days ago</source>
        <translation>vor {n} Tagen</translation>
    </message>
    <message>
        <source>{n} hours ago</source>
        <translation>vor {n} Stunden</translation>
    </message>
    <message>
        <source>{n} min ago</source>
        <translation>vor {n} min</translation>
    </message>
    <message>
        <source>{n} minutes ago</source>
        <translation>vor {n} Minuten</translation>
    </message>
    <message>
        <source>{weekday}, {day}</source>
        <translation>{weekday}, {day}</translation>
    </message>
    <message>
        <source>Changed: {when}</source>
        <translation>Geändert: {when}</translation>
    </message>
    <message>
        <source>Indexed {when}</source>
        <translation>Indiziert: {when}</translation>
    </message>
</context>
<context>
    <name>DesktopSheet</name>
    <message>
        <source>Desktop</source>
        <translation>Desktop</translation>
    </message>
    <message>
        <source>What VaultDesk does outside its windows.</source>
        <translation>Was VaultDesk außerhalb seiner Fenster tut.</translation>
    </message>
    <message>
        <source>This desktop shows a tray.</source>
        <translation>Dieser Desktop zeigt einen Infobereich.</translation>
    </message>
    <message>
        <source>This desktop shows no tray, so closing the last window ends VaultDesk.</source>
        <translation>Dieser Desktop zeigt keinen Infobereich, daher beendet das Schließen des letzten Fensters VaultDesk.</translation>
    </message>
</context>
<context>
    <name>DetailsButton</name>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
</context>
<context>
    <name>DiagnosisSheet</name>
    <message>
        <source>Tests what works on this computer and shows how to fix what does not.</source>
        <translation>Prüft, was auf diesem Computer funktioniert, und zeigt, wie sich der Rest beheben lässt.</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Dieser Computer</translation>
    </message>
    <message>
        <source>Check This Computer</source>
        <translation>Diesen Computer prüfen</translation>
    </message>
    <message>
        <source>Ask the Providers Too</source>
        <translation>Auch Anbieter fragen</translation>
    </message>
    <message>
        <source>Copy Report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Checks done</source>
        <translation>Erledigte Prüfungen</translation>
    </message>
    <message>
        <source>Show only what needs attention</source>
        <translation>Nur zeigen, was Beachtung braucht</translation>
    </message>
    <message>
        <source>“{button}” asks {hosts} for the list of models. No note text is sent.</source>
        <translation>„{button}“ fragt {hosts} nach der Liste der Modelle. Kein Text von Notizen wird gesendet.</translation>
    </message>
    <message>
        <source>The checks are not finished yet.</source>
        <translation>Die Prüfungen sind noch nicht abgeschlossen.</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Wird geprüft…</translation>
    </message>
    <message>
        <source>Checking… {done} of {total}</source>
        <translation>Wird geprüft… {done} von {total}</translation>
    </message>
    <message>
        <source>Check Again</source>
        <translation>Erneut prüfen</translation>
    </message>
    <message>
        <source>Copied. API keys, note names, your name and your home folder are left out.</source>
        <translation>Kopiert. API-Schlüssel, Namen von Notizen, Ihr Name und Ihr persönlicher Ordner sind ausgelassen.</translation>
    </message>
    <message>
        <source>Nothing has been checked yet.</source>
        <translation>Noch wurde nichts geprüft.</translation>
    </message>
    <message>
        <source>Nothing has been checked yet. Checking takes a few seconds.</source>
        <translation>Noch wurde nichts geprüft. Die Prüfung dauert einige Sekunden.</translation>
    </message>
    <message>
        <source>No problems found. Works: {fine}.</source>
        <translation>Keine Probleme gefunden. Funktioniert: {fine}.</translation>
    </message>
    <message>
        <source>Cache folder</source>
        <translation>Cache-Ordner</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>Datenordner</translation>
    </message>
    <message>
        <source>Disk with the data</source>
        <translation>Datenträger mit den Daten</translation>
    </message>
    <message>
        <source>Disk with the vault</source>
        <translation>Datenträger mit dem Vault</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>Bildschirm</translation>
    </message>
    <message>
        <source>Does not work: {failed}. Worth knowing: {known}. Works: {fine}.</source>
        <translation>Funktioniert nicht: {failed}. Wissenswert: {known}. Funktioniert: {fine}.</translation>
    </message>
    <message>
        <source>Folders and keys</source>
        <translation>Ordner und Schlüssel</translation>
    </message>
    <message>
        <source>Full-text search</source>
        <translation>Volltextsuche</translation>
    </message>
    <message>
        <source>Input method</source>
        <translation>Eingabemethode</translation>
    </message>
    <message>
        <source>API keys</source>
        <translation>API-Schlüssel</translation>
    </message>
    <message>
        <source>Quick ask shortcut</source>
        <translation>Tastenkürzel für die Schnellfrage</translation>
    </message>
    <message>
        <source>Last exit</source>
        <translation>Letztes Beenden</translation>
    </message>
    <message>
        <source>Symbolic links</source>
        <translation>Symbolische Links</translation>
    </message>
    <message>
        <source>Log folder</source>
        <translation>Protokollordner</translation>
    </message>
    <message>
        <source>Desktop notifications</source>
        <translation>Desktop-Benachrichtigungen</translation>
    </message>
    <message>
        <source>Models and the web</source>
        <translation>Modelle und das Web</translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation>Modelle auf diesem Computer</translation>
    </message>
    <message>
        <source>No failures. Worth knowing: {known}. Works: {fine}.</source>
        <translation>Keine Fehler. Wissenswert: {known}. Funktioniert: {fine}.</translation>
    </message>
    <message>
        <source>Program files</source>
        <translation>Programmdateien</translation>
    </message>
    <message>
        <source>PDF pages</source>
        <translation>PDF-Seiten</translation>
    </message>
    <message>
        <source>Folder locations</source>
        <translation>Speicherorte</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Suche nach Bedeutung</translation>
    </message>
    <message>
        <source>Search index</source>
        <translation>Suchindex</translation>
    </message>
    <message>
        <source>Settings file</source>
        <translation>Einstellungsdatei</translation>
    </message>
    <message>
        <source>Settings folder</source>
        <translation>Einstellungsordner</translation>
    </message>
    <message>
        <source>Settings of Obsidian</source>
        <translation>Einstellungen von Obsidian</translation>
    </message>
    <message>
        <source>Show the Desktop Settings</source>
        <translation>Desktop-Einstellungen zeigen</translation>
    </message>
    <message>
        <source>Show the Providers</source>
        <translation>Anbieter zeigen</translation>
    </message>
    <message>
        <source>Show the Search Index</source>
        <translation>Suchindex zeigen</translation>
    </message>
    <message>
        <source>Show the Web Settings</source>
        <translation>Web-Einstellungen zeigen</translation>
    </message>
    <message>
        <source>Spelling</source>
        <translation>Rechtschreibung</translation>
    </message>
    <message>
        <source>Sync folder</source>
        <translation>Sync-Ordner</translation>
    </message>
    <message>
        <source>The vault</source>
        <translation>Der Vault</translation>
    </message>
    <message>
        <source>This program</source>
        <translation>Dieses Programm</translation>
    </message>
    <message>
        <source>Toolsets</source>
        <translation>Werkzeugsätze</translation>
    </message>
    <message>
        <source>Tray</source>
        <translation>Infobereich</translation>
    </message>
    <message>
        <source>Upper and lower case</source>
        <translation>Groß- und Kleinschreibung</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>Vault</translation>
    </message>
    <message>
        <source>VaultDesk</source>
        <translation>VaultDesk</translation>
    </message>
    <message>
        <source>Change detection</source>
        <translation>Erkennung von Änderungen</translation>
    </message>
    <message>
        <source>Web search</source>
        <translation>Websuche</translation>
    </message>
    <message>
        <source>Window and desktop</source>
        <translation>Fenster und Desktop</translation>
    </message>
    <message>
        <source>Window toolkit (Qt)</source>
        <translation>Fensterbibliothek (Qt)</translation>
    </message>
    <message>
        <source>does not work</source>
        <translation>funktioniert nicht</translation>
    </message>
    <message>
        <source>works</source>
        <translation>funktioniert</translation>
    </message>
    <message>
        <source>worth knowing</source>
        <translation>wissenswert</translation>
    </message>
</context>
<context>
    <name>DiffHeadPainter</name>
    <message>
        <source>1 unchanged line</source>
        <translation>1 unveränderte Zeile</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Verschieben</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>von Ihnen bearbeitet</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>Zeile {0}</translation>
    </message>
    <message>
        <source>lines {0}–{1}</source>
        <translation>Zeilen {0}–{1}</translation>
    </message>
    <message>
        <source>new note</source>
        <translation>neue Notiz</translation>
    </message>
    <message>
        <source>new note, {0}</source>
        <translation>neue Notiz, {0}</translation>
    </message>
    <message>
        <source>ticked</source>
        <translation>angehakt</translation>
    </message>
    <message>
        <source>will be deleted</source>
        <translation>wird gelöscht</translation>
    </message>
    <message>
        <source>will be deleted, {0}</source>
        <translation>wird gelöscht, {0}</translation>
    </message>
    <message>
        <source>{0} blank lines</source>
        <translation>{0} Leerzeilen</translation>
    </message>
    <message>
        <source>{0} more lines</source>
        <translation>{0} weitere Zeilen</translation>
    </message>
    <message>
        <source>{0} more lines, {1} of them removed</source>
        <translation>{0} weitere Zeilen, {1} davon entfernt</translation>
    </message>
    <message>
        <source>{0} unchanged lines</source>
        <translation>{0} unveränderte Zeilen</translation>
    </message>
</context>
<context>
    <name>DisclosureDialog</name>
    <message>
        <source>**Nothing leaves this computer.**</source>
        <translation>**Nichts verlässt diesen Computer.**</translation>
    </message>
    <message>
        <source>1 comment is removed from the notes before sending.</source>
        <translation>1 Kommentar wird vor dem Senden aus den Notizen entfernt.</translation>
    </message>
    <message>
        <source>1 earlier answer is not sent because it may repeat private text.</source>
        <translation>1 frühere Antwort wird nicht gesendet, weil sie privaten Text wiederholen könnte.</translation>
    </message>
    <message>
        <source>About **{n} tokens** leave this computer for **{host}**, none of them from your notes</source>
        <translation>Etwa **{n} Tokens** verlassen diesen Computer und gehen an **{host}**, keines davon aus Ihren Notizen</translation>
    </message>
    <message>
        <source>About **{n} tokens** leave this computer for **{host}**, {notes} of them from your notes</source>
        <translation>Etwa **{n} Tokens** verlassen diesen Computer und gehen an **{host}**, {notes} davon aus Ihren Notizen</translation>
    </message>
    <message>
        <source>Instruction to the model: “{question}”</source>
        <translation>Anweisung an das Modell: „{question}“</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Send without Notes</source>
        <translation>Ohne Notizen senden</translation>
    </message>
    <message>
        <source>With the chat and the instructions it is about {n} tokens, {money}.</source>
        <translation>Mit dem Chat und den Anweisungen sind es etwa {n} Tokens, {money}.</translation>
    </message>
    <message>
        <source>Your question: “{question}”</source>
        <translation>Ihre Frage: „{question}“</translation>
    </message>
    <message>
        <source>{model} at {who}</source>
        <translation>{model} bei {who}</translation>
    </message>
    <message>
        <source>{n} comments are removed from the notes before sending.</source>
        <translation>{n} Kommentare werden vor dem Senden aus den Notizen entfernt.</translation>
    </message>
    <message>
        <source>{n} earlier answers are not sent because they may repeat private text.</source>
        <translation>{n} frühere Antworten werden nicht gesendet, weil sie privaten Text wiederholen könnten.</translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation>Was diesen Computer verlässt</translation>
    </message>
</context>
<context>
    <name>DisclosureFilters</name>
    <message>
        <source>Receiver</source>
        <translation>Empfänger</translation>
    </message>
    <message>
        <source>All providers</source>
        <translation>Alle Anbieter</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>Monat</translation>
    </message>
    <message>
        <source>All months</source>
        <translation>Alle Monate</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Entscheidung</translation>
    </message>
    <message>
        <source>Any decision</source>
        <translation>Jede Entscheidung</translation>
    </message>
    <message>
        <source>Allowed by you</source>
        <translation>Von Ihnen erlaubt</translation>
    </message>
    <message>
        <source>Allowed by a rule</source>
        <translation>Durch eine Regel erlaubt</translation>
    </message>
    <message>
        <source>Allowed for a chat</source>
        <translation>Für einen Chat erlaubt</translation>
    </message>
    <message>
        <source>Needed no approval</source>
        <translation>Keine Zustimmung nötig</translation>
    </message>
    <message>
        <source>Withheld</source>
        <translation>Zurückgehalten</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>Alle Arten</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Rewrites</source>
        <translation>Umschreibungen</translation>
    </message>
    <message>
        <source>Titles and summaries</source>
        <translation>Titel und Zusammenfassungen</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Suche nach Bedeutung</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>Web</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Andere Programme</translation>
    </message>
    <message>
        <source>Connections only</source>
        <translation>Nur Verbindungen</translation>
    </message>
</context>
<context>
    <name>DisclosureReviewController</name>
    <message>
        <source>An answer is in progress. Wait for it or stop it.</source>
        <translation>Eine Antwort entsteht gerade. Warten Sie darauf, oder stoppen Sie sie.</translation>
    </message>
    <message>
        <source>Type a question to send it.</source>
        <translation>Geben Sie eine Frage ein, um sie zu senden.</translation>
    </message>
</context>
<context>
    <name>DisclosureView</name>
    <message>
        <source>What would leave this computer</source>
        <translation>Was diesen Computer verlassen würde</translation>
    </message>
    <message>
        <source>What {who} would read, on this computer</source>
        <translation>Was {who} auf diesem Computer lesen würde</translation>
    </message>
    <message>
        <source>Review before each send in this chat</source>
        <translation>In diesem Chat vor jedem Senden prüfen</translation>
    </message>
    <message>
        <source>Don’t Send</source>
        <translation>Nicht senden</translation>
    </message>
    <message>
        <source>What is sent</source>
        <translation>Was gesendet wird</translation>
    </message>
    <message>
        <source>The model rewrites this passage of your note. Your instruction goes with it.</source>
        <translation>Das Modell schreibt diese Textstelle Ihrer Notiz um. Ihre Anweisung geht mit hinaus.</translation>
    </message>
    <message>
        <source>The model uses this passage of your note to define a word.</source>
        <translation>Das Modell erklärt anhand dieser Textstelle Ihrer Notiz ein Wort.</translation>
    </message>
    <message>
        <source>This text of your notes goes with the chat.</source>
        <translation>Dieser Text aus Ihren Notizen geht zusammen mit dem Chat hinaus.</translation>
    </message>
    <message>
        <source>This text of your notes goes with “{question}”.</source>
        <translation>Dieser Text aus Ihren Notizen geht zusammen mit „{question}“ hinaus.</translation>
    </message>
    <message>
        <source>Send your question to {who}?</source>
        <translation>Ihre Frage an {who} senden?</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>No text of your notes goes with it: only what is written in this chat, and how tools are used.</source>
        <translation>Aus Ihren Notizen geht kein Text mit hinaus: nur, was in diesem Chat steht und wie Werkzeuge benutzt werden.</translation>
    </message>
</context>
<context>
    <name>DisclosuresPage</name>
    <message>
        <source>Search by note or question</source>
        <translation>Nach Notiz oder Frage suchen</translation>
    </message>
    <message>
        <source>Note or question</source>
        <translation>Notiz oder Frage</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportieren…</translation>
    </message>
    <message>
        <source>Only what was sent of “{note}” is shown.</source>
        <translation>Gezeigt wird nur, was von „{note}“ gesendet wurde.</translation>
    </message>
    <message>
        <source>What left this computer</source>
        <translation>Was diesen Computer verließ</translation>
    </message>
    <message>
        <source>Where “{note}” was sent</source>
        <translation>Wohin „{note}“ gesendet wurde</translation>
    </message>
    <message>
        <source>Sent notes, by question</source>
        <translation>Gesendete Notizen, nach Frage</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>Keine Treffer</translation>
    </message>
    <message>
        <source>Nothing has left this computer</source>
        <translation>Nichts hat diesen Computer verlassen</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alle zeigen</translation>
    </message>
    <message>
        <source>Only what was sent in this chat is shown.</source>
        <translation>Gezeigt wird nur, was in diesem Chat gesendet wurde.</translation>
    </message>
    <message>
        <source>Everything that is sent from this computer is recorded here first.</source>
        <translation>Alles, was von diesem Computer gesendet wird, wird zuerst hier aufgezeichnet.</translation>
    </message>
    <message>
        <source>Try other words, or all months.</source>
        <translation>Versuchen Sie andere Wörter oder alle Monate.</translation>
    </message>
    <message>
        <source>Nothing has left this computer in {month}</source>
        <translation>Im {month} hat nichts diesen Computer verlassen</translation>
    </message>
    <message>
        <source>Nothing has left this computer this month.</source>
        <translation>In diesem Monat hat nichts diesen Computer verlassen.</translation>
    </message>
    <message>
        <source>Nothing of yours has left this computer this month.</source>
        <translation>In diesem Monat hat nichts von Ihnen diesen Computer verlassen.</translation>
    </message>
    <message>
        <source>No note has left this computer this month, only {tokens} of questions and instructions.</source>
        <translation>In diesem Monat hat keine Notiz diesen Computer verlassen, nur {tokens} an Fragen und Anweisungen.</translation>
    </message>
    <message>
        <source>This month: {notes} in {questions}, {tokens}.</source>
        <translation>In diesem Monat: {notes} in {questions}, {tokens}.</translation>
    </message>
    <message>
        <source>1 question</source>
        <translation>1 Frage</translation>
    </message>
    <message>
        <source>{n} questions</source>
        <translation>{n} Fragen</translation>
    </message>
    <message>
        <source>With today’s rules, {n} of them would not be sent.</source>
        <translation>Nach den heutigen Regeln würden {n} davon nicht gesendet.</translation>
    </message>
    <message>
        <source>No private notes.</source>
        <translation>Keine privaten Notizen.</translation>
    </message>
    <message>
        <source>Other vaults and programs sent {tokens} more.</source>
        <translation>Andere Vaults und Programme haben weitere {tokens} gesendet.</translation>
    </message>
    <message>
        <source>Spreadsheet table (CSV)</source>
        <translation>Tabelle (CSV)</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Export what left this computer</source>
        <translation>Exportieren, was diesen Computer verließ</translation>
    </message>
    <message>
        <source>The file could not be written: {why}.</source>
        <translation>Die Datei konnte nicht geschrieben werden: {why}.</translation>
    </message>
    <message>
        <source>Written to {file}.</source>
        <translation>In {file} geschrieben.</translation>
    </message>
    <message>
        <source>1 note was withheld</source>
        <translation>1 Notiz wurde zurückgehalten</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Earlier answers and results</source>
        <translation>Frühere Antworten und Ergebnisse</translation>
    </message>
    <message>
        <source>Instructions and tools</source>
        <translation>Anweisungen und Werkzeuge</translation>
    </message>
    <message>
        <source>Never send it again</source>
        <translation>Nie wieder senden</translation>
    </message>
    <message>
        <source>Open note</source>
        <translation>Notiz öffnen</translation>
    </message>
    <message>
        <source>Rewrite of {note}</source>
        <translation>Umschreibung von {note}</translation>
    </message>
    <message>
        <source>Where this note was sent</source>
        <translation>Wohin diese Notiz gesendet wurde</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>Ihre Worte</translation>
    </message>
    <message>
        <source>in 1 request</source>
        <translation>in 1 Anfrage</translation>
    </message>
    <message>
        <source>in {n} requests</source>
        <translation>in {n} Anfragen</translation>
    </message>
    <message>
        <source>nothing of yours</source>
        <translation>nichts von Ihnen</translation>
    </message>
    <message>
        <source>sent before</source>
        <translation>zuvor gesendet</translation>
    </message>
    <message>
        <source>stayed here</source>
        <translation>blieb hier</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>dieser Computer</translation>
    </message>
    <message>
        <source>{note} was requested, and withheld by the rule for private notes</source>
        <translation>{note} wurde angefordert und durch die Regel für private Notizen zurückgehalten</translation>
    </message>
    <message>
        <source>{note} was withheld by you</source>
        <translation>{note} wurde von Ihnen zurückgehalten</translation>
    </message>
    <message>
        <source>{note} was withheld: it could not be reviewed</source>
        <translation>{note} wurde zurückgehalten: konnte nicht geprüft werden</translation>
    </message>
    <message>
        <source>{n} notes were withheld</source>
        <translation>{n} Notizen wurden zurückgehalten</translation>
    </message>
    <message>
        <source>{program}: {question}</source>
        <translation>{program}: {question}</translation>
    </message>
</context>
<context>
    <name>DraftSaver</name>
    <message>
        <source>This note was changed by another program while you were editing it. Nothing was overwritten.</source>
        <translation>Diese Notiz wurde von einem anderen Programm geändert, während Sie sie bearbeiteten. Nichts wurde überschrieben.</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Neu laden</translation>
    </message>
    <message>
        <source>Merge…</source>
        <translation>Zusammenführen…</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>Meine behalten</translation>
    </message>
    <message>
        <source>This note was deleted by another program. Its text is kept here until you close it.</source>
        <translation>Diese Notiz wurde von einem anderen Programm gelöscht. Ihr Text bleibt hier, bis Sie sie schließen.</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Save again</source>
        <translation>Erneut speichern</translation>
    </message>
    <message>
        <source>Not saved. {reason}</source>
        <translation>Nicht gespeichert. {reason}</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Text kopieren</translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>With {0} it opens in a new window</source>
        <translation>{0} gedrückt halten, um in einem neuen Fenster zu öffnen</translation>
    </message>
    <message>
        <source>Drop to open this folder in a new window</source>
        <translation>Ablegen, um diesen Ordner in einem neuen Fenster zu öffnen</translation>
    </message>
    <message>
        <source>Drop to open this folder as a vault</source>
        <translation>Ablegen, um diesen Ordner als Vault zu öffnen</translation>
    </message>
    <message>
        <source>Drop to open this note</source>
        <translation>Ablegen, um diese Notiz zu öffnen</translation>
    </message>
    <message numerus="yes">
        <source>Drop to open %n files, or to add them to the vault</source>
        <translation>
            <numerusform>Ablegen, um %n Datei zu öffnen oder dem Vault hinzuzufügen</numerusform>
            <numerusform>Ablegen, um %n Dateien zu öffnen oder dem Vault hinzuzufügen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditorController</name>
    <message>
        <source>The text to insert has a line that is too long for this editor, so it was not inserted.</source>
        <translation>Der einzufügende Text hat eine Zeile, die für diesen Editor zu lang ist, daher wurde er nicht eingefügt.</translation>
    </message>
</context>
<context>
    <name>EditorMenu</name>
    <message>
        <source>Bold</source>
        <translation>Fett</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Follow the link</source>
        <translation>Link folgen</translation>
    </message>
    <message>
        <source>Italic</source>
        <translation>Kursiv</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Link</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>Nichts ist ausgewählt.</translation>
    </message>
    <message>
        <source>The clipboard is empty.</source>
        <translation>Die Zwischenablage ist leer.</translation>
    </message>
    <message>
        <source>There is nothing to redo.</source>
        <translation>Es gibt nichts zu wiederholen.</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Paste as plain text</source>
        <translation>Als reinen Text einfügen</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Toggle task</source>
        <translation>Aufgabe umschalten</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>Es gibt nichts rückgängig zu machen.</translation>
    </message>
    <message>
        <source>This note is read-only here.</source>
        <translation>Diese Notiz ist hier schreibgeschützt.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>ElicitationCard</name>
    <message>
        <source>The assistant asks</source>
        <translation>Der Assistent fragt</translation>
    </message>
    <message>
        <source>Your own words</source>
        <translation>Ihre eigenen Worte</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Überspringen</translation>
    </message>
    <message>
        <source>Or in your own words…</source>
        <translation>Oder in eigenen Worten…</translation>
    </message>
    <message>
        <source>Your answer…</source>
        <translation>Ihre Antwort…</translation>
    </message>
</context>
<context>
    <name>EmbeddingCard</name>
    <message>
        <source>Passages indexed</source>
        <translation>Indizierte Textstellen</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Suche nach Bedeutung</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
</context>
<context>
    <name>EmbeddingStatus</name>
    <message>
        <source>1 passage can be found by meaning.</source>
        <translation>1 Textstelle ist nach Bedeutung auffindbar.</translation>
    </message>
    <message>
        <source>By links and tags only. {why}</source>
        <translation>Nur nach Links und Tags. {why}</translation>
    </message>
    <message>
        <source>Indexing for search by meaning starts once all notes are indexed.</source>
        <translation>Die Indizierung für die Suche nach Bedeutung beginnt, sobald alle Notizen indiziert sind.</translation>
    </message>
    <message>
        <source>Indexing for search by meaning: {done} of {total} passages</source>
        <translation>Indizierung für die Suche nach Bedeutung: {done} von {total} Textstellen</translation>
    </message>
    <message>
        <source>Related by meaning: {done} of {total} passages indexed</source>
        <translation>Der Bedeutung nach verwandt: {done} von {total} Textstellen indiziert</translation>
    </message>
    <message>
        <source>Search by meaning failed.</source>
        <translation>Die Suche nach Bedeutung ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Search by meaning is not installed.</source>
        <translation>Die Suche nach Bedeutung ist nicht installiert.</translation>
    </message>
    <message>
        <source>Search by meaning is turned off in Settings.</source>
        <translation>Die Suche nach Bedeutung ist in den Einstellungen ausgeschaltet.</translation>
    </message>
    <message>
        <source>{done} of {total} passages are indexed.</source>
        <translation>{done} von {total} Textstellen sind indiziert.</translation>
    </message>
    <message>
        <source>Until then, {model} is used.</source>
        <translation>Bis dahin wird {model} verwendet.</translation>
    </message>
    <message>
        <source>{n} passages can be found by meaning.</source>
        <translation>{n} Textstellen sind nach Bedeutung auffindbar.</translation>
    </message>
</context>
<context>
    <name>EmbeddingStatusItem</name>
    <message>
        <source>Click to resume.</source>
        <translation>Zum Fortsetzen klicken.</translation>
    </message>
    <message>
        <source>Click to pause.</source>
        <translation>Zum Anhalten klicken.</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>Indexing for search by meaning · {share}</source>
        <translation>Indizierung für die Suche nach Bedeutung · {share}</translation>
    </message>
    <message>
        <source>Indexing for search by meaning is paused · {share}</source>
        <translation>Indizierung für die Suche nach Bedeutung angehalten · {share}</translation>
    </message>
    <message>
        <source>Search by meaning failed</source>
        <translation>Suche nach Bedeutung fehlgeschlagen</translation>
    </message>
</context>
<context>
    <name>Embeds</name>
    <message>
        <source>The note has no such heading or block.</source>
        <translation>Die Notiz hat keine solche Überschrift und keinen solchen Block.</translation>
    </message>
    <message>
        <source>Open the note to read more</source>
        <translation>Notiz öffnen, um mehr zu lesen</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>Seite {number}</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Bild</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>Video</source>
        <translation>Video</translation>
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
        <translation>{ending}-Datei</translation>
    </message>
</context>
<context>
    <name>ExcerptList</name>
    <message>
        <source>withheld by you before</source>
        <translation>früher schon von Ihnen zurückgehalten</translation>
    </message>
    <message>
        <source>private: {why}</source>
        <translation>privat: {why}</translation>
    </message>
    <message>
        <source>sent there before</source>
        <translation>schon einmal dorthin gesendet</translation>
    </message>
</context>
<context>
    <name>ExcerptText</name>
    <message>
        <source>Send all of it</source>
        <translation>Ganz senden</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>Zurück zur Liste</translation>
    </message>
    <message>
        <source>The text to send from this passage; you can shorten it</source>
        <translation>Der Text, der von dieser Textstelle gesendet wird; Sie können ihn kürzen</translation>
    </message>
    <message>
        <source>This passage is too long to be edited here. Leave it out instead.</source>
        <translation>Diese Textstelle ist zu lang, um sie hier zu bearbeiten. Lassen Sie sie stattdessen weg.</translation>
    </message>
</context>
<context>
    <name>ExchangeView</name>
    <message>
        <source>Asking…</source>
        <translation>Fragt…</translation>
    </message>
    <message>
        <source>Reading the notes: {0} %</source>
        <translation>Liest die Notizen: {0} %</translation>
    </message>
    <message>
        <source>The answer failed.</source>
        <translation>Die Antwort ist fehlgeschlagen.</translation>
    </message>
    <message>
        <source>Stopped. The answer so far is kept.</source>
        <translation>Gestoppt. Die bisherige Antwort bleibt erhalten.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Gestoppt.</translation>
    </message>
    <message>
        <source>This answer was cut off.</source>
        <translation>Diese Antwort wurde abgeschnitten.</translation>
    </message>
    <message>
        <source>This question has no answer.</source>
        <translation>Diese Frage hat keine Antwort.</translation>
    </message>
    <message>
        <source>Ask Again</source>
        <translation>Erneut fragen</translation>
    </message>
    <message>
        <source>The answer is complete.</source>
        <translation>Die Antwort ist vollständig.</translation>
    </message>
    <message>
        <source>Not from your notes.</source>
        <translation>Nicht aus Ihren Notizen.</translation>
    </message>
    <message>
        <source>Show quotes from my notes</source>
        <translation>Aus meinen Notizen zitieren</translation>
    </message>
    <message>
        <source>Quotes from your notes</source>
        <translation>Zitate aus Ihren Notizen</translation>
    </message>
    <message>
        <source>The answer was cut off at the length limit of the model. Ask the model to continue.</source>
        <translation>Die Antwort wurde an der Längengrenze des Modells abgeschnitten. Bitten Sie das Modell fortzufahren.</translation>
    </message>
    <message>
        <source>The model only repeated itself, so the answer was stopped.</source>
        <translation>Das Modell hat sich nur noch wiederholt, daher wurde die Antwort gestoppt.</translation>
    </message>
    <message>
        <source>The model declined to answer. The question is not sent to it again.</source>
        <translation>Das Modell hat die Antwort verweigert. Die Frage wird ihm nicht noch einmal gesendet.</translation>
    </message>
    <message>
        <source>The model gave no answer in two attempts. Rephrase the question, or choose another model.</source>
        <translation>Das Modell gab in zwei Versuchen keine Antwort. Formulieren Sie die Frage um, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>A content filter of the provider ended this answer.</source>
        <translation>Ein Inhaltsfilter des Anbieters hat diese Antwort beendet.</translation>
    </message>
    <message>
        <source>Ended early: {0}</source>
        <translation>Vorzeitig beendet: {0}</translation>
    </message>
</context>
<context>
    <name>ExpandButton</name>
    <message>
        <source>Smaller box</source>
        <translation>Kleineres Feld</translation>
    </message>
    <message>
        <source>Larger box</source>
        <translation>Größeres Feld</translation>
    </message>
</context>
<context>
    <name>ExternalPrograms</name>
    <message>
        <source>No program on this computer can open such links.</source>
        <translation>Kein Programm auf diesem Computer kann solche Links öffnen.</translation>
    </message>
    <message>
        <source>No program on this computer can open “{name}”.</source>
        <translation>Kein Programm auf diesem Computer kann „{name}“ öffnen.</translation>
    </message>
    <message>
        <source>The link cannot be opened.</source>
        <translation>Der Link kann nicht geöffnet werden.</translation>
    </message>
    <message>
        <source>No file manager is available to show it.</source>
        <translation>Es ist kein Dateimanager verfügbar, um es zu zeigen.</translation>
    </message>
    <message>
        <source>“{name}” is a program. VaultDesk does not run programs.</source>
        <translation>„{name}“ ist ein Programm. VaultDesk führt keine Programme aus.</translation>
    </message>
    <message>
        <source>“{name}” no longer exists.</source>
        <translation>„{name}“ existiert nicht mehr.</translation>
    </message>
    <message>
        <source>Obsidian is not installed on this computer, or does not open links.</source>
        <translation>Obsidian ist auf diesem Computer nicht installiert oder öffnet keine Links.</translation>
    </message>
</context>
<context>
    <name>FailureBanner</name>
    <message>
        <source>Your question is kept.</source>
        <translation>Ihre Frage bleibt erhalten.</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Ask {0} instead</source>
        <translation>Stattdessen {0} fragen</translation>
    </message>
</context>
<context>
    <name>FieldCompletion</name>
    <message>
        <source>Suggestions</source>
        <translation>Vorschläge</translation>
    </message>
</context>
<context>
    <name>FileActions</name>
    <message>
        <source>“{name}” no longer exists.</source>
        <translation>„{name}“ existiert nicht mehr.</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
    <message>
        <source>Renamed “{old}” to “{new}”</source>
        <translation>„{old}“ in „{new}“ umbenannt</translation>
    </message>
    <message>
        <source>Find a folder</source>
        <translation>Ordner suchen</translation>
    </message>
    <message>
        <source>Move to a folder</source>
        <translation>In einen Ordner verschieben</translation>
    </message>
    <message>
        <source>Moves {count} files to the vault root.</source>
        <translation>Verschiebt {count} Dateien auf die oberste Ebene des Vaults.</translation>
    </message>
    <message>
        <source>Moves {count} files to “{folder}”.</source>
        <translation>Verschiebt {count} Dateien nach „{folder}“.</translation>
    </message>
    <message>
        <source>Moves “{name}” to the vault root.</source>
        <translation>Verschiebt „{name}“ auf die oberste Ebene des Vaults.</translation>
    </message>
    <message>
        <source>Moves “{name}” to “{folder}”.</source>
        <translation>Verschiebt „{name}“ nach „{folder}“.</translation>
    </message>
    <message>
        <source>New folder “{folder}”</source>
        <translation>Neuer Ordner „{folder}“</translation>
    </message>
    <message>
        <source>Vault root</source>
        <translation>Oberste Ebene des Vaults</translation>
    </message>
    <message>
        <source>Open a note or select one in the file list first.</source>
        <translation>Öffnen Sie zuerst eine Notiz, oder wählen Sie eine in der Dateiliste aus.</translation>
    </message>
</context>
<context>
    <name>FileChecklist</name>
    <message>
        <source>stays here</source>
        <translation>bleibt hier</translation>
    </message>
    <message>
        <source>All results</source>
        <translation>Alle Ergebnisse</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>Alle Notizen</translation>
    </message>
    <message>
        <source>What the model may read; Space ticks</source>
        <translation>Was das Modell lesen darf; Leertaste hakt an</translation>
    </message>
    <message>
        <source>Notes to share; Space ticks</source>
        <translation>Weiterzugebende Notizen; Leertaste hakt an</translation>
    </message>
    <message>
        <source>only a part</source>
        <translation>nur ein Teil</translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n results</source>
        <translation>
            <numerusform>{0} von %n Ergebnis</numerusform>
            <numerusform>{0} von %n Ergebnissen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n notes</source>
        <translation>
            <numerusform>{0} von %n Notiz</numerusform>
            <numerusform>{0} von %n Notizen</numerusform>
        </translation>
    </message>
    <message>
        <source>no such note</source>
        <translation>keine solche Notiz</translation>
    </message>
    <message>
        <source>check carefully</source>
        <translation>genau prüfen</translation>
    </message>
</context>
<context>
    <name>FileManager</name>
    <message>
        <source>Nothing was changed: an open note has text that could not be saved.</source>
        <translation>Nichts wurde geändert: Eine offene Notiz hat Text, der nicht gespeichert werden konnte.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Moved “{name}”</source>
        <translation>„{name}“ verschoben</translation>
    </message>
    <message>
        <source>Moved {count} files</source>
        <translation>{count} Dateien verschoben</translation>
    </message>
    <message>
        <source>Deleted “{name}”</source>
        <translation>„{name}“ gelöscht</translation>
    </message>
    <message>
        <source>Deleted {count} files</source>
        <translation>{count} Dateien gelöscht</translation>
    </message>
    <message>
        <source>Created the folder “{name}”.</source>
        <translation>Ordner „{name}“ angelegt.</translation>
    </message>
    <message>
        <source>Copied “{name}”</source>
        <translation>„{name}“ kopiert</translation>
    </message>
    <message>
        <source>Created the copy “{name}”.</source>
        <translation>Kopie „{name}“ angelegt.</translation>
    </message>
    <message>
        <source>1 link could not be updated.</source>
        <translation>1 Link konnte nicht aktualisiert werden.</translation>
    </message>
    <message>
        <source>1 link was updated.</source>
        <translation>1 Link wurde aktualisiert.</translation>
    </message>
    <message>
        <source>A name cannot contain a slash. To put the file into a folder, move it.</source>
        <translation>Ein Name kann keinen Schrägstrich enthalten. Um die Datei in einen Ordner zu legen, verschieben Sie sie.</translation>
    </message>
    <message>
        <source>Deleted {what}: {removal}.</source>
        <translation>Gelöscht: {what} ({removal}).</translation>
    </message>
    <message>
        <source>Enter a name.</source>
        <translation>Geben Sie einen Namen ein.</translation>
    </message>
    <message>
        <source>Copied {what} to {where}.</source>
        <translation>Kopiert: {what} → {where}.</translation>
    </message>
    <message>
        <source>It is not private there.</source>
        <translation>Dort ist sie nicht privat.</translation>
    </message>
    <message>
        <source>Moved {what} to the trash.</source>
        <translation>In den Papierkorb gelegt: {what}.</translation>
    </message>
    <message>
        <source>Moved {what} to {where}.</source>
        <translation>Verschoben: {what} → {where}.</translation>
    </message>
    <message>
        <source>Renamed “{old}” to “{new}”.</source>
        <translation>„{old}“ in „{new}“ umbenannt.</translation>
    </message>
    <message>
        <source>The folder was not deleted because it contains hidden files.</source>
        <translation>Der Ordner wurde nicht gelöscht, weil er versteckte Dateien enthält.</translation>
    </message>
    <message>
        <source>“{name}” already exists here.</source>
        <translation>„{name}“ ist hier schon vorhanden.</translation>
    </message>
    <message>
        <source>Working on {count} files…</source>
        <translation>{count} Dateien werden bearbeitet…</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>oberste Ebene des Vaults</translation>
    </message>
    <message>
        <source>{count} files</source>
        <translation>{count} Dateien</translation>
    </message>
    <message>
        <source>{count} links could not be updated.</source>
        <translation>{count} Links konnten nicht aktualisiert werden.</translation>
    </message>
    <message>
        <source>{count} links were updated.</source>
        <translation>{count} Links wurden aktualisiert.</translation>
    </message>
    <message>
        <source>{count} of them are not private there.</source>
        <translation>{count} davon sind dort nicht privat.</translation>
    </message>
    <message>
        <source>“{folder}”</source>
        <translation>„{folder}“</translation>
    </message>
    <message>
        <source>“{name}”</source>
        <translation>„{name}“</translation>
    </message>
    <message>
        <source>“{name}” is not a valid name: {why}.</source>
        <translation>„{name}“ ist kein gültiger Name: {why}.</translation>
    </message>
    <message>
        <source>“{name}” with {count} files</source>
        <translation>„{name}“ mit {count} Dateien</translation>
    </message>
    <message>
        <source>Copied {count} files into the vault</source>
        <translation>{count} Dateien in den Vault kopiert</translation>
    </message>
    <message>
        <source>Nothing was copied: hidden files, links and unusual names are skipped.</source>
        <translation>Nichts wurde kopiert: Versteckte Dateien, Links und ungewöhnliche Namen werden übersprungen.</translation>
    </message>
    <message>
        <source>Undo does not remove files over 10 MB.</source>
        <translation>„Rückgängig“ entfernt keine Dateien über 10 MB.</translation>
    </message>
    <message>
        <source>{count} were skipped.</source>
        <translation>{count} wurden übersprungen.</translation>
    </message>
</context>
<context>
    <name>FileMenu</name>
    <message>
        <source>Add to bookmarks</source>
        <translation>Zu Lesezeichen hinzufügen</translation>
    </message>
    <message>
        <source>Copy VaultDesk link</source>
        <translation>VaultDesk-Link kopieren</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Copy links</source>
        <translation>Links kopieren</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Pfad kopieren</translation>
    </message>
    <message>
        <source>Copy paths</source>
        <translation>Pfade kopieren</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Graph of this note</source>
        <translation>Graph dieser Notiz</translation>
    </message>
    <message>
        <source>Make a copy</source>
        <translation>Kopie anlegen</translation>
    </message>
    <message>
        <source>Move to another folder…</source>
        <translation>In anderen Ordner verschieben…</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>In den Papierkorb legen</translation>
    </message>
    <message>
        <source>New folder here</source>
        <translation>Neuer Ordner hier</translation>
    </message>
    <message>
        <source>New note here</source>
        <translation>Neue Notiz hier</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>In Obsidian öffnen</translation>
    </message>
    <message>
        <source>Open in another program</source>
        <translation>In anderem Programm öffnen</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>In neuem Tab öffnen</translation>
    </message>
    <message>
        <source>Open to the side</source>
        <translation>Daneben öffnen</translation>
    </message>
    <message>
        <source>Remove from bookmarks</source>
        <translation>Aus Lesezeichen entfernen</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>Im Dateimanager zeigen</translation>
    </message>
    <message>
        <source>Where this note was sent</source>
        <translation>Wohin diese Notiz gesendet wurde</translation>
    </message>
    <message>
        <source>{count} selected</source>
        <translation>{count} ausgewählt</translation>
    </message>
</context>
<context>
    <name>FilePage</name>
    <message>
        <source>Open in another program</source>
        <translation>In anderem Programm öffnen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
</context>
<context>
    <name>FilePreview</name>
    <message>
        <source>What the model would read</source>
        <translation>Was das Modell lesen würde</translation>
    </message>
    <message>
        <source>Only a part…</source>
        <translation>Nur einen Teil…</translation>
    </message>
    <message>
        <source>Whole note</source>
        <translation>Ganze Notiz</translation>
    </message>
    <message>
        <source>as the model would read it</source>
        <translation>wie das Modell es lesen würde</translation>
    </message>
    <message>
        <source>only the beginning is shown</source>
        <translation>nur der Anfang wird gezeigt</translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n lines</source>
        <translation>
            <numerusform>{0} von %n Zeile</numerusform>
            <numerusform>{0} von %n Zeilen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileTree</name>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Drop to open this folder in a new window</source>
        <translation>Ablegen, um diesen Ordner in einem neuen Fenster zu öffnen</translation>
    </message>
</context>
<context>
    <name>FilesPage</name>
    <message>
        <source>Excluded</source>
        <translation>Ausgeschlossen</translation>
    </message>
    <message>
        <source>Excluded: {count}</source>
        <translation>Ausgeschlossen: {count}</translation>
    </message>
    <message>
        <source>These files and folders are not shown, searched or changed:</source>
        <translation>Diese Dateien und Ordner werden nicht gezeigt, durchsucht oder geändert:</translation>
    </message>
    <message>
        <source>More: {count}</source>
        <translation>Weitere: {count}</translation>
    </message>
    <message>
        <source>No notes yet</source>
        <translation>Noch keine Notizen</translation>
    </message>
    <message>
        <source>This folder contains no Markdown files.</source>
        <translation>Dieser Ordner enthält keine Markdown-Dateien.</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>Neue Notiz</translation>
    </message>
</context>
<context>
    <name>FilesToolbar</name>
    <message>
        <source>New note</source>
        <translation>Neue Notiz</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Neuer Ordner</translation>
    </message>
    <message>
        <source>Sort order of notes</source>
        <translation>Sortierung der Notizen</translation>
    </message>
    <message>
        <source>Collapse all folders</source>
        <translation>Alle Ordner einklappen</translation>
    </message>
    <message>
        <source>New note ({keys})</source>
        <translation>Neue Notiz ({keys})</translation>
    </message>
    <message>
        <source>Name, A to Z</source>
        <translation>Name, A bis Z</translation>
    </message>
    <message>
        <source>Name, Z to A</source>
        <translation>Name, Z bis A</translation>
    </message>
    <message>
        <source>Changed, newest first</source>
        <translation>Geändert, neueste zuerst</translation>
    </message>
    <message>
        <source>Changed, oldest first</source>
        <translation>Geändert, älteste zuerst</translation>
    </message>
    <message>
        <source>Created, newest first</source>
        <translation>Erstellt, neueste zuerst</translation>
    </message>
    <message>
        <source>Created, oldest first</source>
        <translation>Erstellt, älteste zuerst</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Previous match</source>
        <translation>Vorige Fundstelle</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächste Fundstelle</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>Nicht gefunden</translation>
    </message>
</context>
<context>
    <name>FirstUse</name>
    <message>
        <source>**Nothing leaves this computer.**</source>
        <translation>**Nichts verlässt diesen Computer.**</translation>
    </message>
    <message>
        <source>Always here</source>
        <translation>Immer hier</translation>
    </message>
    <message>
        <source>Changes to notes still need your approval each time.</source>
        <translation>Änderungen an Notizen brauchen weiterhin jedes Mal Ihre Zustimmung.</translation>
    </message>
    <message>
        <source>In {vault}, with {who}. Each answer lists what it sent.</source>
        <translation>In {vault}, mit {who}. Jede Antwort nennt, was gesendet wurde.</translation>
    </message>
    <message>
        <source>In {vault}. Each answer lists what it read.</source>
        <translation>In {vault}. Jede Antwort nennt, was gelesen wurde.</translation>
    </message>
    <message>
        <source>It answers without your notes.</source>
        <translation>Er antwortet ohne Ihre Notizen.</translation>
    </message>
    <message>
        <source>It searches all {n} notes on this computer.</source>
        <translation>Er durchsucht alle {n} Notizen auf diesem Computer.</translation>
    </message>
    <message>
        <source>It searches your 1 note on this computer.</source>
        <translation>Er durchsucht Ihre einzige Notiz auf diesem Computer.</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
    <message>
        <source>Matching passages are sent to **{who}**, {host}.</source>
        <translation>Passende Textstellen werden an **{who}**, {host}, gesendet.</translation>
    </message>
    <message>
        <source>Matching passages are sent to **{who}**.</source>
        <translation>Passende Textstellen werden an **{who}** gesendet.</translation>
    </message>
    <message>
        <source>This time</source>
        <translation>Dieses Mal</translation>
    </message>
    <message>
        <source>To answer the question above.</source>
        <translation>Für die Frage oben.</translation>
    </message>
    <message>
        <source>To answer “{question}”</source>
        <translation>Für Ihre Frage „{question}“</translation>
    </message>
    <message>
        <source>You have marked no note as private.</source>
        <translation>Sie haben keine Notiz als privat markiert.</translation>
    </message>
    <message>
        <source>You tick the passages before they are read.</source>
        <translation>Sie haken vorher an, was gelesen wird.</translation>
    </message>
    <message>
        <source>You tick the passages before they are sent.</source>
        <translation>Sie haken die Textstellen an, bevor sie gesendet werden.</translation>
    </message>
    <message>
        <source>Your 1 private note is not read.</source>
        <translation>Ihre einzige private Notiz wird nicht gelesen.</translation>
    </message>
    <message>
        <source>Your 1 private note is never sent.</source>
        <translation>Ihre einzige private Notiz wird nie gesendet.</translation>
    </message>
    <message>
        <source>Your {n} private notes are not read.</source>
        <translation>Ihre {n} privaten Notizen werden nicht gelesen.</translation>
    </message>
    <message>
        <source>Your {n} private notes are never sent.</source>
        <translation>Ihre {n} privaten Notizen werden nie gesendet.</translation>
    </message>
    <message>
        <source>“Always here” applies to {vault} and {who}. Each answer lists what it sent. You can revoke this in Permissions.</source>
        <translation>„Immer hier“ gilt für {vault} und {who}. Jede Antwort nennt, was gesendet wurde. Widerrufen lässt sich dies unter „Berechtigungen“.</translation>
    </message>
    <message>
        <source>“Always here” applies to {vault}. Each answer lists what it read. You can revoke this in Permissions.</source>
        <translation>„Immer hier“ gilt für {vault}. Jede Antwort nennt, was gelesen wurde. Widerrufen lässt sich dies unter „Berechtigungen“.</translation>
    </message>
</context>
<context>
    <name>FirstUseView</name>
    <message>
        <source>Let the assistant search and read your notes?</source>
        <translation>Darf der Assistent Ihre Notizen durchsuchen und lesen?</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
</context>
<context>
    <name>FoldedText</name>
    <message>
        <source>Blank lines are collapsed. Click the marker or press Space to show them.</source>
        <translation>Leerzeilen sind eingeklappt. Klicken Sie auf die Markierung, oder drücken Sie die Leertaste, um sie zu zeigen.</translation>
    </message>
    <message>
        <source>⋯ 1 blank line</source>
        <translation>⋯ 1 Leerzeile</translation>
    </message>
    <message>
        <source>⋯ 1 blank ⋯</source>
        <translation>⋯ 1 Leerzeichen ⋯</translation>
    </message>
    <message>
        <source>⋯ {n} blank lines</source>
        <translation>⋯ {n} Leerzeilen</translation>
    </message>
    <message>
        <source>⋯ {n} blanks ⋯</source>
        <translation>⋯ {n} Leerzeichen ⋯</translation>
    </message>
</context>
<context>
    <name>FolderBreadcrumbs</name>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
</context>
<context>
    <name>FolderChips</name>
    <message>
        <source>Add Folder…</source>
        <translation>Ordner hinzufügen…</translation>
    </message>
</context>
<context>
    <name>FolderField</name>
    <message>
        <source>the whole vault</source>
        <translation>der ganze Vault</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen…</translation>
    </message>
    <message>
        <source>This is not a folder in the vault.</source>
        <translation>Das ist kein Ordner im Vault.</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Ordner wählen</translation>
    </message>
    <message>
        <source>Find a folder</source>
        <translation>Ordner suchen</translation>
    </message>
</context>
<context>
    <name>FormDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>FormSwitch</name>
    <message>
        <source>Previous version of the question</source>
        <translation>Vorige Fassung der Frage</translation>
    </message>
    <message>
        <source>Next version of the question</source>
        <translation>Nächste Fassung der Frage</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
    <message>
        <source>Version {0} of {1} of this question</source>
        <translation>Fassung {0} von {1} dieser Frage</translation>
    </message>
</context>
<context>
    <name>Formatting</name>
    <message>
        <source>under {0}</source>
        <translation>unter {0}</translation>
    </message>
    <message>
        <source>${0}</source>
        <translation>{0}&#xa0;$</translation>
    </message>
    <message>
        <source>1 note could not be read</source>
        <translation>1 Notiz konnte nicht gelesen werden</translation>
    </message>
    <message>
        <source>Scanning notes…</source>
        <translation>Die Notizen werden durchgesehen…</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Reading notes: {done} of {total}</source>
        <translation>Notizen werden gelesen: {done} von {total}</translation>
    </message>
    <message>
        <source>The search index is paused</source>
        <translation>Der Suchindex ist angehalten</translation>
    </message>
    <message>
        <source>indexed at {time}</source>
        <translation>indiziert um {time}</translation>
    </message>
    <message>
        <source>indexed just now</source>
        <translation>gerade eben indiziert</translation>
    </message>
    <message>
        <source>{n} byte</source>
        <translation>{n} Byte</translation>
    </message>
    <message>
        <source>{n} bytes</source>
        <translation>{n} Bytes</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} Notiz</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} Notizen</translation>
    </message>
    <message>
        <source>{n} notes could not be read</source>
        <translation>{n} Notizen konnten nicht gelesen werden</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
</context>
<context>
    <name>FoundNotesList</name>
    <message>
        <source>Notes found</source>
        <translation>Gefundene Notizen</translation>
    </message>
    <message>
        <source>Private: {0}</source>
        <translation>Privat: {0}</translation>
    </message>
</context>
<context>
    <name>FoundServerBanners</name>
    <message>
        <source>Add {0}</source>
        <translation>{0} hinzufügen</translation>
    </message>
</context>
<context>
    <name>GeneralSheet</name>
    <message>
        <source>General</source>
        <translation>Allgemein</translation>
    </message>
    <message>
        <source>How chats work and where they are stored.</source>
        <translation>Wie Chats funktionieren und wo sie gespeichert werden.</translation>
    </message>
    <message>
        <source>The first question</source>
        <translation>Die erste Frage</translation>
    </message>
    <message>
        <source>A title by the model</source>
        <translation>Ein Titel vom Modell</translation>
    </message>
</context>
<context>
    <name>GlobalGraphPage</name>
    <message>
        <source>Graph of all notes</source>
        <translation>Graph aller Notizen</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>Alle Notizen</translation>
    </message>
    <message>
        <source>Matching notes only</source>
        <translation>Nur passende Notizen</translation>
    </message>
    <message>
        <source>Filter by a search</source>
        <translation>Mit Suche filtern</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>No matching notes</source>
        <translation>Keine passenden Notizen</translation>
    </message>
    <message>
        <source>There are no notes yet</source>
        <translation>Es gibt noch keine Notizen</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} Notiz</translation>
    </message>
    <message>
        <source>Search for something else.</source>
        <translation>Suchen Sie nach etwas anderem.</translation>
    </message>
    <message>
        <source>Notes are shown as points and links as lines.</source>
        <translation>Notizen werden als Punkte und Links als Linien gezeigt.</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} Notizen</translation>
    </message>
    <message>
        <source>{n} links</source>
        <translation>{n} Links</translation>
    </message>
    <message>
        <source>{n} link</source>
        <translation>{n} Link</translation>
    </message>
    <message>
        <source>{notes}, {links}</source>
        <translation>{notes}, {links}</translation>
    </message>
    <message>
        <source>Without daily notes</source>
        <translation>Ohne Tagesnotizen</translation>
    </message>
    <message>
        <source>Linked notes</source>
        <translation>Verlinkte Notizen</translation>
    </message>
    <message>
        <source>Linked, without daily notes</source>
        <translation>Verlinkt, ohne Tagesnotizen</translation>
    </message>
    <message>
        <source>Daily notes</source>
        <translation>Tagesnotizen</translation>
    </message>
    <message>
        <source>Notes without links</source>
        <translation>Notizen ohne Links</translation>
    </message>
</context>
<context>
    <name>GrantDialog</name>
    <message>
        <source>Let this agent work?</source>
        <translation>Diesen Agenten arbeiten lassen?</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>Erlauben</translation>
    </message>
    <message>
        <source>Its instructions</source>
        <translation>Seine Anweisungen</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Was sich geändert hat</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Ansicht</translation>
    </message>
    <message>
        <source>Let “{0}” work in this vault?</source>
        <translation>„{0}“ in diesem Vault arbeiten lassen?</translation>
    </message>
    <message>
        <source>What its note tells the model, word for word. These instructions cannot grant it any permission.</source>
        <translation>Was seine Notiz dem Modell sagt, im Wortlaut. Diese Anweisungen können ihm keine Berechtigung geben.</translation>
    </message>
    <message>
        <source>The differences from the version you allowed, word for word.</source>
        <translation>Die Unterschiede zu der Fassung, die Sie erlaubt haben, im Wortlaut.</translation>
    </message>
    <message>
        <source>changed since you allowed it on {0}</source>
        <translation>geändert, seit Sie ihn am {0} erlaubt haben</translation>
    </message>
    <message>
        <source>the earlier text is not available</source>
        <translation>der frühere Text ist nicht verfügbar</translation>
    </message>
    <message>
        <source>The note changed while this dialog was open. This is its current text.</source>
        <translation>Die Notiz hat sich geändert, während dieser Dialog offen war. Dies ist ihr jetziger Text.</translation>
    </message>
</context>
<context>
    <name>GraphPage</name>
    <message>
        <source>Show as a list</source>
        <translation>Als Liste zeigen</translation>
    </message>
    <message>
        <source>Full view</source>
        <translation>Ganze Ansicht</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>and {n} more</source>
        <translation>und {n} weitere</translation>
    </message>
    <message>
        <source>{counts}, and {n} more</source>
        <translation>{counts} und {n} weitere</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 Schritt</translation>
    </message>
    <message>
        <source>{n} steps</source>
        <translation>{n} Schritte</translation>
    </message>
</context>
<context>
    <name>GraphTabs</name>
    <message>
        <source>Graph</source>
        <translation>Graph</translation>
    </message>
    <message>
        <source>Graph of all notes</source>
        <translation>Graph aller Notizen</translation>
    </message>
    <message>
        <source>Open a note to see its graph.</source>
        <translation>Öffnen Sie eine Notiz, um ihren Graphen zu sehen.</translation>
    </message>
</context>
<context>
    <name>GraphView</name>
    <message>
        <source>{name}, not linked</source>
        <translation>{name}, nicht verlinkt</translation>
    </message>
    <message>
        <source>{name}, linked with {names}</source>
        <translation>{name}, verlinkt mit {names}</translation>
    </message>
    <message>
        <source>{name}, linked with {n} notes, among them {names}</source>
        <translation>{name}, verlinkt mit {n} Notizen, darunter {names}</translation>
    </message>
</context>
<context>
    <name>GroupForm</name>
    <message>
        <source>The name of a note must end in .md.</source>
        <translation>Der Name einer Notiz muss auf .md enden.</translation>
    </message>
    <message>
        <source>Enter a folder in the vault.</source>
        <translation>Geben Sie einen Ordner im Vault ein.</translation>
    </message>
    <message>
        <source>Enter a note in the vault.</source>
        <translation>Geben Sie eine Notiz im Vault ein.</translation>
    </message>
    <message>
        <source>This is not a folder in the vault.</source>
        <translation>Das ist kein Ordner im Vault.</translation>
    </message>
    <message>
        <source>This is not a note in the vault.</source>
        <translation>Das ist keine Notiz im Vault.</translation>
    </message>
</context>
<context>
    <name>HunkEditor</name>
    <message>
        <source>New lines; Ctrl+Enter accepts them, Esc cancels</source>
        <translation>Neue Zeilen; Strg+Enter übernimmt sie, Esc bricht ab</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>These lines replace the suggested ones.</source>
        <translation>Diese Zeilen ersetzen die vorgeschlagenen.</translation>
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
        <translation>{n} %</translation>
    </message>
</context>
<context>
    <name>ImageViewPage</name>
    <message>
        <source>Smaller</source>
        <translation>Kleiner</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Größer</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Einpassen</translation>
    </message>
</context>
<context>
    <name>ImportCommand</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Progress of the import</source>
        <translation>Fortschritt des Imports</translation>
    </message>
    <message>
        <source>Choose a Folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>The note being written is finished first.</source>
        <translation>Die Notiz, die gerade geschrieben wird, wird noch fertiggestellt.</translation>
    </message>
    <message>
        <source>Reading {0}…</source>
        <translation>{0} wird gelesen…</translation>
    </message>
    <message>
        <source>{n} could not be read.</source>
        <translation>{n} konnten nicht gelesen werden.</translation>
    </message>
    <message>
        <source>{n} could not be imported.</source>
        <translation>{n} konnten nicht importiert werden.</translation>
    </message>
    <message>
        <source>{n} chats found so far…</source>
        <translation>Bisher {n} Chats gefunden…</translation>
    </message>
    <message>
        <source>{done} of {total} written</source>
        <translation>{done} von {total} geschrieben</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Choose a File…</source>
        <translation>Datei wählen…</translation>
    </message>
    <message>
        <source>Importing chats</source>
        <translation>Chats werden importiert</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Chats importieren</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>oberste Ebene des Vaults</translation>
    </message>
    <message>
        <source>Import chats from other programs. The files you choose are only read.</source>
        <translation>Importieren Sie Chats aus anderen Programmen. Die gewählten Dateien werden nur gelesen.</translation>
    </message>
    <message>
        <source>Each chat becomes a note in “{0}”. Nothing is written yet.</source>
        <translation>Jeder Chat wird zu einer Notiz in „{0}“. Noch wird nichts geschrieben.</translation>
    </message>
    <message>
        <source>Notes are written to “{0}”.</source>
        <translation>Notizen werden nach „{0}“ geschrieben.</translation>
    </message>
    <message>
        <source>Import 1 Chat</source>
        <translation>1 Chat importieren</translation>
    </message>
    <message>
        <source>Import {n} Chats</source>
        <translation>{n} Chats importieren</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importieren</translation>
    </message>
    <message>
        <source>No chat is ticked.</source>
        <translation>Kein Chat ist angehakt.</translation>
    </message>
    <message>
        <source>And {n} more.</source>
        <translation>Und {n} weitere.</translation>
    </message>
    <message>
        <source>1 chat was imported.</source>
        <translation>1 Chat wurde importiert.</translation>
    </message>
    <message>
        <source>The others were not.</source>
        <translation>Die anderen nicht.</translation>
    </message>
    <message>
        <source>{n} chats were imported.</source>
        <translation>{n} Chats wurden importiert.</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Wählen</translation>
    </message>
    <message>
        <source>Choose a Folder of Chats</source>
        <translation>Ordner mit Chats wählen</translation>
    </message>
    <message>
        <source>Choose an Export</source>
        <translation>Export wählen</translation>
    </message>
    <message>
        <source>Exports and notes (*.zip *.json *.md)</source>
        <translation>Exporte und Notizen (*.zip *.json *.md)</translation>
    </message>
</context>
<context>
    <name>IndexPage</name>
    <message>
        <source>What VaultDesk stores about this vault to search it. It can be rebuilt at any time without changing your notes.</source>
        <translation>Was VaultDesk über diesen Vault speichert, um darin zu suchen. Es lässt sich jederzeit neu aufbauen, ohne Ihre Notizen zu ändern.</translation>
    </message>
    <message>
        <source>Search index</source>
        <translation>Suchindex</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Excluded</source>
        <translation>Ausgeschlossen</translation>
    </message>
    <message>
        <source>Size on disk</source>
        <translation>Größe auf dem Datenträger</translation>
    </message>
    <message>
        <source>Last indexed</source>
        <translation>Zuletzt indiziert</translation>
    </message>
    <message>
        <source>Detects changes</source>
        <translation>Erkennt Änderungen</translation>
    </message>
    <message>
        <source>Compare with the Folder</source>
        <translation>Mit dem Ordner vergleichen</translation>
    </message>
    <message>
        <source>Rebuild</source>
        <translation>Neu aufbauen</translation>
    </message>
    <message>
        <source>By meaning</source>
        <translation>Nach Bedeutung</translation>
    </message>
    <message>
        <source>Yes, within a tenth of a second</source>
        <translation>Ja, binnen einer Zehntelsekunde</translation>
    </message>
    <message>
        <source>Not yet</source>
        <translation>Noch nicht</translation>
    </message>
    <message>
        <source>{notes}, {unread} still to index</source>
        <translation>{notes}, {unread} noch zu indizieren</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
</context>
<context>
    <name>IndexPageCommand</name>
    <message>
        <source>Search index</source>
        <translation>Suchindex</translation>
    </message>
</context>
<context>
    <name>InstructionBanner</name>
    <message>
        <source>Read…</source>
        <translation>Lesen…</translation>
    </message>
    <message>
        <source>The instructions for assistants ({0}) changed since you accepted them.</source>
        <translation>Die Anweisungen für Assistenten ({0}) haben sich geändert, seit Sie sie angenommen haben.</translation>
    </message>
    <message>
        <source>This vault has instructions for assistants ({0}).</source>
        <translation>Dieser Vault hat Anweisungen für Assistenten ({0}).</translation>
    </message>
    <message>
        <source>The skill “{0}” changed since you accepted it.</source>
        <translation>Der Skill „{0}“ hat sich geändert, seit Sie ihn angenommen haben.</translation>
    </message>
    <message>
        <source>This vault has a skill for assistants: “{0}”.</source>
        <translation>Dieser Vault hat einen Skill für Assistenten: „{0}“.</translation>
    </message>
</context>
<context>
    <name>InstructionDialog</name>
    <message>
        <source>Read and accept?</source>
        <translation>Lesen und annehmen?</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Annehmen</translation>
    </message>
    <message>
        <source>Not Now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message>
        <source>Full text</source>
        <translation>Vollständiger Text</translation>
    </message>
    <message>
        <source>The note changed while this dialog was open. This is its current text.</source>
        <translation>Die Notiz hat sich geändert, während dieser Dialog offen war. Dies ist ihr jetziger Text.</translation>
    </message>
    <message>
        <source>If its text changes, you are asked again.</source>
        <translation>Ändert sich der Text, werden Sie erneut gefragt.</translation>
    </message>
    <message>
        <source>Assistants receive its name and description, and may read its note when a task needs it.</source>
        <translation>Assistenten erhalten Namen und Beschreibung und dürfen die Notiz lesen, wenn eine Aufgabe es verlangt.</translation>
    </message>
    <message>
        <source>Every assistant receives this text before your questions.</source>
        <translation>Jeder Assistent erhält diesen Text vor Ihren Fragen.</translation>
    </message>
    <message>
        <source>They cannot change permissions or private notes.</source>
        <translation>Er kann weder Berechtigungen noch private Notizen ändern.</translation>
    </message>
    <message>
        <source>Offer the skill “{0}” to assistants?</source>
        <translation>Den Skill „{0}“ Assistenten anbieten?</translation>
    </message>
    <message>
        <source>Use this vault’s instructions for assistants?</source>
        <translation>Die Anweisungen dieses Vaults für Assistenten verwenden?</translation>
    </message>
    <message>
        <source>Work in the project “{0}”?</source>
        <translation>Im Projekt „{0}“ arbeiten?</translation>
    </message>
</context>
<context>
    <name>InstructionNotes</name>
    <message>
        <source>A project is a set of notes with its own instructions. Its chats see no other notes.</source>
        <translation>Ein Projekt ist eine Gruppe von Notizen mit eigenen Anweisungen. Seine Chats sehen keine anderen Notizen.</translation>
    </message>
    <message>
        <source>A quick command is a note with a prompt. Type / in the question to insert it.</source>
        <translation>Ein Schnellbefehl ist eine Notiz mit einem Prompt. Tippen Sie / in die Frage, um ihn einzufügen.</translation>
    </message>
    <message>
        <source>Choose a folder for commands in Settings first.</source>
        <translation>Wählen Sie zuerst in den Einstellungen einen Ordner für Befehle.</translation>
    </message>
    <message>
        <source>Describe here what to do with {selection}.</source>
        <translation>Beschreiben Sie hier, was mit {selection} geschehen soll.</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>Neues Projekt</translation>
    </message>
    <message>
        <source>New quick command</source>
        <translation>Neuer Schnellbefehl</translation>
    </message>
</context>
<context>
    <name>InstructionSheet</name>
    <message>
        <source>Instructions</source>
        <translation>Anweisungen</translation>
    </message>
    <message>
        <source>Texts in this vault that assistants follow. Each is used only after you have read and accepted it.</source>
        <translation>Texte in diesem Vault, denen Assistenten folgen. Jeder wird erst verwendet, nachdem Sie ihn gelesen und angenommen haben.</translation>
    </message>
    <message>
        <source>This vault has no instructions: neither a note AGENTS.md in the vault root nor skills.</source>
        <translation>Dieser Vault hat keine Anweisungen: weder eine Notiz AGENTS.md auf der obersten Ebene des Vaults noch Skills.</translation>
    </message>
    <message>
        <source>Show Note</source>
        <translation>Notiz zeigen</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>Widerrufen</translation>
    </message>
    <message>
        <source>Read…</source>
        <translation>Lesen…</translation>
    </message>
    <message>
        <source>used</source>
        <translation>in Verwendung</translation>
    </message>
    <message>
        <source>changed since you accepted it, not used</source>
        <translation>seit der Annahme geändert, nicht verwendet</translation>
    </message>
    <message>
        <source>not read yet, not used</source>
        <translation>noch nicht gelesen, nicht verwendet</translation>
    </message>
</context>
<context>
    <name>IntegrityLine</name>
    <message>
        <source>Checking the audit log…</source>
        <translation>Prüfprotokoll wird geprüft…</translation>
    </message>
    <message>
        <source>1 entry</source>
        <translation>1 Eintrag</translation>
    </message>
    <message>
        <source>{n} entries</source>
        <translation>{n} Einträge</translation>
    </message>
    <message>
        <source>The audit log is intact: {lines}, each verified against the one before.</source>
        <translation>Das Prüfprotokoll ist unversehrt: {lines}, jeder mit dem vorigen abgeglichen.</translation>
    </message>
    <message>
        <source>1 entry was cut off by a crash.</source>
        <translation>1 Eintrag wurde durch einen Absturz abgeschnitten.</translation>
    </message>
    <message>
        <source>{n} entries were cut off by a crash.</source>
        <translation>{n} Einträge wurden durch einen Absturz abgeschnitten.</translation>
    </message>
    <message>
        <source>No tool calls recorded yet.</source>
        <translation>Noch keine Werkzeugaufrufe protokolliert.</translation>
    </message>
    <message>
        <source>; and {n} more</source>
        <translation>; und {n} weitere</translation>
    </message>
    <message>
        <source>The audit log was changed outside VaultDesk: {places}. Its entries may not be correct.</source>
        <translation>Das Prüfprotokoll wurde außerhalb von VaultDesk geändert: {places}. Seine Einträge sind vielleicht nicht richtig.</translation>
    </message>
</context>
<context>
    <name>KeyCapture</name>
    <message>
        <source>Press the keys</source>
        <translation>Drücken Sie die Tasten</translation>
    </message>
</context>
<context>
    <name>KeyCombination</name>
    <message>
        <source>Press a single key combination, not a sequence.</source>
        <translation>Drücken Sie eine einzelne Tastenkombination, keine Folge.</translation>
    </message>
    <message>
        <source>This shortcut is not recognized.</source>
        <translation>Dieses Tastenkürzel wird nicht erkannt.</translation>
    </message>
    <message>
        <source>This key cannot be used here. Use a letter, a number, Space or F1 to F20.</source>
        <translation>Diese Taste kann hier nicht verwendet werden. Verwenden Sie einen Buchstaben, eine Ziffer, die Leertaste oder F1 bis F20.</translation>
    </message>
    <message>
        <source>“{0}” is needed for typing or by other programs. Combine it with two modifier keys, such as Ctrl and Alt.</source>
        <translation>„{0}“ wird zum Tippen oder von anderen Programmen gebraucht. Kombinieren Sie es mit zwei Zusatztasten, etwa Strg und Alt.</translation>
    </message>
    <message>
        <source>“{0}” is used by most programs. Add another modifier key.</source>
        <translation>„{0}“ wird von den meisten Programmen verwendet. Nehmen Sie eine weitere Zusatztaste hinzu.</translation>
    </message>
</context>
<context>
    <name>KeyField</name>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Enter the address first. A key is stored for one address only.</source>
        <translation>Geben Sie zuerst die Adresse ein. Ein Schlüssel wird nur für eine Adresse gespeichert.</translation>
    </message>
    <message>
        <source>Or set {0} in the environment.</source>
        <translation>Oder setzen Sie die Umgebungsvariable {0}.</translation>
    </message>
    <message>
        <source>Taken from the environment ({0}). It takes precedence over a key entered here.</source>
        <translation>Aus der Umgebungsvariable ({0}). Sie hat Vorrang vor einem hier eingegebenen Schlüssel.</translation>
    </message>
    <message>
        <source>Stored until VaultDesk closes. Enter another key to replace it.</source>
        <translation>Gespeichert, bis VaultDesk geschlossen wird. Geben Sie einen anderen ein, um ihn zu ersetzen.</translation>
    </message>
    <message>
        <source>In this computer’s keyring. Enter another key to replace it.</source>
        <translation>Im Schlüsselbund dieses Computers. Geben Sie einen anderen ein, um ihn zu ersetzen.</translation>
    </message>
    <message>
        <source>Paste your key</source>
        <translation>Schlüssel einfügen</translation>
    </message>
    <message>
        <source>If the server requires one</source>
        <translation>Falls der Server einen verlangt</translation>
    </message>
</context>
<context>
    <name>LatestButton</name>
    <message>
        <source>Latest</source>
        <translation>Neueste</translation>
    </message>
    <message>
        <source>Go to the latest message</source>
        <translation>Zur neuesten Nachricht</translation>
    </message>
</context>
<context>
    <name>LedgerText</name>
    <message>
        <source>An earlier question</source>
        <translation>Eine frühere Frage</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>Suche nach Updates</translation>
    </message>
    <message>
        <source>Definition of a word</source>
        <translation>Definition eines Wortes</translation>
    </message>
    <message>
        <source>List of models</source>
        <translation>Liste der Modelle</translation>
    </message>
    <message>
        <source>No model reads it.</source>
        <translation>Kein Modell liest sie.</translation>
    </message>
    <message>
        <source>Only models on this computer read it.</source>
        <translation>Nur Modelle auf diesem Computer lesen sie.</translation>
    </message>
    <message>
        <source>Private: {why}. {reach}</source>
        <translation>Privat: {why}. {reach}</translation>
    </message>
    <message>
        <source>Question of another program</source>
        <translation>Frage eines anderen Programms</translation>
    </message>
    <message>
        <source>Rewrite of a passage</source>
        <translation>Umschreibung einer Textstelle</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Suche nach Bedeutung</translation>
    </message>
    <message>
        <source>Summary of a chat</source>
        <translation>Zusammenfassung eines Chats</translation>
    </message>
    <message>
        <source>Test of a model</source>
        <translation>Test eines Modells</translation>
    </message>
    <message>
        <source>Title for a chat</source>
        <translation>Titel für einen Chat</translation>
    </message>
    <message>
        <source>Tool of another package</source>
        <translation>Werkzeug eines anderen Pakets</translation>
    </message>
    <message>
        <source>Transcript of a video</source>
        <translation>Transkript eines Videos</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>Webseite</translation>
    </message>
    <message>
        <source>Web search</source>
        <translation>Websuche</translation>
    </message>
    <message>
        <source>You are asked each time before it is sent.</source>
        <translation>Sie werden jedes Mal gefragt, bevor sie gesendet wird.</translation>
    </message>
    <message>
        <source>allowed by you</source>
        <translation>von Ihnen erlaubt</translation>
    </message>
    <message>
        <source>allowed for that chat</source>
        <translation>für jenen Chat erlaubt</translation>
    </message>
    <message>
        <source>allowed by a rule</source>
        <translation>durch eine Regel erlaubt</translation>
    </message>
    <message>
        <source>by your rule: {rule}</source>
        <translation>Regel: {rule}</translation>
    </message>
    <message>
        <source>withheld by a rule</source>
        <translation>durch eine Regel zurückgehalten</translation>
    </message>
    <message>
        <source>withheld by you</source>
        <translation>von Ihnen zurückgehalten</translation>
    </message>
    <message>
        <source>withheld: could not be reviewed</source>
        <translation>zurückgehalten: konnte nicht geprüft werden</translation>
    </message>
    <message>
        <source>line {first}</source>
        <translation>Zeile {first}</translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation>Zeilen {first}–{last}</translation>
    </message>
    <message>
        <source>needed no approval</source>
        <translation>keine Zustimmung nötig</translation>
    </message>
    <message>
        <source>whole note</source>
        <translation>ganze Notiz</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} Notiz</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} Notizen</translation>
    </message>
    <message>
        <source>{n} token</source>
        <translation>{n} Token</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} Tokens</translation>
    </message>
</context>
<context>
    <name>LeftPane</name>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Left pane</source>
        <translation>Linker Bereich</translation>
    </message>
</context>
<context>
    <name>LimitsSheet</name>
    <message>
        <source>How much questions may use. A question that would exceed a limit is not sent to any model.</source>
        <translation>Wie viel Fragen verbrauchen dürfen. Eine Frage, die eine Grenze überschreiten würde, wird an kein Modell gesendet.</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Spending</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>US dollars</source>
        <translation>US-Dollar</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Verbraucht</translation>
    </message>
    <message>
        <source>Per day</source>
        <translation>Pro Tag</translation>
    </message>
    <message>
        <source>Per chat</source>
        <translation>Pro Chat</translation>
    </message>
    <message>
        <source>Per agent and day</source>
        <translation>Pro Agent und Tag</translation>
    </message>
    <message>
        <source>{0}: tokens</source>
        <translation>{0}: Tokens</translation>
    </message>
    <message>
        <source>{0}: US dollars</source>
        <translation>{0}: US-Dollar</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>counted separately for each chat</source>
        <translation>für jeden Chat getrennt gezählt</translation>
    </message>
    <message>
        <source>counted separately for each agent</source>
        <translation>für jeden Agenten getrennt gezählt</translation>
    </message>
    <message>
        <source>Costs are counted if the price of a model is known. Models on this computer cost nothing.</source>
        <translation>Kosten werden gezählt, wenn der Preis eines Modells bekannt ist. Modelle auf diesem Computer kosten nichts.</translation>
    </message>
    <message>
        <source>The price of {0} of today’s tokens is not known.</source>
        <translation>Für {0} der heutigen Tokens ist der Preis nicht bekannt.</translation>
    </message>
    <message>
        <source>nothing today</source>
        <translation>heute nichts</translation>
    </message>
    <message>
        <source>{0} tokens, {1} today</source>
        <translation>{0} Tokens, {1} heute</translation>
    </message>
    <message>
        <source>Stored now: nothing. No note in this vault has been changed here yet.</source>
        <translation>Zurzeit gespeichert: nichts. In diesem Vault wurde hier noch keine Notiz geändert.</translation>
    </message>
    <message>
        <source>1 change</source>
        <translation>1 Änderung</translation>
    </message>
    <message>
        <source>{0} changes</source>
        <translation>{0} Änderungen</translation>
    </message>
    <message>
        <source>less than {0}</source>
        <translation>weniger als {0}</translation>
    </message>
    <message>
        <source>Stored now: {0} since {1}, {2} MB of earlier versions.</source>
        <translation>Zurzeit gespeichert: {0} seit {1}, {2} MB früherer Fassungen.</translation>
    </message>
</context>
<context>
    <name>LinePainter</name>
    <message>
        <source>… {0} more characters in this line: show</source>
        <translation>… {0} weitere Zeichen in dieser Zeile: zeigen</translation>
    </message>
</context>
<context>
    <name>LinePicker</name>
    <message>
        <source>Lines to share. Space ticks a line.</source>
        <translation>Weiterzugebende Zeilen. Leertaste hakt eine Zeile an.</translation>
    </message>
</context>
<context>
    <name>LinkCompletionSource</name>
    <message>
        <source>Note# its headings · Note#^ its blocks</source>
        <translation>Notiz# ihre Überschriften · Notiz#^ ihre Blöcke</translation>
    </message>
</context>
<context>
    <name>LinkNavigation</name>
    <message>
        <source>There is no file “{name}” in this vault.</source>
        <translation>Es gibt keine Datei „{name}“ in diesem Vault.</translation>
    </message>
    <message>
        <source>VaultDesk does not open links of this kind: {address}</source>
        <translation>VaultDesk öffnet keine Links dieser Art: {address}</translation>
    </message>
    <message>
        <source>This link is too long to be shown, so it was not opened.</source>
        <translation>Dieser Link ist zu lang, um gezeigt zu werden, und wurde daher nicht geöffnet.</translation>
    </message>
    <message>
        <source>This link opens Obsidian, where it may also change notes: {address}</source>
        <translation>Dieser Link öffnet Obsidian, wo er auch Notizen ändern kann: {address}</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>In Obsidian öffnen</translation>
    </message>
    <message>
        <source>This link opens another program: {address}</source>
        <translation>Dieser Link öffnet ein anderes Programm: {address}</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>There is no note “{name}” yet.</source>
        <translation>Es gibt noch keine Notiz „{name}“.</translation>
    </message>
    <message>
        <source>Create it</source>
        <translation>Erstellen</translation>
    </message>
</context>
<context>
    <name>LinkedContextChip</name>
    <message>
        <source>Linked in the question</source>
        <translation>In der Frage verlinkt</translation>
    </message>
</context>
<context>
    <name>LinkedNotesCheck</name>
    <message>
        <source>you will be asked about {note}</source>
        <translation>Sie werden zu {note} gefragt</translation>
    </message>
    <message>
        <source>you will be asked about {n} linked notes</source>
        <translation>Sie werden zu {n} verlinkten Notizen gefragt</translation>
    </message>
    <message>
        <source>{note} will not be sent</source>
        <translation>{note} wird nicht gesendet</translation>
    </message>
    <message>
        <source>{n} linked notes will not be sent</source>
        <translation>{n} verlinkte Notizen werden nicht gesendet</translation>
    </message>
</context>
<context>
    <name>LinksPane</name>
    <message>
        <source>Links</source>
        <translation>Links</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Erstellen</translation>
    </message>
    <message>
        <source>Create the note {name}</source>
        <translation>Notiz {name} erstellen</translation>
    </message>
    <message>
        <source>In this vault</source>
        <translation>In diesem Vault</translation>
    </message>
    <message>
        <source>Linked from</source>
        <translation>Verlinkt von</translation>
    </message>
    <message>
        <source>Links to</source>
        <translation>Links zu</translation>
    </message>
    <message>
        <source>Unlinked mentions</source>
        <translation>Unverlinkte Erwähnungen</translation>
    </message>
    <message>
        <source>No note is open</source>
        <translation>Keine Notiz ist geöffnet</translation>
    </message>
    <message>
        <source>Not created yet</source>
        <translation>Noch nicht angelegt</translation>
    </message>
    <message>
        <source>Linked, but not created yet</source>
        <translation>Verlinkt, aber noch nicht angelegt</translation>
    </message>
    <message>
        <source>Most linked notes</source>
        <translation>Am meisten verlinkte Notizen</translation>
    </message>
    <message>
        <source>Notes without links</source>
        <translation>Notizen ohne Links</translation>
    </message>
    <message>
        <source>{n} more</source>
        <translation>{n} weitere</translation>
    </message>
</context>
<context>
    <name>ListCell</name>
    <message>
        <source>Add to {name}</source>
        <translation>Zu {name} hinzufügen</translation>
    </message>
    <message>
        <source>and {n} more</source>
        <translation>und {n} weitere</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>{name} entfernen</translation>
    </message>
</context>
<context>
    <name>LoadingPage</name>
    <message>
        <source>Opening…</source>
        <translation>Wird geöffnet…</translation>
    </message>
</context>
<context>
    <name>LocalGraphPage</name>
    <message>
        <source>Steps</source>
        <translation>Schritte</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Keep showing this note</source>
        <translation>Diese Notiz weiter zeigen</translation>
    </message>
    <message>
        <source>Graph of {name}</source>
        <translation>Graph von {name}</translation>
    </message>
    <message>
        <source>This note is not indexed</source>
        <translation>Diese Notiz ist nicht indiziert</translation>
    </message>
    <message>
        <source>It may have been moved or removed. Open another note to see its links.</source>
        <translation>Sie wurde vielleicht verschoben oder entfernt. Öffnen Sie eine andere Notiz, um ihre Links zu sehen.</translation>
    </message>
    <message>
        <source>1 direct link</source>
        <translation>1 direkter Link</translation>
    </message>
    <message>
        <source>{n} direct links</source>
        <translation>{n} direkte Links</translation>
    </message>
    <message>
        <source>no links</source>
        <translation>keine Links</translation>
    </message>
    <message>
        <source>{links}, {n} in two steps</source>
        <translation>{links}, {n} in zwei Schritten</translation>
    </message>
    <message>
        <source>{links}, {n} in three steps</source>
        <translation>{links}, {n} in drei Schritten</translation>
    </message>
    <message>
        <source>Follow the open note</source>
        <translation>Der offenen Notiz folgen</translation>
    </message>
    <message>
        <source>Steps {n}</source>
        <translation>Schritte {n}</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>Alle Notizen</translation>
    </message>
    <message>
        <source>Without daily notes</source>
        <translation>Ohne Tagesnotizen</translation>
    </message>
    <message>
        <source>With tags</source>
        <translation>Mit Tags</translation>
    </message>
    <message>
        <source>With notes not created yet</source>
        <translation>Mit noch nicht angelegten Notizen</translation>
    </message>
    <message>
        <source>With tags and notes not created yet</source>
        <translation>Mit Tags und noch nicht angelegten Notizen</translation>
    </message>
    <message>
        <source>Daily notes</source>
        <translation>Tagesnotizen</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>Notes not created yet</source>
        <translation>Noch nicht angelegte Notizen</translation>
    </message>
</context>
<context>
    <name>LongConversationBanner</name>
    <message>
        <source>{n} message is summarized for the model. The chat itself is unchanged.</source>
        <translation>{n} Nachricht ist für das Modell zusammengefasst. Der Chat selbst ist unverändert.</translation>
    </message>
    <message>
        <source>{n} messages are summarized for the model. The chat itself is unchanged.</source>
        <translation>{n} Nachrichten sind für das Modell zusammengefasst. Der Chat selbst ist unverändert.</translation>
    </message>
    <message>
        <source>Start a New Chat from the Summary</source>
        <translation>Neuen Chat mit der Zusammenfassung beginnen</translation>
    </message>
    <message>
        <source>This conversation is getting long. Older parts will be summarized.</source>
        <translation>Dieser Chat wird lang. Ältere Teile werden zusammengefasst.</translation>
    </message>
    <message>
        <source>New Chat</source>
        <translation>Neuer Chat</translation>
    </message>
</context>
<context>
    <name>MacHotkeyBackend</name>
    <message>
        <source>Works everywhere on this Mac, and needs no permission.</source>
        <translation>Funktioniert überall auf diesem Mac und braucht keine Berechtigung.</translation>
    </message>
    <message>
        <source>macOS did not allow VaultDesk to register a system-wide shortcut.</source>
        <translation>macOS hat VaultDesk nicht erlaubt, ein systemweites Tastenkürzel zu registrieren.</translation>
    </message>
    <message>
        <source>“{0}” is already used by another program. Choose another shortcut.</source>
        <translation>„{0}“ wird schon von einem anderen Programm verwendet. Wählen Sie ein anderes Tastenkürzel.</translation>
    </message>
    <message>
        <source>macOS refused “{0}”.</source>
        <translation>macOS hat „{0}“ abgelehnt.</translation>
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
        <translation>Kein Vault ist geöffnet</translation>
    </message>
    <message>
        <source>The notes of a vault are listed here.</source>
        <translation>Die Notizen eines Vaults werden hier aufgeführt.</translation>
    </message>
    <message>
        <source>No note is open</source>
        <translation>Keine Notiz ist geöffnet</translation>
    </message>
    <message>
        <source>Open a vault to read and write its notes.</source>
        <translation>Öffnen Sie einen Vault, um seine Notizen zu lesen und zu schreiben.</translation>
    </message>
    <message>
        <source>Nothing to ask about yet</source>
        <translation>Noch nichts, wozu Sie fragen könnten</translation>
    </message>
    <message>
        <source>Open a vault and ask your first question. It needs no key.</source>
        <translation>Öffnen Sie einen Vault und stellen Sie Ihre erste Frage. Dazu ist kein Schlüssel nötig.</translation>
    </message>
    <message>
        <source>Opening {0}…</source>
        <translation>{0} wird geöffnet…</translation>
    </message>
</context>
<context>
    <name>MarkdownView</name>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>Nichts ist ausgewählt.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>In neuem Tab öffnen</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
</context>
<context>
    <name>MarkdownWriter</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
</context>
<context>
    <name>MatchChip</name>
    <message>
        <source>Matches</source>
        <translation>Fundstellen</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Vorige Fundstelle</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Nächste Fundstelle</translation>
    </message>
    <message>
        <source>Clear highlighting</source>
        <translation>Hervorhebung aufheben</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} von {1}</translation>
    </message>
</context>
<context>
    <name>MentionChip</name>
    <message>
        <source>Remove {name}</source>
        <translation>{name} entfernen</translation>
    </message>
</context>
<context>
    <name>MentionCompletionSource</name>
    <message>
        <source>Note# its headings · #tag · Folder/</source>
        <translation>Notiz# ihre Überschriften · #Tag · Ordner/</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Auswahl</translation>
    </message>
    <message>
        <source>Open note</source>
        <translation>Notiz öffnen</translation>
    </message>
</context>
<context>
    <name>MenuBar</name>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Kopieren</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Ausschneiden</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Hilfe</translation>
    </message>
    <message>
        <source>Minimize</source>
        <translation>Im Dock ablegen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Alles auswählen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>Vault</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Darstellung</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoomen</translation>
    </message>
</context>
<context>
    <name>MergeDialog</name>
    <message>
        <source>Merge both versions</source>
        <translation>Beide Fassungen zusammenführen</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>These lines were changed both here and outside VaultDesk. All other changes are already merged.</source>
        <translation>Diese Zeilen wurden sowohl hier als auch außerhalb von VaultDesk geändert. Alle anderen Änderungen sind schon zusammengeführt.</translation>
    </message>
</context>
<context>
    <name>ModeButton</name>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>this once</source>
        <translation>nur dieses Mal</translation>
    </message>
    <message>
        <source>plan</source>
        <translation>Plan</translation>
    </message>
</context>
<context>
    <name>ModePopup</name>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Modes</source>
        <translation>Modi</translation>
    </message>
    <message>
        <source>Plan first, then carry it out</source>
        <translation>Erst planen, dann ausführen</translation>
    </message>
    <message>
        <source>The first answer is a plan and changes nothing. You can edit it before you carry it out.</source>
        <translation>Die erste Antwort ist ein Plan und ändert nichts. Sie können ihn bearbeiten, bevor Sie ihn ausführen.</translation>
    </message>
    <message>
        <source>New Project…</source>
        <translation>Neues Projekt…</translation>
    </message>
</context>
<context>
    <name>ModeSelection</name>
    <message>
        <source>search the notes</source>
        <translation>die Notizen durchsuchen</translation>
    </message>
    <message>
        <source>search the web</source>
        <translation>im Web suchen</translation>
    </message>
    <message>
        <source>search earlier chats</source>
        <translation>frühere Chats durchsuchen</translation>
    </message>
    <message>
        <source>get the current time</source>
        <translation>die aktuelle Uhrzeit abrufen</translation>
    </message>
    <message>
        <source>get the transcript of a video</source>
        <translation>das Transkript eines Videos abrufen</translation>
    </message>
    <message>
        <source>Projects</source>
        <translation>Projekte</translation>
    </message>
    <message>
        <source>Read and accept it first</source>
        <translation>Zuerst lesen und annehmen</translation>
    </message>
    <message>
        <source>Choose a project from the list below the modes.</source>
        <translation>Wählen Sie ein Projekt aus der Liste unter den Modi.</translation>
    </message>
    <message>
        <source>This project no longer exists.</source>
        <translation>Dieses Projekt existiert nicht mehr.</translation>
    </message>
</context>
<context>
    <name>ModelBox</name>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Click Test for a list, or type a name</source>
        <translation>Auf „Testen“ klicken oder Namen eingeben</translation>
    </message>
    <message numerus="yes">
        <source>Choose one of %n, or type a name</source>
        <translation>
            <numerusform>Aus %n wählen oder Namen eingeben</numerusform>
            <numerusform>Aus %n wählen oder Namen eingeben</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>agent’s</source>
        <translation>vom Agenten</translation>
    </message>
    <message>
        <source>{0} uses this model. You can choose another one for this chat here.</source>
        <translation>{0} verwendet dieses Modell. Sie können hier ein anderes für diesen Chat wählen.</translation>
    </message>
</context>
<context>
    <name>ModelFileButton</name>
    <message>
        <source>Choose File…</source>
        <translation>Datei wählen…</translation>
    </message>
    <message>
        <source>Choose a Model File</source>
        <translation>Modelldatei wählen</translation>
    </message>
    <message>
        <source>Model files (*.gguf)</source>
        <translation>Modelldateien (*.gguf)</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Wählen</translation>
    </message>
</context>
<context>
    <name>ModelMenu</name>
    <message>
        <source>Built in</source>
        <translation>Eingebaut</translation>
    </message>
</context>
<context>
    <name>ModelPopup</name>
    <message>
        <source>Choose a model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>Modell suchen</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelle</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Niedrig</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Nachdenken</translation>
    </message>
    <message>
        <source>Set Up Models…</source>
        <translation>Modelle einrichten…</translation>
    </message>
    <message>
        <source>No model matches.</source>
        <translation>Kein Modell passt.</translation>
    </message>
</context>
<context>
    <name>ModelText</name>
    <message>
        <source>no tools</source>
        <translation>keine Werkzeuge</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>auf diesem Computer</translation>
    </message>
    <message>
        <source>sees pictures</source>
        <translation>sieht Bilder</translation>
    </message>
    <message>
        <source>thinks</source>
        <translation>denkt nach</translation>
    </message>
    <message>
        <source>tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>text-based tools</source>
        <translation>textbasierte Werkzeuge</translation>
    </message>
</context>
<context>
    <name>NameCell</name>
    <message>
        <source>Property</source>
        <translation>Eigenschaft</translation>
    </message>
    <message>
        <source>Name of the property</source>
        <translation>Name der Eigenschaft</translation>
    </message>
</context>
<context>
    <name>NameEditor</name>
    <message>
        <source>New name</source>
        <translation>Neuer Name</translation>
    </message>
</context>
<context>
    <name>NamePopup</name>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>Neuer Name</translation>
    </message>
    <message>
        <source>Links to it are updated. Press Enter to rename.</source>
        <translation>Links zu ihr werden aktualisiert. Drücken Sie Enter, um sie umzubenennen.</translation>
    </message>
</context>
<context>
    <name>NamingDialog</name>
    <message>
        <source>Create Note</source>
        <translation>Notiz erstellen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folder of its notes</source>
        <translation>Ordner für seine Notizen</translation>
    </message>
    <message>
        <source>Creates the note {0} and opens it.</source>
        <translation>Erstellt die Notiz {0} und öffnet sie.</translation>
    </message>
</context>
<context>
    <name>NestedCell</name>
    <message>
        <source>Nested values can only be changed in the editor.</source>
        <translation>Verschachtelte Werte lassen sich nur im Editor ändern.</translation>
    </message>
</context>
<context>
    <name>NoHotkeyBackend</name>
    <message>
        <source>System-wide shortcuts are not available here.</source>
        <translation>Systemweite Tastenkürzel sind hier nicht verfügbar.</translation>
    </message>
</context>
<context>
    <name>NoOpenNotePage</name>
    <message>
        <source>No note is open</source>
        <translation>Keine Notiz ist geöffnet</translation>
    </message>
    <message>
        <source>Open a note, or create a new one.</source>
        <translation>Öffnen Sie eine Notiz, oder erstellen Sie eine neue.</translation>
    </message>
    <message>
        <source>This vault has no notes yet. Create the first one.</source>
        <translation>Dieser Vault hat noch keine Notizen. Erstellen Sie die erste.</translation>
    </message>
</context>
<context>
    <name>NoResultsPage</name>
    <message>
        <source>Search by meaning</source>
        <translation>Suche nach Bedeutung</translation>
    </message>
    <message>
        <source>Notes with similar names</source>
        <translation>Notizen mit ähnlichen Namen</translation>
    </message>
    <message>
        <source>No note contains “{words}”. Try fewer words, or click the question mark to see the search operators.</source>
        <translation>Keine Notiz enthält „{words}“. Versuchen Sie es mit weniger Wörtern, oder klicken Sie auf das Fragezeichen, um die Suchoperatoren zu sehen.</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>Nichts gefunden</translation>
    </message>
    <message>
        <source>No note matches both</source>
        <translation>Keine Notiz passt zu beidem</translation>
    </message>
    <message>
        <source>No note matches everything</source>
        <translation>Keine Notiz passt zu allem</translation>
    </message>
    <message>
        <source>No note matches both.</source>
        <translation>Keine Notiz passt zu beidem.</translation>
    </message>
    <message>
        <source>No note matches all of them.</source>
        <translation>Keine Notiz passt zu allem.</translation>
    </message>
    <message>
        <source>Search “{words}” only</source>
        <translation>Nur „{words}“ suchen</translation>
    </message>
    <message>
        <source>1 note is tagged {words}.</source>
        <translation>1 Notiz hat das Tag {words}.</translation>
    </message>
    <message>
        <source>{n} notes are tagged {words}.</source>
        <translation>{n} Notizen haben das Tag {words}.</translation>
    </message>
    <message>
        <source>No note is tagged {words}.</source>
        <translation>Keine Notiz hat das Tag {words}.</translation>
    </message>
    <message>
        <source>1 note is in {words}.</source>
        <translation>1 Notiz ist in {words}.</translation>
    </message>
    <message>
        <source>{n} notes are in {words}.</source>
        <translation>{n} Notizen sind in {words}.</translation>
    </message>
    <message>
        <source>No note is in {words}.</source>
        <translation>Keine Notiz ist in {words}.</translation>
    </message>
    <message>
        <source>1 note contains “{words}”.</source>
        <translation>1 Notiz enthält „{words}“.</translation>
    </message>
    <message>
        <source>{n} notes contain “{words}”.</source>
        <translation>{n} Notizen enthalten „{words}“.</translation>
    </message>
    <message>
        <source>No note contains “{words}”.</source>
        <translation>Keine Notiz enthält „{words}“.</translation>
    </message>
    <message>
        <source>1 note matches {words}.</source>
        <translation>1 Notiz passt zu {words}.</translation>
    </message>
    <message>
        <source>{n} notes match {words}.</source>
        <translation>{n} Notizen passen zu {words}.</translation>
    </message>
    <message>
        <source>No note matches {words}.</source>
        <translation>Keine Notiz passt zu {words}.</translation>
    </message>
</context>
<context>
    <name>NoVaultController</name>
    <message>
        <source>The folder could not be created: {why}</source>
        <translation>Der Ordner konnte nicht angelegt werden: {why}</translation>
    </message>
    <message>
        <source>The welcome vault could not be created: {why}</source>
        <translation>Der Willkommens-Vault konnte nicht angelegt werden: {why}</translation>
    </message>
</context>
<context>
    <name>NoVaultPage</name>
    <message>
        <source>Open Folder…</source>
        <translation>Ordner öffnen…</translation>
    </message>
    <message>
        <source>Opened before</source>
        <translation>Früher geöffnet</translation>
    </message>
    <message>
        <source>Obsidian vaults on this computer</source>
        <translation>Obsidian-Vaults auf diesem Computer</translation>
    </message>
    <message>
        <source>found, not opened</source>
        <translation>gefunden, nicht geöffnet</translation>
    </message>
    <message>
        <source>Look Around</source>
        <translation>Umsehen</translation>
    </message>
    <message>
        <source>Create a New Vault…</source>
        <translation>Neuen Vault erstellen…</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Where are your notes?</source>
        <translation>Wo sind Ihre Notizen?</translation>
    </message>
    <message>
        <source>VaultDesk works with a folder of Markdown files. The folder stays where it is, and nothing leaves this computer until you allow it.</source>
        <translation>VaultDesk arbeitet mit einem Ordner voller Markdown-Dateien. Der Ordner bleibt, wo er ist, und nichts verlässt diesen Computer, bevor Sie es erlauben.</translation>
    </message>
    <message>
        <source>Drop a folder here</source>
        <translation>Ordner hierher ziehen</translation>
    </message>
    <message>
        <source>or</source>
        <translation>oder</translation>
    </message>
    <message>
        <source>Just look around</source>
        <translation>Nur umsehen</translation>
    </message>
    <message>
        <source>A small welcome vault to read, search and ask about. Needs no key and no account.</source>
        <translation>Ein kleiner Willkommens-Vault zum Lesen, Suchen und Fragen. Braucht keinen Schlüssel und kein Konto.</translation>
    </message>
    <message>
        <source>Nothing has left this computer today</source>
        <translation>Heute hat nichts diesen Computer verlassen</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Erstellen</translation>
    </message>
    <message>
        <source>Create a Folder for Notes</source>
        <translation>Ordner für Notizen erstellen</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open a Folder of Notes</source>
        <translation>Ordner mit Notizen öffnen</translation>
    </message>
</context>
<context>
    <name>NodeCard</name>
    <message>
        <source>Private</source>
        <translation>Privat</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Center here</source>
        <translation>Hier zentrieren</translation>
    </message>
    <message>
        <source>Add to chat</source>
        <translation>Zum Chat hinzufügen</translation>
    </message>
    <message>
        <source>Search for it</source>
        <translation>Danach suchen</translation>
    </message>
    <message>
        <source>Create the note</source>
        <translation>Notiz erstellen</translation>
    </message>
    <message>
        <source>“{words}”</source>
        <translation>„{words}“</translation>
    </message>
</context>
<context>
    <name>NoteArea</name>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
    <message>
        <source>New tab</source>
        <translation>Neuer Tab</translation>
    </message>
    <message>
        <source>Open a note…</source>
        <translation>Notiz öffnen…</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>Neue Notiz</translation>
    </message>
</context>
<context>
    <name>NoteBadges</name>
    <message>
        <source>Open the other one</source>
        <translation>Die andere öffnen</translation>
    </message>
    <message>
        <source>“{copy}” is a conflict copy of “{name}”. Merge the two, then delete the copy.</source>
        <translation>„{copy}“ ist eine Konfliktkopie von „{name}“. Führen Sie beide zusammen, und löschen Sie dann die Kopie.</translation>
    </message>
    <message>
        <source>“{name}” has a conflict copy, “{copy}”: two computers changed it. Merge the two.</source>
        <translation>„{name}“ hat eine Konfliktkopie, „{copy}“: Zwei Computer haben sie geändert. Führen Sie beide zusammen.</translation>
    </message>
    <message>
        <source>Conflict copy of “{name}”: two computers changed it, and a sync program could not merge the changes.</source>
        <translation>Konfliktkopie von „{name}“: Zwei Computer haben sie geändert, und ein Synchronisierungsprogramm konnte die Änderungen nicht zusammenführen.</translation>
    </message>
</context>
<context>
    <name>NoteCompletion</name>
    <message>
        <source>Note# its headings · Note#^ its blocks</source>
        <translation>Notiz# ihre Überschriften · Notiz#^ ihre Blöcke</translation>
    </message>
</context>
<context>
    <name>NoteEditor</name>
    <message>
        <source>Note text</source>
        <translation>Text der Notiz</translation>
    </message>
    <message>
        <source>Tab indents; Esc, then Tab leaves the text.</source>
        <translation>Tab rückt ein; Esc, dann Tab verlässt den Text.</translation>
    </message>
</context>
<context>
    <name>NoteFindBar</name>
    <message>
        <source>Find in the note</source>
        <translation>In der Notiz suchen</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>Groß/klein beachten</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>Ganze Wörter</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Regulärer Ausdruck</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>Ersetzen durch</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>Alle ersetzen</translation>
    </message>
</context>
<context>
    <name>NoteHeader</name>
    <message>
        <source>Add a property</source>
        <translation>Eigenschaft hinzufügen</translation>
    </message>
    <message>
        <source>Name of the new property</source>
        <translation>Name der neuen Eigenschaft</translation>
    </message>
    <message>
        <source>1 property</source>
        <translation>1 Eigenschaft</translation>
    </message>
    <message>
        <source>{n} properties</source>
        <translation>{n} Eigenschaften</translation>
    </message>
    <message>
        <source>Show the properties</source>
        <translation>Eigenschaften einblenden</translation>
    </message>
    <message>
        <source>Hide the properties</source>
        <translation>Eigenschaften ausblenden</translation>
    </message>
</context>
<context>
    <name>NotePage</name>
    <message>
        <source>Open in another program</source>
        <translation>In anderem Programm öffnen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>A line of this note is too long to be edited here. Open the file in another program.</source>
        <translation>Eine Zeile dieser Notiz ist zu lang, um sie hier zu bearbeiten. Öffnen Sie die Datei in einem anderen Programm.</translation>
    </message>
    <message>
        <source>This note is very long, so only its beginning is shown. One of its lines is too long to be edited here. Open the file in another program to see all of it.</source>
        <translation>Diese Notiz ist sehr lang, daher wird nur ihr Anfang gezeigt. Eine ihrer Zeilen ist zu lang, um sie hier zu bearbeiten. Öffnen Sie die Datei in einem anderen Programm, um alles zu sehen.</translation>
    </message>
    <message>
        <source>This note is very long, so only its beginning is shown. Edit it to see all of it.</source>
        <translation>Diese Notiz ist sehr lang, daher wird nur ihr Anfang gezeigt. Bearbeiten Sie sie, um alles zu sehen.</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
</context>
<context>
    <name>NoteReader</name>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
</context>
<context>
    <name>NoteSettingsBanner</name>
    <message>
        <source>The properties of this note contain settings for this chat. They are not used yet.</source>
        <translation>Die Eigenschaften dieser Notiz enthalten Einstellungen für diesen Chat. Sie werden noch nicht verwendet.</translation>
    </message>
    <message>
        <source>Read…</source>
        <translation>Lesen…</translation>
    </message>
    <message>
        <source>Don’t Use</source>
        <translation>Nicht verwenden</translation>
    </message>
    <message>
        <source>Use the settings in the note of this chat?</source>
        <translation>Die Einstellungen in der Notiz dieses Chats verwenden?</translation>
    </message>
    <message>
        <source>At most {0} tokens an answer.</source>
        <translation>Höchstens {0} Tokens pro Antwort.</translation>
    </message>
    <message>
        <source>They cannot change permissions or private notes.</source>
        <translation>Die Einstellungen können weder Berechtigungen noch private Notizen ändern.</translation>
    </message>
    <message>
        <source>Model: {0}.</source>
        <translation>Modell: {0}.</translation>
    </message>
    <message>
        <source>Not used: {0}.</source>
        <translation>Nicht verwendet: {0}.</translation>
    </message>
    <message>
        <source>You are not asked again about notes with the same settings.</source>
        <translation>Bei Notizen mit denselben Einstellungen werden Sie nicht erneut gefragt.</translation>
    </message>
    <message>
        <source>Temperature: {0}.</source>
        <translation>Temperatur: {0}.</translation>
    </message>
    <message>
        <source>The text below is sent to the model before your questions in this chat.</source>
        <translation>Der Text unten wird dem Modell in diesem Chat vor Ihren Fragen gesendet.</translation>
    </message>
    <message>
        <source>There are no instructions, only the values above.</source>
        <translation>Es gibt keine Anweisungen, nur die Werte oben.</translation>
    </message>
</context>
<context>
    <name>NoteSpelling</name>
    <message>
        <source>Spelling is checked.</source>
        <translation>Die Rechtschreibung wird geprüft.</translation>
    </message>
    <message>
        <source>Spelling is not checked.</source>
        <translation>Die Rechtschreibung wird nicht geprüft.</translation>
    </message>
</context>
<context>
    <name>NoteTabs</name>
    <message>
        <source>New tab</source>
        <translation>Neuer Tab</translation>
    </message>
    <message>
        <source>Other side</source>
        <translation>Andere Seite</translation>
    </message>
</context>
<context>
    <name>Notifier</name>
    <message>
        <source>A question could not be answered.</source>
        <translation>Eine Frage konnte nicht beantwortet werden.</translation>
    </message>
    <message>
        <source>An answer is ready.</source>
        <translation>Eine Antwort ist fertig.</translation>
    </message>
    <message>
        <source>“{0}” is waiting for your approval.</source>
        <translation>„{0}“ wartet auf Ihre Zustimmung.</translation>
    </message>
    <message>
        <source>A request is waiting for your approval.</source>
        <translation>Eine Anfrage wartet auf Ihre Zustimmung.</translation>
    </message>
    <message>
        <source>The answer in “{0}” is ready.</source>
        <translation>Die Antwort in „{0}“ ist fertig.</translation>
    </message>
    <message>
        <source>The question in “{0}” could not be answered.</source>
        <translation>Die Frage in „{0}“ konnte nicht beantwortet werden.</translation>
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
        <translation>{0} zur Frage hinzufügen</translation>
    </message>
</context>
<context>
    <name>OfflineForm</name>
    <message>
        <source>Built in, without a language model. It finds the best sentences in your notes and quotes them with a link to each. Nothing leaves this computer.</source>
        <translation>Eingebaut, ohne Sprachmodell. Er findet die besten Sätze in Ihren Notizen und zitiert sie jeweils mit Link. Nichts verlässt diesen Computer.</translation>
    </message>
</context>
<context>
    <name>OpenNoteOffer</name>
    <message>
        <source>Add selection to the chat</source>
        <translation>Auswahl zum Chat hinzufügen</translation>
    </message>
</context>
<context>
    <name>OperatorBar</name>
    <message>
        <source>Operators</source>
        <translation>Operatoren</translation>
    </message>
</context>
<context>
    <name>OtherFilePage</name>
    <message>
        <source>Open in another program</source>
        <translation>In anderem Programm öffnen</translation>
    </message>
    <message>
        <source>{kind} · {size} · {when}</source>
        <translation>{kind} · {size} · {when}</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>Video</source>
        <translation>Video</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>{ending} file</source>
        <translation>{ending}-Datei</translation>
    </message>
</context>
<context>
    <name>Outline</name>
    <message>
        <source>Filter the headings</source>
        <translation>Gliederung filtern</translation>
    </message>
    <message>
        <source>Headings of this note</source>
        <translation>Überschriften dieser Notiz</translation>
    </message>
    <message>
        <source>No heading contains this text.</source>
        <translation>Keine Überschrift enthält diesen Text.</translation>
    </message>
    <message>
        <source>This note has no headings.</source>
        <translation>Diese Notiz hat keine Überschriften.</translation>
    </message>
</context>
<context>
    <name>PalettePopup</name>
    <message>
        <source>choose</source>
        <translation>wählen</translation>
    </message>
    <message>
        <source>run</source>
        <translation>ausführen</translation>
    </message>
    <message>
        <source>change shortcut</source>
        <translation>Tastenkürzel ändern</translation>
    </message>
    <message>
        <source>close</source>
        <translation>schließen</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Befehle</translation>
    </message>
    <message>
        <source>Find a command…</source>
        <translation>Befehl suchen…</translation>
    </message>
    <message>
        <source>No matches.</source>
        <translation>Keine Treffer.</translation>
    </message>
</context>
<context>
    <name>PassageChecklist</name>
    <message>
        <source>All passages</source>
        <translation>Alle Textstellen</translation>
    </message>
    <message>
        <source>{n} of 1 passage</source>
        <translation>{n} von 1 Textstelle</translation>
    </message>
    <message>
        <source>{n} of {total} passages</source>
        <translation>{n} von {total} Textstellen</translation>
    </message>
</context>
<context>
    <name>PassageList</name>
    <message>
        <source>Passages found</source>
        <translation>Gefundene Textstellen</translation>
    </message>
    <message>
        <source>Number {n}</source>
        <translation>Nummer {n}</translation>
    </message>
    <message>
        <source>lines {first} to {last}</source>
        <translation>Zeilen {first} bis {last}</translation>
    </message>
</context>
<context>
    <name>PassageListModel</name>
    <message>
        <source>private: never sent</source>
        <translation>privat: wird nie gesendet</translation>
    </message>
    <message>
        <source>{n} of {total} passages</source>
        <translation>{n} von {total} Textstellen</translation>
    </message>
    <message>
        <source>stays here</source>
        <translation>bleibt hier</translation>
    </message>
    <message>
        <source>shortened by you</source>
        <translation>von Ihnen gekürzt</translation>
    </message>
</context>
<context>
    <name>PassageListView</name>
    <message>
        <source>Passages; Space ticks, Enter shows all of one</source>
        <translation>Textstellen; Leertaste hakt an, Enter zeigt eine ganz</translation>
    </message>
</context>
<context>
    <name>PassageModel</name>
    <message>
        <source>1 token</source>
        <translation>1 Token</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Gefundenes</translation>
    </message>
    <message>
        <source>line {first}</source>
        <translation>Zeile {first}</translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation>Zeilen {first}–{last}</translation>
    </message>
    <message>
        <source>whole note</source>
        <translation>ganze Notiz</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} Tokens</translation>
    </message>
</context>
<context>
    <name>PassagePainter</name>
    <message>
        <source>Show less</source>
        <translation>Weniger zeigen</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Alles zeigen</translation>
    </message>
    <message>
        <source>Only a part…</source>
        <translation>Nur einen Teil…</translation>
    </message>
</context>
<context>
    <name>PassageText</name>
    <message>
        <source>({n} empty lines)</source>
        <translation>({n} Leerzeilen)</translation>
    </message>
</context>
<context>
    <name>PathOpener</name>
    <message>
        <source>A copy is created in the folder “{0}”. The original is not changed.</source>
        <translation>Im Ordner „{0}“ wird eine Kopie angelegt. Das Original wird nicht geändert.</translation>
    </message>
    <message>
        <source>A copy is created in the vault root. The original is not changed.</source>
        <translation>Auf der obersten Ebene des Vaults wird eine Kopie angelegt. Das Original wird nicht geändert.</translation>
    </message>
    <message>
        <source>Add Copies</source>
        <translation>Kopien hinzufügen</translation>
    </message>
    <message>
        <source>Add a Copy</source>
        <translation>Kopie hinzufügen</translation>
    </message>
    <message>
        <source>Add {n} files to this vault?</source>
        <translation>{n} Dateien zu diesem Vault hinzufügen?</translation>
    </message>
    <message>
        <source>Add “{0}” to this vault?</source>
        <translation>„{0}“ zu diesem Vault hinzufügen?</translation>
    </message>
    <message>
        <source>Copies are created in the folder “{0}”. The originals are not changed.</source>
        <translation>Im Ordner „{0}“ werden Kopien angelegt. Die Originale werden nicht geändert.</translation>
    </message>
    <message>
        <source>Copies are created in the vault root. The originals are not changed.</source>
        <translation>Auf der obersten Ebene des Vaults werden Kopien angelegt. Die Originale werden nicht geändert.</translation>
    </message>
    <message>
        <source>Is this your folder of notes?</source>
        <translation>Ist das Ihr Ordner mit Notizen?</translation>
    </message>
    <message>
        <source>Open It</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open in a New Window</source>
        <translation>In neuem Fenster öffnen</translation>
    </message>
</context>
<context>
    <name>PdfPage</name>
    <message>
        <source>Previous page</source>
        <translation>Vorige Seite</translation>
    </message>
    <message>
        <source>Page Up</source>
        <translation>Bild auf</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Nächste Seite</translation>
    </message>
    <message>
        <source>Page Down</source>
        <translation>Bild ab</translation>
    </message>
    <message>
        <source>Page {n} of {pages}</source>
        <translation>Seite {n} von {pages}</translation>
    </message>
</context>
<context>
    <name>PermissionRuleDialog</name>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>is allowed without asking</source>
        <translation>ist ohne Nachfrage erlaubt</translation>
    </message>
    <message>
        <source>asks me each time</source>
        <translation>fragt mich jedes Mal</translation>
    </message>
    <message>
        <source>is never allowed</source>
        <translation>ist nie erlaubt</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Searching and reading notes</source>
        <translation>Suchen und Lesen von Notizen</translation>
    </message>
    <message>
        <source>Creating, changing and renaming notes</source>
        <translation>Erstellen, Ändern und Umbenennen von Notizen</translation>
    </message>
    <message>
        <source>Deleting notes</source>
        <translation>Löschen von Notizen</translation>
    </message>
    <message>
        <source>Using the network</source>
        <translation>Nutzung des Netzwerks</translation>
    </message>
    <message>
        <source>Every tool</source>
        <translation>Jedes Werkzeug</translation>
    </message>
    <message>
        <source>Tools that use no notes</source>
        <translation>Werkzeuge, die keine Notizen verwenden</translation>
    </message>
    <message>
        <source>The tool “{0}”</source>
        <translation>Das Werkzeug „{0}“</translation>
    </message>
    <message>
        <source>every model</source>
        <translation>jedes Modell</translation>
    </message>
    <message>
        <source>models on this computer</source>
        <translation>Modelle auf diesem Computer</translation>
    </message>
    <message>
        <source>You are still asked before {0}. A rule cannot change that.</source>
        <translation>Vor {0} wird weiterhin gefragt. Eine Regel kann das nicht ändern.</translation>
    </message>
    <message>
        <source>Search and read without asking · models on this computer</source>
        <translation>Ohne Nachfrage suchen und lesen · Modelle auf diesem Computer</translation>
    </message>
    <message>
        <source>Search and read without asking · {host}</source>
        <translation>Ohne Nachfrage suchen und lesen · {host}</translation>
    </message>
    <message>
        <source>Search and read without asking · {who} ({host})</source>
        <translation>Ohne Nachfrage suchen und lesen · {who} ({host})</translation>
    </message>
    <message>
        <source>This rule is not valid, so it denies everything it might cover.</source>
        <translation>Diese Regel ist ungültig, daher lehnt sie alles ab, was sie betreffen könnte.</translation>
    </message>
    <message>
        <source>changing many notes at once</source>
        <translation>dem Ändern vieler auf einmal</translation>
    </message>
    <message>
        <source>changing notes</source>
        <translation>dem Ändern von Notizen</translation>
    </message>
    <message>
        <source>deleting notes</source>
        <translation>dem Löschen von Notizen</translation>
    </message>
    <message>
        <source>for a model on this computer</source>
        <translation>für ein Modell auf diesem Computer</translation>
    </message>
    <message>
        <source>for {0}</source>
        <translation>für {0}</translation>
    </message>
    <message>
        <source>in the whole vault</source>
        <translation>im ganzen Vault</translation>
    </message>
    <message>
        <source>in {0}</source>
        <translation>in {0}</translation>
    </message>
    <message>
        <source>using the network</source>
        <translation>der Nutzung des Netzwerks</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} und {1}</translation>
    </message>
    <message>
        <source>{0} asks me each time.</source>
        <translation>{0} fragt mich jedes Mal.</translation>
    </message>
    <message>
        <source>{0} is never allowed.</source>
        <translation>{0} ist nie erlaubt.</translation>
    </message>
    <message>
        <source>{0} is allowed without asking.</source>
        <translation>{0} ist ohne Nachfrage erlaubt.</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>„{0}“</translation>
    </message>
</context>
<context>
    <name>PermissionRulesSection</name>
    <message>
        <source>None. The permissions above apply everywhere.</source>
        <translation>Keine. Die Berechtigungen oben gelten überall.</translation>
    </message>
    <message>
        <source>Your rules</source>
        <translation>Ihre Regeln</translation>
    </message>
    <message>
        <source>This rule is not valid, so it denies everything it might cover.</source>
        <translation>Diese Regel ist ungültig, daher lehnt sie alles ab, was sie betreffen könnte.</translation>
    </message>
</context>
<context>
    <name>PermissionSheet</name>
    <message>
        <source>What an assistant may do in {0}. Each sentence is a rule that is enforced.</source>
        <translation>Was ein Assistent in {0} tun darf. Jeder Satz ist eine Regel, die durchgesetzt wird.</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>Berechtigungen</translation>
    </message>
    <message>
        <source>Assistants may use tools in this vault</source>
        <translation>Assistenten dürfen in diesem Vault Werkzeuge verwenden</translation>
    </message>
    <message>
        <source>One of your rules is not valid, so it denies everything until you remove it.</source>
        <translation>Eine Ihrer Regeln ist ungültig, daher lehnt sie alles ab, bis Sie sie entfernen.</translation>
    </message>
    <message>
        <source>Show It</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>The first use in a vault asks you. Turned off, nothing is asked and no note is used.</source>
        <translation>Bei der ersten Verwendung in einem Vault werden Sie gefragt. Ist dies ausgeschaltet, wird nicht gefragt und keine Notiz verwendet.</translation>
    </message>
    <message>
        <source>Permission preset</source>
        <translation>Voreinstellung der Berechtigungen</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Changing</source>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>Deleting and bulk changes</source>
        <translation>Löschen und Massenänderungen</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>Approval requests</source>
        <translation>Anfragen zur Zustimmung</translation>
    </message>
    <message>
        <source>Private Notes…</source>
        <translation>Private Notizen…</translation>
    </message>
    <message>
        <source>Private notes are used only as far as you set for them.</source>
        <translation>Private Notizen werden nur so weit verwendet, wie Sie es für sie festgelegt haben.</translation>
    </message>
    <message>
        <source>This takes precedence over all other permissions.</source>
        <translation>Das hat Vorrang vor allen anderen Berechtigungen.</translation>
    </message>
    <message>
        <source>{n} note today.</source>
        <translation>{n} Notiz heute.</translation>
    </message>
    <message>
        <source>{n} notes today.</source>
        <translation>{n} Notizen heute.</translation>
    </message>
    <message>
        <source>as a dialog over the window</source>
        <translation>als Dialog über dem Fenster</translation>
    </message>
    <message>
        <source>as a card in the chat</source>
        <translation>als Karte im Chat</translation>
    </message>
    <message>
        <source>Requests appear</source>
        <translation>Anfragen erscheinen</translation>
    </message>
    <message>
        <source>The assistant can neither search nor read this vault. It knows only what is written in the chat.</source>
        <translation>Der Assistent kann diesen Vault weder durchsuchen noch lesen. Er weiß nur, was im Chat steht.</translation>
    </message>
    <message>
        <source>Another of your rules is stricter, so it still {0}.</source>
        <translation>Eine andere Ihrer Regeln ist strenger, daher gilt weiterhin: {0}.</translation>
    </message>
    <message>
        <source>Creating and changing notes by an agent in its own folders</source>
        <translation>Das Erstellen und Ändern von Notizen durch einen Agenten in seinen eigenen Ordnern</translation>
    </message>
    <message>
        <source>At most {0} calls per minute. The same call {1} times in {2} seconds is stopped.</source>
        <translation>Höchstens {0} Aufrufe pro Minute. Derselbe Aufruf wird beim {1}. Mal innerhalb von {2} Sekunden gestoppt.</translation>
    </message>
    <message>
        <source>Changing many notes at once</source>
        <translation>Ändern vieler Notizen auf einmal</translation>
    </message>
    <message>
        <source>Creating, changing and renaming notes</source>
        <translation>Erstellen, Ändern und Umbenennen von Notizen</translation>
    </message>
    <message>
        <source>Deleting notes</source>
        <translation>Löschen von Notizen</translation>
    </message>
    <message>
        <source>Deleting notes, and changing many at once,</source>
        <translation>Löschen von Notizen und Ändern vieler auf einmal</translation>
    </message>
    <message>
        <source>Fixed. No setting, agent or model can change this.</source>
        <translation>Fest. Keine Einstellung, kein Agent und kein Modell kann das ändern.</translation>
    </message>
    <message>
        <source>For a model on this computer, reading by an agent in its own folders</source>
        <translation>Das Lesen durch einen Agenten in seinen eigenen Ordnern, für ein Modell auf diesem Computer,</translation>
    </message>
    <message>
        <source>In a chat that contains both text from elsewhere and your notes, every change</source>
        <translation>Jede Änderung in einem Chat, der sowohl fremden Text als auch Ihre Notizen enthält,</translation>
    </message>
    <message>
        <source>Renaming requires your approval.</source>
        <translation>Umbenennen braucht Ihre Zustimmung.</translation>
    </message>
    <message>
        <source>Searching and reading notes and sending them to {0}</source>
        <translation>Suchen und Lesen von Notizen und Senden an {0}</translation>
    </message>
    <message>
        <source>Searching and reading notes for a model on this computer</source>
        <translation>Suchen und Lesen von Notizen für ein Modell auf diesem Computer</translation>
    </message>
    <message>
        <source>This is set by the preset and takes precedence over other settings.</source>
        <translation>Das legt die Voreinstellung fest; es hat Vorrang vor anderen Einstellungen.</translation>
    </message>
    <message>
        <source>Using the network</source>
        <translation>Nutzung des Netzwerks</translation>
    </message>
    <message>
        <source>Your rules below set exceptions for some folders or tools.</source>
        <translation>Ihre Regeln unten legen für einige Ordner oder Werkzeuge Ausnahmen fest.</translation>
    </message>
    <message>
        <source>a provider outside this computer</source>
        <translation>einen Anbieter außerhalb dieses Computers</translation>
    </message>
    <message>
        <source>always asks</source>
        <translation>fragt immer</translation>
    </message>
    <message>
        <source>and can always be undone.</source>
        <translation>und lässt sich stets rückgängig machen.</translation>
    </message>
    <message>
        <source>and shows the whole address.</source>
        <translation>und zeigt die ganze Adresse.</translation>
    </message>
    <message>
        <source>asks again</source>
        <translation>fragt erneut</translation>
    </message>
    <message>
        <source>asks me each time</source>
        <translation>fragt mich jedes Mal</translation>
    </message>
    <message>
        <source>is never allowed</source>
        <translation>ist nie erlaubt</translation>
    </message>
    <message>
        <source>is allowed without asking</source>
        <translation>ist ohne Nachfrage erlaubt</translation>
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
        <translation>Keine Treffer.</translation>
    </message>
</context>
<context>
    <name>PlanCard</name>
    <message>
        <source>A plan</source>
        <translation>Ein Plan</translation>
    </message>
    <message>
        <source>Carry Out</source>
        <translation>Ausführen</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>This is a plan. Nothing has been done yet.</source>
        <translation>Dies ist ein Plan. Noch wurde nichts ausgeführt.</translation>
    </message>
    <message>
        <source>The plan</source>
        <translation>Der Plan</translation>
    </message>
</context>
<context>
    <name>PlannedChecklist</name>
    <message>
        <source>All new chats</source>
        <translation>Alle neuen Chats</translation>
    </message>
    <message>
        <source>Chats to import; Space ticks</source>
        <translation>Zu importierende Chats; Leertaste hakt an</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 Nachricht</translation>
    </message>
    <message>
        <source>{n} messages</source>
        <translation>{n} Nachrichten</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>Zweig</translation>
    </message>
    <message>
        <source>{0} of {1} chat</source>
        <translation>{0} von {1} Chat</translation>
    </message>
    <message>
        <source>{0} of {1} chats</source>
        <translation>{0} von {1} Chats</translation>
    </message>
    <message>
        <source>Already in the vault</source>
        <translation>Schon im Vault vorhanden</translation>
    </message>
    <message>
        <source>Duplicate in this import</source>
        <translation>Doppelt in diesem Import</translation>
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
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Fortsetzen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Stoppen</translation>
    </message>
    <message>
        <source>{left} paused</source>
        <translation>{left} angehalten</translation>
    </message>
    <message>
        <source>Pomodoro of {n} minutes</source>
        <translation>Pomodoro von {n} Minuten</translation>
    </message>
    <message>
        <source>The {n}-minute pomodoro is finished.</source>
        <translation>Der Pomodoro von {n} Minuten ist beendet.</translation>
    </message>
    <message>
        <source>Start Another</source>
        <translation>Neuen starten</translation>
    </message>
    <message>
        <source>The pomodoro could not be logged: {why}</source>
        <translation>Der Pomodoro konnte nicht eingetragen werden: {why}</translation>
    </message>
</context>
<context>
    <name>PortalHotkeyBackend</name>
    <message>
        <source>The desktop registers the shortcut and may show its own dialog for it.</source>
        <translation>Der Desktop registriert das Tastenkürzel und zeigt dafür vielleicht einen eigenen Dialog.</translation>
    </message>
    <message>
        <source>This desktop does not let programs register shortcuts. Assign a shortcut to the command {0} in its settings.</source>
        <translation>Dieser Desktop lässt Programme keine Tastenkürzel registrieren. Weisen Sie dem Befehl {0} in seinen Einstellungen ein Tastenkürzel zu.</translation>
    </message>
    <message>
        <source>The dialog of the desktop was closed, so no shortcut was set.</source>
        <translation>Der Dialog des Desktops wurde geschlossen, daher wurde kein Tastenkürzel festgelegt.</translation>
    </message>
    <message>
        <source>The desktop refused this shortcut. Assign a shortcut to the command {0} in its settings instead.</source>
        <translation>Der Desktop hat dieses Tastenkürzel abgelehnt. Weisen Sie stattdessen dem Befehl {0} in seinen Einstellungen ein Tastenkürzel zu.</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Schnellfrage</translation>
    </message>
    <message>
        <source>The desktop opens quick ask with “{0}”.</source>
        <translation>Der Desktop öffnet die Schnellfrage mit „{0}“.</translation>
    </message>
</context>
<context>
    <name>PresetCards</name>
    <message>
        <source>Permission preset</source>
        <translation>Voreinstellung der Berechtigungen</translation>
    </message>
    <message>
        <source>Reading requires your approval. Nothing can be changed, whatever else is set.</source>
        <translation>Lesen braucht Ihre Zustimmung. Nichts kann geändert werden, unabhängig von anderen Einstellungen.</translation>
    </message>
    <message>
        <source>You are asked before every action.</source>
        <translation>Sie werden vor jeder Aktion gefragt.</translation>
    </message>
    <message>
        <source>An agent may change notes in its own folders without asking. All else requires your approval.</source>
        <translation>Ein Agent darf Notizen in seinen eigenen Ordnern ohne Nachfrage ändern. Alles andere braucht Ihre Zustimmung.</translation>
    </message>
    <message>
        <source>Reading, creating, changing and renaming do not ask. Deleting, bulk changes and the network ask.</source>
        <translation>Lesen, Erstellen, Ändern und Umbenennen sind ohne Nachfrage erlaubt. Vor dem Löschen, dem Ändern vieler Notizen und der Netzwerknutzung wird gefragt.</translation>
    </message>
</context>
<context>
    <name>PrivacyRuleDialog</name>
    <message>
        <source>Notes in a folder</source>
        <translation>Notizen in einem Ordner</translation>
    </message>
    <message>
        <source>Notes with a tag</source>
        <translation>Notizen mit einem Tag</translation>
    </message>
    <message>
        <source>Notes with a property</source>
        <translation>Notizen mit einer Eigenschaft</translation>
    </message>
    <message>
        <source>One note</source>
        <translation>Eine Notiz</translation>
    </message>
    <message>
        <source>Which notes</source>
        <translation>Welche Notizen</translation>
    </message>
    <message>
        <source>Where they may be sent</source>
        <translation>Wohin sie gesendet werden dürfen</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Where it may be sent</source>
        <translation>Wohin sie gesendet werden darf</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>private</source>
        <translation>privat</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>Eigenschaft</translation>
    </message>
    <message>
        <source>private: true, or just a name</source>
        <translation>private: true, oder nur ein Name</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Folder/Name.md</source>
        <translation>Ordner/Name.md</translation>
    </message>
    <message>
        <source>This cannot match any note.</source>
        <translation>Das kann auf keine Notiz zutreffen.</translation>
    </message>
    <message>
        <source>Specify which notes.</source>
        <translation>Geben Sie an, welche Notizen.</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>Alle Notizen</translation>
    </message>
    <message>
        <source>Notes in {0}</source>
        <translation>Notizen in {0}</translation>
    </message>
    <message>
        <source>Notes tagged #{0}</source>
        <translation>Notizen mit dem Tag #{0}</translation>
    </message>
    <message>
        <source>Notes with {0}</source>
        <translation>Notizen mit {0}</translation>
    </message>
    <message>
        <source>The note {0}</source>
        <translation>Die Notiz {0}</translation>
    </message>
    <message>
        <source>This rule is not valid, so no note is sent to any model.</source>
        <translation>Diese Regel ist ungültig, daher wird keine Notiz an irgendein Modell gesendet.</translation>
    </message>
    <message>
        <source>are sent to a model outside this computer only if I allow it each time</source>
        <translation>werden nur an ein Modell außerhalb dieses Computers gesendet, wenn ich es jedes Mal erlaube</translation>
    </message>
    <message>
        <source>are sent to no model at all</source>
        <translation>werden an gar kein Modell gesendet</translation>
    </message>
    <message>
        <source>are sent to no model outside this computer</source>
        <translation>werden an kein Modell außerhalb dieses Computers gesendet</translation>
    </message>
    <message>
        <source>is sent to a model outside this computer only if I allow it each time</source>
        <translation>wird nur an ein Modell außerhalb dieses Computers gesendet, wenn ich es jedes Mal erlaube</translation>
    </message>
    <message>
        <source>is sent to no model at all</source>
        <translation>wird an gar kein Modell gesendet</translation>
    </message>
    <message>
        <source>is sent to no model outside this computer</source>
        <translation>wird an kein Modell außerhalb dieses Computers gesendet</translation>
    </message>
    <message>
        <source>{n} note today</source>
        <translation>{n} Notiz heute</translation>
    </message>
    <message>
        <source>{n} notes today</source>
        <translation>{n} Notizen heute</translation>
    </message>
</context>
<context>
    <name>PrivacyRulesSection</name>
    <message>
        <source>None. Every note may be sent where your permissions allow it.</source>
        <translation>Keine. Jede Notiz darf gesendet werden, wo Ihre Berechtigungen es erlauben.</translation>
    </message>
    <message>
        <source>This rule is not valid, so no note is sent to any model.</source>
        <translation>Diese Regel ist ungültig, daher wird keine Notiz an irgendein Modell gesendet.</translation>
    </message>
</context>
<context>
    <name>PrivateNoteAction</name>
    <message>
        <source>Keep private</source>
        <translation>Privat halten</translation>
    </message>
    <message>
        <source>No longer private</source>
        <translation>Nicht mehr privat</translation>
    </message>
    <message>
        <source>Private: {why}…</source>
        <translation>Privat: {why}…</translation>
    </message>
    <message>
        <source>Why the note is private</source>
        <translation>Warum die Notiz privat ist</translation>
    </message>
    <message>
        <source>No longer keep the note private</source>
        <translation>Notiz nicht mehr privat halten</translation>
    </message>
    <message>
        <source>Keep the note private</source>
        <translation>Notiz privat halten</translation>
    </message>
    <message>
        <source>Private: {why}. Change this in Private notes.</source>
        <translation>Privat: {why}. Ändern Sie das unter „Private Notizen“.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>{note} is already private.</source>
        <translation>{note} ist schon privat.</translation>
    </message>
    <message>
        <source>{n} notes are already private.</source>
        <translation>{n} Notizen sind schon privat.</translation>
    </message>
    <message>
        <source>{note} is now private.</source>
        <translation>{note} ist jetzt privat.</translation>
    </message>
    <message>
        <source>{n} notes are now private.</source>
        <translation>{n} Notizen sind jetzt privat.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>{note} is still private: {why}.</source>
        <translation>{note} ist noch immer privat: {why}.</translation>
    </message>
    <message>
        <source>Some of the {n} notes are still private: {why}.</source>
        <translation>Einige der {n} Notizen sind noch immer privat: {why}.</translation>
    </message>
    <message>
        <source>{note} is no longer private.</source>
        <translation>{note} ist nicht mehr privat.</translation>
    </message>
    <message>
        <source>{n} notes are no longer private.</source>
        <translation>{n} Notizen sind nicht mehr privat.</translation>
    </message>
</context>
<context>
    <name>PrivateNotesSheet</name>
    <message>
        <source>What in {0} stays on this computer. This takes precedence over every permission, rule and answer.</source>
        <translation>Was von {0} auf diesem Computer bleibt. Das hat Vorrang vor jeder Berechtigung, Regel und Antwort.</translation>
    </message>
    <message>
        <source>Private notes</source>
        <translation>Private Notizen</translation>
    </message>
    <message>
        <source>Filter private notes</source>
        <translation>Private Notizen filtern</translation>
    </message>
    <message>
        <source>Filter by note or rule</source>
        <translation>Nach Notiz oder Regel filtern</translation>
    </message>
    <message>
        <source>What is private</source>
        <translation>Was privat ist</translation>
    </message>
    <message>
        <source>Inside notes</source>
        <translation>In Notizen</translation>
    </message>
    <message>
        <source>stays on this computer</source>
        <translation>bleibt auf diesem Computer</translation>
    </message>
    <message>
        <source>is sent with its note</source>
        <translation>wird mit seiner Notiz gesendet</translation>
    </message>
    <message>
        <source>Text between %% and %%</source>
        <translation>Text zwischen %% und %%</translation>
    </message>
    <message>
        <source>A model on this computer reads it.</source>
        <translation>Ein Modell auf diesem Computer liest ihn.</translation>
    </message>
    <message>
        <source>Private today: {0} of {1} notes</source>
        <translation>Heute privat: {0} von {1} Notizen</translation>
    </message>
    <message>
        <source>The properties of {0} notes cannot be read. These notes are treated as private if a rule might match them.</source>
        <translation>Die Eigenschaften von {0} Notizen können nicht gelesen werden. Diese Notizen gelten als privat, wenn eine Regel auf sie zutreffen könnte.</translation>
    </message>
</context>
<context>
    <name>PropertyGrid</name>
    <message>
        <source>Show all {n}</source>
        <translation>Alle {n} zeigen</translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>Weniger zeigen</translation>
    </message>
</context>
<context>
    <name>PropertyGridRow</name>
    <message>
        <source>Change the value</source>
        <translation>Wert ändern</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Type, in this note</source>
        <translation>Typ, in dieser Notiz</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Entf</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Text</translation>
    </message>
    <message>
        <source>List</source>
        <translation>Liste</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Zahl</translation>
    </message>
    <message>
        <source>Checkbox</source>
        <translation>Kontrollkästchen</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Datum</translation>
    </message>
    <message>
        <source>Date and time</source>
        <translation>Datum und Uhrzeit</translation>
    </message>
</context>
<context>
    <name>PropertyKinds</name>
    <message>
        <source>This is not a date and time. Enter them like 2026-11-22 14:30, or choose a day.</source>
        <translation>Das ist kein Datum mit Uhrzeit. Geben Sie beides wie 2026-11-22 14:30 ein, oder wählen Sie einen Tag.</translation>
    </message>
    <message>
        <source>This is not a date. Enter a date such as 2026-11-22, or choose a day.</source>
        <translation>Das ist kein Datum. Geben Sie ein Datum wie 2026-11-22 ein, oder wählen Sie einen Tag.</translation>
    </message>
    <message>
        <source>This is not a number.</source>
        <translation>Das ist keine Zahl.</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>tomorrow</source>
        <translation>morgen</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
</context>
<context>
    <name>ProposedNoteDialog</name>
    <message>
        <source>Path in the vault</source>
        <translation>Pfad im Vault</translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation>Text der Notiz</translation>
    </message>
    <message>
        <source>A link proposes a note</source>
        <translation>Ein Link schlägt eine Notiz vor</translation>
    </message>
    <message>
        <source>Create Note</source>
        <translation>Notiz erstellen</translation>
    </message>
    <message>
        <source>Nothing is written to “{0}” before you create it.</source>
        <translation>Nichts wird in „{0}“ geschrieben, bevor Sie sie anlegen.</translation>
    </message>
</context>
<context>
    <name>ProviderButton</name>
    <message>
        <source>built in · quotes your notes</source>
        <translation>eingebaut · zitiert Ihre Notizen</translation>
    </message>
    <message>
        <source>no address yet</source>
        <translation>noch keine Adresse</translation>
    </message>
    <message>
        <source>1 model</source>
        <translation>1 Modell</translation>
    </message>
    <message>
        <source>{0} models</source>
        <translation>{0} Modelle</translation>
    </message>
    <message>
        <source>not tested</source>
        <translation>nicht getestet</translation>
    </message>
    <message>
        <source>no key yet</source>
        <translation>noch kein Schlüssel</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>antwortet</translation>
    </message>
    <message>
        <source>the test failed</source>
        <translation>Test fehlgeschlagen</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>auf diesem Computer</translation>
    </message>
</context>
<context>
    <name>ProviderFields</name>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Adresse</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
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
        <translation>Kontextfenster</translation>
    </message>
    <message>
        <source>As the model says</source>
        <translation>Wie das Modell angibt</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Add /v1 to an address without a version</source>
        <translation>/v1 an eine Adresse ohne Version anhängen</translation>
    </message>
    <message>
        <source>Native tool calls</source>
        <translation>Native Werkzeugaufrufe</translation>
    </message>
    <message>
        <source>Text-based, &lt;tool_call&gt;</source>
        <translation>Textbasiert, &lt;tool_call&gt;</translation>
    </message>
    <message>
        <source>Text-based, &lt;use_tool&gt;</source>
        <translation>Textbasiert, &lt;use_tool&gt;</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Uses the program of this name on this computer, with its own account. Test checks whether it is installed.</source>
        <translation>Verwendet das Programm dieses Namens auf diesem Computer, mit dessen eigenem Konto. „Testen“ prüft, ob es installiert ist.</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Pfad</translation>
    </message>
    <message>
        <source>Tokens of question and answer together. More tokens need more memory.</source>
        <translation>Tokens von Frage und Antwort zusammen. Mehr Tokens brauchen mehr Arbeitsspeicher.</translation>
    </message>
    <message>
        <source>A GGUF file that VaultDesk runs itself. Nothing leaves this computer. Test lists the files that Ollama and LM Studio have stored.</source>
        <translation>Eine GGUF-Datei, die VaultDesk selbst ausführt. Nichts verlässt diesen Computer. „Testen“ listet die Dateien auf, die Ollama und LM Studio gespeichert haben.</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Kontext</translation>
    </message>
</context>
<context>
    <name>ProviderForm</name>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Mehr</translation>
    </message>
    <message>
        <source>How tools are offered depends on the model. Choose a model first.</source>
        <translation>Wie Werkzeuge angeboten werden, hängt vom Modell ab. Wählen Sie zuerst ein Modell.</translation>
    </message>
    <message>
        <source>Asking {0}…</source>
        <translation>{0} wird gefragt…</translation>
    </message>
    <message>
        <source>No note was sent for this test.</source>
        <translation>Für diesen Test wurde keine Notiz gesendet.</translation>
    </message>
    <message>
        <source>Choose a model first: click Test, then choose one from the list.</source>
        <translation>Wählen Sie zuerst ein Modell: Klicken Sie auf „Testen“, und wählen Sie dann eines aus der Liste.</translation>
    </message>
    <message>
        <source>Delete the key</source>
        <translation>Schlüssel löschen</translation>
    </message>
    <message>
        <source>This provider is not set up yet.</source>
        <translation>Dieser Anbieter ist noch nicht eingerichtet.</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>{0} entfernen</translation>
    </message>
</context>
<context>
    <name>ProviderSheet</name>
    <message>
        <source>The services and models that can answer questions. Keys are never written to a settings file.</source>
        <translation>Die Dienste und Modelle, die Fragen beantworten können. Schlüssel werden nie in eine Einstellungsdatei geschrieben.</translation>
    </message>
    <message>
        <source>Providers</source>
        <translation>Anbieter</translation>
    </message>
    <message>
        <source>Add Provider…</source>
        <translation>Anbieter hinzufügen…</translation>
    </message>
    <message>
        <source>Add Provider</source>
        <translation>Anbieter hinzufügen</translation>
    </message>
</context>
<context>
    <name>QCocoaMenu</name>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
</context>
<context>
    <name>QueryChips</name>
    <message>
        <source>called</source>
        <translation>heißt</translation>
    </message>
    <message>
        <source>done task</source>
        <translation>erledigte Aufgabe</translation>
    </message>
    <message>
        <source>exactly</source>
        <translation>genau</translation>
    </message>
    <message>
        <source>has</source>
        <translation>hat</translation>
    </message>
    <message>
        <source>in</source>
        <translation>in</translation>
    </message>
    <message>
        <source>in one line</source>
        <translation>in einer Zeile</translation>
    </message>
    <message>
        <source>in one paragraph</source>
        <translation>in einem Absatz</translation>
    </message>
    <message>
        <source>in the text</source>
        <translation>im Text</translation>
    </message>
    <message>
        <source>open task</source>
        <translation>offene Aufgabe</translation>
    </message>
    <message>
        <source>pattern</source>
        <translation>Muster</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>task</source>
        <translation>Aufgabe</translation>
    </message>
    <message>
        <source>under one heading</source>
        <translation>unter einer Überschrift</translation>
    </message>
    <message>
        <source>without</source>
        <translation>ohne</translation>
    </message>
</context>
<context>
    <name>QueryExplanation</name>
    <message>
        <source>a tag with {what}</source>
        <translation>ein Tag mit {what}</translation>
    </message>
    <message>
        <source>above</source>
        <translation>über</translation>
    </message>
    <message>
        <source>anything</source>
        <translation>irgendetwas</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>mindestens</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>höchstens</translation>
    </message>
    <message>
        <source>below</source>
        <translation>unter</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>kein Wert</translation>
    </message>
    <message>
        <source>not {what}</source>
        <translation>nicht {what}</translation>
    </message>
    <message>
        <source>the pattern /{text}/</source>
        <translation>das Muster /{text}/</translation>
    </message>
    <message>
        <source>the property {name}</source>
        <translation>die Eigenschaft {name}</translation>
    </message>
    <message>
        <source>the property {name}: {value}</source>
        <translation>die Eigenschaft {name}: {value}</translation>
    </message>
    <message>
        <source>the tag #{name} or one below it</source>
        <translation>das Tag #{name} oder eines darunter</translation>
    </message>
    <message>
        <source>the exact phrase “{text}”</source>
        <translation>der genaue Wortlaut „{text}“</translation>
    </message>
    <message>
        <source>{first} and {second}</source>
        <translation>{first} und {second}</translation>
    </message>
    <message>
        <source>{first} or {second}</source>
        <translation>{first} oder {second}</translation>
    </message>
    <message>
        <source>{what} in a done task</source>
        <translation>{what} in einer erledigten Aufgabe</translation>
    </message>
    <message>
        <source>{what} in a task</source>
        <translation>{what} in einer Aufgabe</translation>
    </message>
    <message>
        <source>{what} in an open task</source>
        <translation>{what} in einer offenen Aufgabe</translation>
    </message>
    <message>
        <source>{what} in one line</source>
        <translation>{what} in einer Zeile</translation>
    </message>
    <message>
        <source>{what} in one paragraph</source>
        <translation>{what} in einem Absatz</translation>
    </message>
    <message>
        <source>{what} in the file name</source>
        <translation>{what} im Dateinamen</translation>
    </message>
    <message>
        <source>{what} in the path</source>
        <translation>{what} im Pfad</translation>
    </message>
    <message>
        <source>{what} in the text</source>
        <translation>{what} im Text</translation>
    </message>
    <message>
        <source>{what} under one heading</source>
        <translation>{what} unter einer Überschrift</translation>
    </message>
    <message>
        <source>{what}, ignoring case</source>
        <translation>{what}, ohne Groß- und Kleinschreibung</translation>
    </message>
    <message>
        <source>{what}, matching case</source>
        <translation>{what}, mit Groß- und Kleinschreibung</translation>
    </message>
</context>
<context>
    <name>QueryExplanationLine</name>
    <message>
        <source>Explain search</source>
        <translation>Suche erklären</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Notes with all of these:</source>
        <translation>Notizen mit all dem:</translation>
    </message>
</context>
<context>
    <name>QueryField</name>
    <message>
        <source>Remove from the saved searches</source>
        <translation>Aus den gespeicherten Suchen entfernen</translation>
    </message>
    <message>
        <source>Save this search</source>
        <translation>Diese Suche speichern</translation>
    </message>
    <message>
        <source>a pattern (regular expression)</source>
        <translation>ein Muster (regulärer Ausdruck)</translation>
    </message>
    <message>
        <source>a property and its value</source>
        <translation>eine Eigenschaft und ihr Wert</translation>
    </message>
    <message>
        <source>all terms in one line</source>
        <translation>alle Begriffe in einer Zeile</translation>
    </message>
    <message>
        <source>all terms under one heading</source>
        <translation>alle Begriffe unter einer Überschrift</translation>
    </message>
    <message>
        <source>in chats instead of notes; in:all for both</source>
        <translation>in Chats statt in Notizen; in:all für beides</translation>
    </message>
    <message>
        <source>in tasks; also task-todo: and task-done:</source>
        <translation>in Aufgaben; auch task-todo: und task-done:</translation>
    </message>
    <message>
        <source>notes without it</source>
        <translation>Notizen ohne diesen Begriff</translation>
    </message>
    <message>
        <source>either of the two</source>
        <translation>eines der beiden</translation>
    </message>
    <message>
        <source>the exact phrase</source>
        <translation>der genaue Wortlaut</translation>
    </message>
    <message>
        <source>in the file name</source>
        <translation>im Dateinamen</translation>
    </message>
    <message>
        <source>in the folder or name</source>
        <translation>im Ordner oder Namen</translation>
    </message>
    <message>
        <source>in the text only</source>
        <translation>nur im Text</translation>
    </message>
    <message>
        <source>this tag and its nested tags</source>
        <translation>dieses Tag und seine untergeordneten Tags</translation>
    </message>
    <message>
        <source>groups terms</source>
        <translation>gruppiert Begriffe</translation>
    </message>
</context>
<context>
    <name>QuestionCard</name>
    <message>
        <source>You asked</source>
        <translation>Ihre Frage war</translation>
    </message>
    <message>
        <source>Edit and ask again</source>
        <translation>Bearbeiten und erneut fragen</translation>
    </message>
    <message>
        <source>Show all {0} characters</source>
        <translation>Alle {0} Zeichen zeigen</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
</context>
<context>
    <name>QuestionEditor</name>
    <message>
        <source>Edit your question</source>
        <translation>Ihre Frage bearbeiten</translation>
    </message>
    <message>
        <source>Enter asks again and replaces everything below, Esc discards the edit.</source>
        <translation>Enter fragt erneut und ersetzt alles darunter, Esc verwirft die Bearbeitung.</translation>
    </message>
    <message>
        <source>Ask Again</source>
        <translation>Erneut fragen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
</context>
<context>
    <name>QuestionField</name>
    <message>
        <source>Ask about your notes…</source>
        <translation>Stellen Sie eine Frage zu Ihren Notizen…</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter starts a new line, Esc stops an answer.</source>
        <translation>Enter sendet, Umschalt+Enter beginnt eine neue Zeile, Esc stoppt eine Antwort.</translation>
    </message>
    <message>
        <source>@ and [[ find notes, / at the beginning quick commands.</source>
        <translation>@ und [[ finden Notizen, / am Anfang Schnellbefehle.</translation>
    </message>
</context>
<context>
    <name>QuestionQueue</name>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
</context>
<context>
    <name>QueuedQuestionCard</name>
    <message>
        <source>Queued message</source>
        <translation>Wartende Nachricht</translation>
    </message>
    <message>
        <source>waiting for the current answer</source>
        <translation>wartet auf die Antwort</translation>
    </message>
    <message>
        <source>not sent yet</source>
        <translation>noch nicht gesendet</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Send now</source>
        <translation>Jetzt senden</translation>
    </message>
</context>
<context>
    <name>QuickAskCard</name>
    <message>
        <source>Shortcut for quick ask</source>
        <translation>Tastenkürzel für die Schnellfrage</translation>
    </message>
    <message>
        <source>None. Press keys to set one</source>
        <translation>Keines. Zum Festlegen Tasten drücken</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Try It</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Schnellfrage</translation>
    </message>
    <message>
        <source>A small window over other programs: find a note, ask a question, or add a line to today’s note. An answer continues when the window is hidden and is listed among the chats.</source>
        <translation>Ein kleines Fenster über anderen Programmen: eine Notiz finden, eine Frage stellen oder der heutigen Notiz eine Zeile hinzufügen. Eine Antwort läuft weiter, wenn das Fenster ausgeblendet ist, und steht in der Liste der Chats.</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>Tastenkürzel</translation>
    </message>
</context>
<context>
    <name>QuickAskController</name>
    <message>
        <source>It will be sent when this answer is finished.</source>
        <translation>Wird gesendet, wenn diese Antwort fertig ist.</translation>
    </message>
    <message>
        <source>The text is too long to paste here. Save it as a note and ask about the note.</source>
        <translation>Der Text ist zu lang, um ihn hier einzufügen. Speichern Sie ihn als Notiz, und fragen Sie zu dieser Notiz.</translation>
    </message>
</context>
<context>
    <name>QuickField</name>
    <message>
        <source>Ask about your notes, or find one…</source>
        <translation>Zu Ihren Notizen fragen oder eine finden…</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Schnellfrage</translation>
    </message>
    <message>
        <source>Enter asks, Shift+Enter starts a new line, {0} goes to the chat, Esc hides this window.</source>
        <translation>Enter fragt, Umschalt+Enter beginnt eine neue Zeile, {0} wechselt zum Chat, Esc blendet dieses Fenster aus.</translation>
    </message>
</context>
<context>
    <name>QuickFoot</name>
    <message>
        <source>New question</source>
        <translation>Neue Frage</translation>
    </message>
    <message>
        <source>Private: the chat is not saved</source>
        <translation>Privat: Der Chat wird nicht gespeichert</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>Privat</translation>
    </message>
    <message>
        <source>ask</source>
        <translation>fragen</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>open in chat</source>
        <translation>im Chat öffnen</translation>
    </message>
    <message>
        <source>hide</source>
        <translation>ausblenden</translation>
    </message>
    <message>
        <source>stays on this computer</source>
        <translation>bleibt auf diesem Computer</translation>
    </message>
    <message>
        <source>asks before notes are sent</source>
        <translation>fragt, bevor Notizen gesendet werden</translation>
    </message>
    <message>
        <source>Add the answer to today’s note</source>
        <translation>Antwort zur Notiz von heute hinzufügen</translation>
    </message>
    <message>
        <source>Add the text to today’s note</source>
        <translation>Text zur Notiz von heute hinzufügen</translation>
    </message>
</context>
<context>
    <name>QuickSession</name>
    <message>
        <source>Added to the daily note: {0}</source>
        <translation>In die Tagesnotiz eingetragen: {0}</translation>
    </message>
    <message>
        <source>Today’s note “{0}” was created with it.</source>
        <translation>Die heutige Notiz „{0}“ wurde dabei angelegt.</translation>
    </message>
    <message>
        <source>Added to “{0}”.</source>
        <translation>Zu „{0}“ hinzugefügt.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>The note has changed since, so nothing was undone.</source>
        <translation>Die Notiz hat sich seitdem geändert, daher wurde nichts rückgängig gemacht.</translation>
    </message>
    <message>
        <source>Undone.</source>
        <translation>Rückgängig gemacht.</translation>
    </message>
</context>
<context>
    <name>QuickSwitcher</name>
    <message>
        <source>1 note</source>
        <translation>1 Notiz</translation>
    </message>
    <message>
        <source>Create note “{name}”</source>
        <translation>Notiz „{name}“ erstellen</translation>
    </message>
    <message>
        <source>Creates {path}</source>
        <translation>Erstellt {path}</translation>
    </message>
    <message>
        <source>Search all notes for “{words}”</source>
        <translation>Alle Notizen nach „{words}“ durchsuchen</translation>
    </message>
    <message>
        <source>Shift+Enter</source>
        <translation>Umschalt+Enter</translation>
    </message>
    <message>
        <source>also called “{name}”</source>
        <translation>heißt auch „{name}“</translation>
    </message>
    <message>
        <source>in the vault root</source>
        <translation>auf der obersten Ebene des Vaults</translation>
    </message>
    <message>
        <source>in {folder}</source>
        <translation>in {folder}</translation>
    </message>
    <message>
        <source>line {n}</source>
        <translation>Zeile {n}</translation>
    </message>
    <message>
        <source>linked once</source>
        <translation>einmal verlinkt</translation>
    </message>
    <message>
        <source>linked {n} times</source>
        <translation>{n}-mal verlinkt</translation>
    </message>
    <message>
        <source>not created yet</source>
        <translation>noch nicht angelegt</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} Notizen</translation>
    </message>
    <message>
        <source>{some} of {total}</source>
        <translation>{some} von {total}</translation>
    </message>
</context>
<context>
    <name>QuickSwitcherButton</name>
    <message>
        <source>Search or jump to…</source>
        <translation>Suchen oder springen zu…</translation>
    </message>
</context>
<context>
    <name>QuickWindow</name>
    <message>
        <source>Quick ask – VaultDesk</source>
        <translation>Schnellfrage – VaultDesk</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Schnellfrage</translation>
    </message>
    <message>
        <source>Opening {0}…</source>
        <translation>{0} wird geöffnet…</translation>
    </message>
    <message>
        <source>You can ask as soon as it is open.</source>
        <translation>Sie können fragen, sobald er geöffnet ist.</translation>
    </message>
    <message>
        <source>Open a vault in VaultDesk first; then you can ask about its notes from here.</source>
        <translation>Öffnen Sie zuerst einen Vault in VaultDesk; dann können Sie von hier Fragen zu seinen Notizen stellen.</translation>
    </message>
    <message>
        <source>No vault is open</source>
        <translation>Kein Vault ist geöffnet</translation>
    </message>
    <message>
        <source>Show VaultDesk</source>
        <translation>VaultDesk zeigen</translation>
    </message>
</context>
<context>
    <name>RatingButton</name>
    <message>
        <source>{name}, again in {wait}</source>
        <translation>{name}, Abstand: {wait}</translation>
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
        <translation>Sein Modell</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Filter notes</source>
        <translation>Notizen filtern</translation>
    </message>
    <message>
        <source>Filter by note or reason</source>
        <translation>Nach Notiz oder Grund filtern</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Choose an agent</source>
        <translation>Agenten wählen</translation>
    </message>
    <message>
        <source>Find an agent</source>
        <translation>Agenten suchen</translation>
    </message>
    <message>
        <source>What could this agent access?</source>
        <translation>Worauf könnte dieser Agent zugreifen?</translation>
    </message>
    <message>
        <source>answering by a model</source>
        <translation>antwortet mit einem Modell</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>auf diesem Computer</translation>
    </message>
    <message>
        <source>at {0} ({1})</source>
        <translation>bei {0} ({1})</translation>
    </message>
    <message>
        <source>This agent cannot be used. The lists show what the default assistant can access.</source>
        <translation>Dieser Agent kann nicht verwendet werden. Die Listen zeigen, worauf der Standardassistent zugreifen kann.</translation>
    </message>
    <message>
        <source>This agent is not allowed yet. The lists show what it could access once allowed.</source>
        <translation>Dieser Agent ist noch nicht erlaubt. Die Listen zeigen, worauf er dann zugreifen könnte.</translation>
    </message>
    <message>
        <source>Tools are off in this vault, so it has no access now. The lists show what it could access with tools on.</source>
        <translation>Werkzeuge sind in diesem Vault ausgeschaltet, daher hat er jetzt keinen Zugriff. Die Listen zeigen, worauf er mit Werkzeugen zugreifen könnte.</translation>
    </message>
    <message>
        <source>One of your rules is not valid, so it denies everything. See Permissions.</source>
        <translation>Eine Ihrer Regeln ist ungültig, daher lehnt sie alles ab. Siehe „Berechtigungen“.</translation>
    </message>
    <message>
        <source>No notes.</source>
        <translation>Keine Notizen.</translation>
    </message>
    <message>
        <source>Editable</source>
        <translation>Bearbeitbar</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>Verborgen</translation>
    </message>
    <message>
        <source>Notes it can change. Every change is recorded and can be undone.</source>
        <translation>Notizen, die er ändern kann. Jede Änderung wird aufgezeichnet und lässt sich rückgängig machen.</translation>
    </message>
    <message>
        <source>Notes it can find and read. Where it says “asks first”, you see each one and may refuse.</source>
        <translation>Notizen, die er finden und lesen kann. Wo „fragt zuerst“ steht, sehen Sie jede und dürfen ablehnen.</translation>
    </message>
    <message>
        <source>Notes hidden from it: they do not appear in lists, search results or links.</source>
        <translation>Notizen, die vor ihm verborgen sind: Sie erscheinen nicht in Listen, Suchergebnissen oder Links.</translation>
    </message>
    <message>
        <source>Notes whose text could be sent to {0} with a question after the agent reads it.</source>
        <translation>Notizen, deren Text mit einer Frage an {0} gesendet werden könnte, nachdem der Agent sie gelesen hat.</translation>
    </message>
    <message>
        <source>Nothing: the model runs on this computer. What it reads stays here.</source>
        <translation>Nichts: Das Modell läuft auf diesem Computer. Was es liest, bleibt hier.</translation>
    </message>
    <message>
        <source>Readable</source>
        <translation>Lesbar</translation>
    </message>
    <message>
        <source>May be sent</source>
        <translation>Kann gesendet werden</translation>
    </message>
    <message>
        <source>asks first</source>
        <translation>fragt zuerst</translation>
    </message>
    <message>
        <source>it has no tool for that</source>
        <translation>er hat dafür kein Werkzeug</translation>
    </message>
    <message>
        <source>it only reads</source>
        <translation>er liest nur</translation>
    </message>
    <message>
        <source>without asking</source>
        <translation>ohne Nachfrage</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nie</translation>
    </message>
    <message>
        <source>outside its folders</source>
        <translation>außerhalb seiner Ordner</translation>
    </message>
    <message>
        <source>private</source>
        <translation>privat</translation>
    </message>
    <message>
        <source>private: {0}</source>
        <translation>privat: {0}</translation>
    </message>
    <message>
        <source>your preset</source>
        <translation>Ihre Vorgabe</translation>
    </message>
    <message>
        <source>your rule for the whole vault</source>
        <translation>Ihre Regel für den ganzen Vault</translation>
    </message>
    <message>
        <source>your rule for {0}</source>
        <translation>Ihre Regel für {0}</translation>
    </message>
</context>
<context>
    <name>ReachText</name>
    <message>
        <source>1 note is private and will not be sent to {receiver}: {why}.</source>
        <translation>1 Notiz ist privat und wird nicht an {receiver} gesendet: {why}.</translation>
    </message>
    <message>
        <source>1 note will not be sent</source>
        <translation>1 Notiz wird nicht gesendet</translation>
    </message>
    <message>
        <source>1 of {total} notes is private and will not be sent to {receiver}: {why}.</source>
        <translation>1 von {total} Notizen ist privat und wird nicht an {receiver} gesendet: {why}.</translation>
    </message>
    <message>
        <source>1 of {total} notes will not be sent</source>
        <translation>1 von {total} Notizen wird nicht gesendet</translation>
    </message>
    <message>
        <source>Private: {why}. It will not be sent to {receiver}.</source>
        <translation>Privat: {why}. Sie wird nicht an {receiver} gesendet.</translation>
    </message>
    <message>
        <source>Private: {why}. None of the {n} notes will be sent to {receiver}.</source>
        <translation>Privat: {why}. Keine der {n} Notizen wird an {receiver} gesendet.</translation>
    </message>
    <message>
        <source>Private: {why}. You will be asked before it is sent to {receiver}.</source>
        <translation>Privat: {why}. Sie werden gefragt, bevor sie an {receiver} gesendet wird.</translation>
    </message>
    <message>
        <source>You will be asked about 1 private note before it is sent to {receiver}: {why}.</source>
        <translation>Sie werden zu 1 privaten Notiz gefragt, bevor sie an {receiver} gesendet wird: {why}.</translation>
    </message>
    <message>
        <source>You will be asked about {n} private notes before they are sent to {receiver}: {why}.</source>
        <translation>Sie werden zu {n} privaten Notizen gefragt, bevor sie an {receiver} gesendet werden: {why}.</translation>
    </message>
    <message>
        <source>by a rule for private notes</source>
        <translation>durch eine Regel für private Notizen</translation>
    </message>
    <message>
        <source>will not be sent</source>
        <translation>wird nicht gesendet</translation>
    </message>
    <message>
        <source>you will be asked</source>
        <translation>Sie werden gefragt</translation>
    </message>
    <message>
        <source>you will be asked about 1 note</source>
        <translation>Sie werden zu 1 Notiz gefragt</translation>
    </message>
    <message>
        <source>you will be asked about {n} notes</source>
        <translation>Sie werden zu {n} Notizen gefragt</translation>
    </message>
    <message>
        <source>{n} notes are private and will not be sent to {receiver}: {why}.</source>
        <translation>{n} Notizen sind privat und werden nicht an {receiver} gesendet: {why}.</translation>
    </message>
    <message>
        <source>{n} notes will not be sent</source>
        <translation>{n} Notizen werden nicht gesendet</translation>
    </message>
    <message>
        <source>{n} of {total} notes are private and will not be sent to {receiver}: {why}.</source>
        <translation>{n} von {total} Notizen sind privat und werden nicht an {receiver} gesendet: {why}.</translation>
    </message>
    <message>
        <source>{n} of {total} notes will not be sent</source>
        <translation>{n} von {total} Notizen werden nicht gesendet</translation>
    </message>
</context>
<context>
    <name>ReadingState</name>
    <message>
        <source>Reading your notes…</source>
        <translation>Ihre Notizen werden gelesen…</translation>
    </message>
    <message>
        <source>They appear here as they are read.</source>
        <translation>Sie erscheinen hier, sobald sie gelesen sind.</translation>
    </message>
    <message>
        <source>The notes could not be read</source>
        <translation>Die Notizen konnten nicht gelesen werden</translation>
    </message>
    <message>
        <source>See the status bar for the reason.</source>
        <translation>Den Grund nennt die Statusleiste.</translation>
    </message>
    <message>
        <source>Your notes are still being read, so something may be missing here.</source>
        <translation>Ihre Notizen werden noch gelesen, daher kann hier etwas fehlen.</translation>
    </message>
    <message>
        <source>Not all notes could be read, so something may be missing here.</source>
        <translation>Nicht alle Notizen konnten gelesen werden, daher kann hier etwas fehlen.</translation>
    </message>
</context>
<context>
    <name>ReasoningLine</name>
    <message>
        <source>Reasoning of the model</source>
        <translation>Überlegungen des Modells</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Nachdenken</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>Nachgedacht</translation>
    </message>
</context>
<context>
    <name>RelatedPanel</name>
    <message>
        <source>Show related notes</source>
        <translation>Verwandte Notizen zeigen</translation>
    </message>
    <message>
        <source>Collapse this list</source>
        <translation>Diese Liste einklappen</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Gliederung</translation>
    </message>
    <message>
        <source>Your notes are still being read, so something may be missing here.</source>
        <translation>Ihre Notizen werden noch gelesen, daher kann hier etwas fehlen.</translation>
    </message>
    <message>
        <source>Linked from 1 note</source>
        <translation>Von 1 Notiz verlinkt</translation>
    </message>
    <message>
        <source>Linked from no note</source>
        <translation>Von keiner Notiz verlinkt</translation>
    </message>
    <message>
        <source>Linked from {n} notes</source>
        <translation>Von {n} Notizen verlinkt</translation>
    </message>
    <message>
        <source>Mentions</source>
        <translation>Erwähnungen</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>Ähnlich</translation>
    </message>
    <message>
        <source>No other note is related to this one.</source>
        <translation>Keine andere Notiz ist mit dieser verwandt.</translation>
    </message>
    <message>
        <source>No other note is similar to this one.</source>
        <translation>Keine andere Notiz ist dieser ähnlich.</translation>
    </message>
    <message>
        <source>No other note links here.</source>
        <translation>Keine andere Notiz verlinkt hierher.</translation>
    </message>
    <message>
        <source>No other note mentions this one without linking to it.</source>
        <translation>Keine andere Notiz erwähnt diese, ohne sie zu verlinken.</translation>
    </message>
    <message>
        <source>Related</source>
        <translation>Verwandt</translation>
    </message>
</context>
<context>
    <name>RelatedRows</name>
    <message>
        <source>cites the same notes</source>
        <translation>zitiert dieselben Notizen</translation>
    </message>
    <message>
        <source>linked</source>
        <translation>verlinkt</translation>
    </message>
    <message>
        <source>similar content</source>
        <translation>ähnlicher Inhalt</translation>
    </message>
    <message>
        <source>shares tags</source>
        <translation>hat gemeinsame Tags</translation>
    </message>
    <message>
        <source>the same name</source>
        <translation>derselbe Name</translation>
    </message>
    <message>
        <source>the same text</source>
        <translation>derselbe Text</translation>
    </message>
    <message>
        <source>{share} % similar</source>
        <translation>{share} % ähnlich</translation>
    </message>
</context>
<context>
    <name>RelatedTab</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
</context>
<context>
    <name>RelatedTabBar</name>
    <message>
        <source>More lists</source>
        <translation>Weitere Listen</translation>
    </message>
</context>
<context>
    <name>RemovalBanner</name>
    <message>
        <source>{0} was removed.</source>
        <translation>{0} wurde entfernt.</translation>
    </message>
    <message>
        <source>Chats use the offline assistant now.</source>
        <translation>Chats verwenden jetzt den Offline-Assistenten.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Its key is still stored.</source>
        <translation>Der Schlüssel ist noch gespeichert.</translation>
    </message>
    <message>
        <source>Delete the Key Too</source>
        <translation>Auch den Schlüssel löschen</translation>
    </message>
    <message>
        <source>The provider and its key are gone.</source>
        <translation>Der Anbieter und sein Schlüssel sind weg.</translation>
    </message>
</context>
<context>
    <name>RenameDialog</name>
    <message>
        <source>Rename</source>
        <translation>Umbenennen</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
</context>
<context>
    <name>RequestDetails</name>
    <message>
        <source>Written by the model, not checked</source>
        <translation>Vom Modell geschrieben, nicht geprüft</translation>
    </message>
</context>
<context>
    <name>RequestHeader</name>
    <message>
        <source>“{name}”: {warning}</source>
        <translation>„{name}“: {warning}</translation>
    </message>
    <message>
        <source>{0} more</source>
        <translation>{0} weitere</translation>
    </message>
    <message>
        <source>{names}: {warning}</source>
        <translation>{names}: {warning}</translation>
    </message>
</context>
<context>
    <name>RequestView</name>
    <message>
        <source>Request</source>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Details</translation>
    </message>
    <message>
        <source>Scroll to the end of the arguments first.</source>
        <translation>Scrollen Sie zuerst bis zum Ende der Argumente.</translation>
    </message>
</context>
<context>
    <name>ReviewCard</name>
    <message>
        <source>This word has no meaning yet.</source>
        <translation>Dieses Wort hat noch keine Bedeutung.</translation>
    </message>
    <message>
        <source>Its meaning is hidden.</source>
        <translation>Die Bedeutung ist verborgen.</translation>
    </message>
</context>
<context>
    <name>ReviewPane</name>
    <message>
        <source>End the review</source>
        <translation>Wiederholung beenden</translation>
    </message>
    <message>
        <source>Show the Meaning</source>
        <translation>Bedeutung zeigen</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Nochmal</translation>
    </message>
    <message>
        <source>Hard</source>
        <translation>Schwer</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>Gut</translation>
    </message>
    <message>
        <source>Easy</source>
        <translation>Leicht</translation>
    </message>
    <message>
        <source>Review of words</source>
        <translation>Wiederholung von Wörtern</translation>
    </message>
    <message>
        <source>{n} of {total}</source>
        <translation>{n} von {total}</translation>
    </message>
    <message>
        <source>{told} · {n} again</source>
        <translation>{told} · {n} nochmal</translation>
    </message>
    <message>
        <source>Press 1 to 4 to rate · Ctrl+Z undoes the last rating</source>
        <translation>Mit 1 bis 4 bewerten · Strg+Z macht die letzte Bewertung rückgängig</translation>
    </message>
    <message>
        <source>Space shows the meaning · Esc ends the review</source>
        <translation>Leertaste zeigt die Bedeutung · Esc beendet die Wiederholung</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Words done</source>
        <translation>Erledigte Wörter</translation>
    </message>
</context>
<context>
    <name>RewriteCommand</name>
    <message>
        <source>Open a note first, and select the text to rewrite.</source>
        <translation>Öffnen Sie zuerst eine Notiz, und wählen Sie den Text aus, der umgeschrieben werden soll.</translation>
    </message>
    <message>
        <source>This note is read-only here.</source>
        <translation>Diese Notiz ist hier schreibgeschützt.</translation>
    </message>
    <message>
        <source>There is nothing to rewrite here. Select some text.</source>
        <translation>Hier gibt es nichts umzuschreiben. Wählen Sie Text aus.</translation>
    </message>
    <message>
        <source>The model returned no text. Rephrase your instruction, or choose another model.</source>
        <translation>Das Modell hat keinen Text geliefert. Formulieren Sie Ihre Anweisung um, oder wählen Sie ein anderes Modell.</translation>
    </message>
    <message>
        <source>The selection has changed since. Insert the new text below it, or try again.</source>
        <translation>Die Auswahl hat sich seitdem geändert. Fügen Sie den neuen Text darunter ein, oder versuchen Sie es erneut.</translation>
    </message>
</context>
<context>
    <name>RewritePanel</name>
    <message>
        <source>What should change?</source>
        <translation>Was soll sich ändern?</translation>
    </message>
    <message>
        <source>The rewritten selection</source>
        <translation>Die umgeschriebene Auswahl</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Ersetzen</translation>
    </message>
    <message>
        <source>Insert Below</source>
        <translation>Darunter einfügen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>Schreibt…</translation>
    </message>
    <message>
        <source>Nothing is changed until you choose Replace or Insert.</source>
        <translation>Nichts wird geändert, bevor Sie „Ersetzen“ oder „Einfügen“ wählen.</translation>
    </message>
    <message>
        <source>No changes suggested.</source>
        <translation>Keine Änderungen vorgeschlagen.</translation>
    </message>
    <message>
        <source>Correct mistakes</source>
        <translation>Fehler korrigieren</translation>
    </message>
    <message>
        <source>Clearer</source>
        <translation>Klarer</translation>
    </message>
    <message>
        <source>Shorter</source>
        <translation>Kürzer</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>Länger</translation>
    </message>
    <message>
        <source>Friendlier</source>
        <translation>Freundlicher</translation>
    </message>
    <message>
        <source>As a list</source>
        <translation>Als Liste</translation>
    </message>
    <message>
        <source>In English</source>
        <translation>Auf Englisch</translation>
    </message>
</context>
<context>
    <name>RewriteRouteLine</name>
    <message>
        <source>you see the change first</source>
        <translation>Sie sehen die Änderung zuerst</translation>
    </message>
    <message>
        <source>Set up a model on this computer…</source>
        <translation>Modell auf diesem Computer einrichten…</translation>
    </message>
    <message>
        <source>Use {model}</source>
        <translation>{model} verwenden</translation>
    </message>
    <message>
        <source>It runs on this computer.</source>
        <translation>Es läuft auf diesem Computer.</translation>
    </message>
    <message>
        <source>The offline assistant cannot rewrite: choose a model</source>
        <translation>Der Offline-Assistent kann nicht umschreiben: Wählen Sie ein Modell</translation>
    </message>
    <message>
        <source>These {n} words are sent to {receiver}</source>
        <translation>Diese {n} Wörter werden an {receiver} gesendet</translation>
    </message>
    <message>
        <source>These {n} words are sent to {receiver} after you are asked: the note is private ({why})</source>
        <translation>Diese {n} Wörter werden nach einer Rückfrage an {receiver} gesendet: Die Notiz ist privat ({why})</translation>
    </message>
    <message>
        <source>These {n} words stay on this computer</source>
        <translation>Diese {n} Wörter bleiben auf diesem Computer</translation>
    </message>
    <message>
        <source>This note is private ({why}): choose a model on this computer</source>
        <translation>Diese Notiz ist privat ({why}): Wählen Sie ein Modell auf diesem Computer</translation>
    </message>
    <message>
        <source>This note is private ({why}): no model reads it</source>
        <translation>Diese Notiz ist privat ({why}): Kein Modell liest sie</translation>
    </message>
    <message>
        <source>This word is sent to {receiver}</source>
        <translation>Dieses Wort wird an {receiver} gesendet</translation>
    </message>
    <message>
        <source>This word is sent to {receiver} after you are asked: the note is private ({why})</source>
        <translation>Dieses Wort wird nach einer Rückfrage an {receiver} gesendet: Die Notiz ist privat ({why})</translation>
    </message>
    <message>
        <source>This word stays on this computer</source>
        <translation>Dieses Wort bleibt auf diesem Computer</translation>
    </message>
    <message>
        <source>by a rule for private notes</source>
        <translation>durch eine Regel für private Notizen</translation>
    </message>
</context>
<context>
    <name>RowListModel</name>
    <message>
        <source>selected</source>
        <translation>ausgewählt</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>eingeklappt</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>ausgeklappt</translation>
    </message>
</context>
<context>
    <name>RuleDialog</name>
    <message>
        <source>Add Rule</source>
        <translation>Regel hinzufügen</translation>
    </message>
    <message>
        <source>Add a rule</source>
        <translation>Regel hinzufügen</translation>
    </message>
    <message>
        <source>Edit the rule</source>
        <translation>Regel bearbeiten</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
</context>
<context>
    <name>RuleEditor</name>
    <message>
        <source>Add Rule…</source>
        <translation>Regel hinzufügen…</translation>
    </message>
    <message>
        <source>In the settings file: {0}</source>
        <translation>In der Einstellungsdatei: {0}</translation>
    </message>
    <message>
        <source>Removed: {0}</source>
        <translation>Entfernt: {0}</translation>
    </message>
</context>
<context>
    <name>RuleList</name>
    <message>
        <source>Edit…</source>
        <translation>Bearbeiten…</translation>
    </message>
    <message>
        <source>Edit: {0}</source>
        <translation>Bearbeiten: {0}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
</context>
<context>
    <name>SaveNotice</name>
    <message>
        <source>The note of this chat was deleted. The chat is still here.</source>
        <translation>Die Notiz dieses Chats wurde gelöscht. Der Chat ist noch hier.</translation>
    </message>
    <message>
        <source>Save It Again</source>
        <translation>Wieder speichern</translation>
    </message>
    <message>
        <source>The note of this chat could not be saved. {0} The chat itself is stored on this computer.</source>
        <translation>Die Notiz dieses Chats konnte nicht gespeichert werden. {0} Der Chat selbst ist auf diesem Computer gespeichert.</translation>
    </message>
    <message>
        <source>This chat could not be saved. {0}</source>
        <translation>Dieser Chat konnte nicht gespeichert werden. {0}</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>Yes, in {folder}/</source>
        <translation>Ja, in {folder}/</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Ja</translation>
    </message>
    <message>
        <source>Your chats are stored on this computer, outside the vault. Save them as notes in the vault too?</source>
        <translation>Ihre Chats werden auf diesem Computer außerhalb des Vaults gespeichert. Sollen sie auch als Notizen im Vault gespeichert werden?</translation>
    </message>
    <message>
        <source>No</source>
        <translation>Nein</translation>
    </message>
</context>
<context>
    <name>SavedSearches</name>
    <message>
        <source>Enter a search first, then save it.</source>
        <translation>Geben Sie zuerst eine Suche ein, und speichern Sie sie dann.</translation>
    </message>
    <message>
        <source>Search saved. It is listed below the empty search field.</source>
        <translation>Suche gespeichert. Sie steht unter dem leeren Suchfeld.</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Removed the saved search “{name}”.</source>
        <translation>Gespeicherte Suche „{name}“ entfernt.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Query: {query}</source>
        <translation>Suchanfrage: {query}</translation>
    </message>
    <message>
        <source>Rename the saved search</source>
        <translation>Gespeicherte Suche umbenennen</translation>
    </message>
</context>
<context>
    <name>ScopeChoice</name>
    <message>
        <source>Duration of this permission</source>
        <translation>Dauer dieser Erlaubnis</translation>
    </message>
</context>
<context>
    <name>SearchEngineTest</name>
    <message>
        <source>Test</source>
        <translation>Testen</translation>
    </message>
    <message>
        <source>Searches for “{0}”</source>
        <translation>Sucht nach „{0}“</translation>
    </message>
    <message>
        <source>Test the search engine with the word “{0}”</source>
        <translation>Die Suchmaschine mit dem Wort „{0}“ testen</translation>
    </message>
    <message>
        <source>Asking {0}…</source>
        <translation>{0} wird gefragt…</translation>
    </message>
    <message numerus="yes">
        <source>It answers: %n results.</source>
        <translation>
            <numerusform>Sie antwortet: %n Ergebnis.</numerusform>
            <numerusform>Sie antwortet: %n Ergebnisse.</numerusform>
        </translation>
    </message>
    <message>
        <source>It answers, but found nothing.</source>
        <translation>Sie antwortet, hat aber nichts gefunden.</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Leeren</translation>
    </message>
</context>
<context>
    <name>SearchHints</name>
    <message>
        <source>Recent searches and search operators</source>
        <translation>Letzte Suchen und Suchoperatoren</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>Gespeicherte Suchen</translation>
    </message>
    <message>
        <source>Recent searches</source>
        <translation>Letzte Suchen</translation>
    </message>
    <message>
        <source>Search operators</source>
        <translation>Suchoperatoren</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Umbenennen…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
</context>
<context>
    <name>SearchPane</name>
    <message>
        <source>Search all notes</source>
        <translation>Alle Notizen durchsuchen</translation>
    </message>
    <message>
        <source>Search operators</source>
        <translation>Suchoperatoren</translation>
    </message>
</context>
<context>
    <name>SearchResultList</name>
    <message>
        <source>Search results</source>
        <translation>Suchergebnisse</translation>
    </message>
</context>
<context>
    <name>SearchResults</name>
    <message>
        <source>1 more in this note</source>
        <translation>1 weitere in dieser Notiz</translation>
    </message>
    <message>
        <source>{n} more in this note</source>
        <translation>{n} weitere in dieser Notiz</translation>
    </message>
</context>
<context>
    <name>SearchSentence</name>
    <message>
        <source>Click to search with other words</source>
        <translation>Klicken, um mit anderen Wörtern zu suchen</translation>
    </message>
</context>
<context>
    <name>SearchSheet</name>
    <message>
        <source>Search by meaning finds passages that say the same in other words.</source>
        <translation>Die Suche nach Bedeutung findet Textstellen, die dasselbe mit anderen Worten sagen.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Suche</translation>
    </message>
    <message>
        <source>The included model, on this computer</source>
        <translation>Das mitgelieferte Modell, auf diesem Computer</translation>
    </message>
    <message>
        <source>A model on a server</source>
        <translation>Ein Modell auf einem Server</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Index notes for search by meaning with</source>
        <translation>Notizen für die Suche nach Bedeutung indizieren mit</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Server</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Try It</source>
        <translation>Ausprobieren</translation>
    </message>
    <message>
        <source>Use This Model</source>
        <translation>Dieses Modell verwenden</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Nothing leaves this computer. Indexing a large vault takes a while, in the background.</source>
        <translation>Nichts verlässt diesen Computer. Die Indizierung eines großen Vaults dauert eine Weile und läuft im Hintergrund.</translation>
    </message>
    <message>
        <source>Try the model first. Then you see where your notes would be sent.</source>
        <translation>Probieren Sie das Modell zuerst aus. Dann sehen Sie, wohin Ihre Notizen gesendet würden.</translation>
    </message>
    <message>
        <source>Notes are found by their words only.</source>
        <translation>Notizen werden nur nach ihren Wörtern gefunden.</translation>
    </message>
    <message>
        <source>Asking {model}…</source>
        <translation>{model} wird gefragt…</translation>
    </message>
    <message>
        <source>If you use it, all notes that are not private, and your questions, are sent to {host} in parts.</source>
        <translation>Wenn Sie es verwenden, werden alle nicht privaten Notizen und Ihre Fragen in Teilen an {host} gesendet.</translation>
    </message>
</context>
<context>
    <name>SearchSummary</name>
    <message>
        <source>Order</source>
        <translation>Reihenfolge</translation>
    </message>
    <message>
        <source>{n} ms</source>
        <translation>{n} ms</translation>
    </message>
    <message>
        <source>1 passage</source>
        <translation>1 Textstelle</translation>
    </message>
    <message>
        <source>{n} passages</source>
        <translation>{n} Textstellen</translation>
    </message>
    <message>
        <source>Best of about {n}</source>
        <translation>Die besten von etwa {n}</translation>
    </message>
    <message>
        <source>still ranking…</source>
        <translation>wird noch gewichtet…</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Sucht…</translation>
    </message>
    <message>
        <source>Best {shown} of {total}</source>
        <translation>Die besten {shown} von {total}</translation>
    </message>
    <message>
        <source>The best {n}</source>
        <translation>Die besten {n}</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 Notiz</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} Notizen</translation>
    </message>
    <message>
        <source>in the best {shown} of {total} notes</source>
        <translation>in den besten {shown} von {total} Notizen</translation>
    </message>
    <message>
        <source>in the best {n} notes</source>
        <translation>in den besten {n} Notizen</translation>
    </message>
    <message>
        <source>in 1 note</source>
        <translation>in 1 Notiz</translation>
    </message>
    <message>
        <source>in {n} notes</source>
        <translation>in {n} Notizen</translation>
    </message>
    <message>
        <source>Best first</source>
        <translation>Beste zuerst</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Neueste zuerst</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>Älteste zuerst</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Name</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>Alle einklappen</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>Alle ausklappen</translation>
    </message>
    <message>
        <source>Show passages and their ranking</source>
        <translation>Textstellen und ihre Rangfolge zeigen</translation>
    </message>
</context>
<context>
    <name>SearchTestCommand</name>
    <message>
        <source>Search test</source>
        <translation>Suchtest</translation>
    </message>
</context>
<context>
    <name>SearchTestPage</name>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Ask as you would ask an assistant</source>
        <translation>Fragen Sie, wie Sie einen Assistenten fragen würden</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>Wie viele</translation>
    </message>
    <message>
        <source>Best {n}</source>
        <translation>Beste {n}</translation>
    </message>
    <message>
        <source>Search test</source>
        <translation>Suchtest</translation>
    </message>
    <message>
        <source>Index for search by meaning</source>
        <translation>Für die Suche nach Bedeutung indizieren</translation>
    </message>
    <message>
        <source>Nothing can be found by meaning yet</source>
        <translation>Noch ist nichts nach Bedeutung auffindbar</translation>
    </message>
    <message>
        <source>No passages found</source>
        <translation>Keine Textstellen gefunden</translation>
    </message>
    <message>
        <source>Ask with other words.</source>
        <translation>Fragen Sie mit anderen Worten.</translation>
    </message>
    <message>
        <source>Which passages would an answer use?</source>
        <translation>Welche Textstellen würde eine Antwort verwenden?</translation>
    </message>
    <message>
        <source>Type a question. The best passages are listed with the reasons for their rank.</source>
        <translation>Geben Sie eine Frage ein. Die besten Textstellen werden mit den Gründen für ihren Rang aufgeführt.</translation>
    </message>
    <message>
        <source>What a question finds in your notes, and why. The search runs on this computer; nothing is sent.</source>
        <translation>Was eine Frage in Ihren Notizen findet und warum. Die Suche läuft auf diesem Computer; nichts wird gesendet.</translation>
    </message>
    <message>
        <source>What a question finds in your notes, and why. With Meaning on, the question is sent to {server}.</source>
        <translation>Was eine Frage in Ihren Notizen findet und warum. Ist „Bedeutung“ eingeschaltet, wird die Frage an {server} gesendet.</translation>
    </message>
    <message>
        <source>Search by meaning is not part of this installation, so only words are searched.</source>
        <translation>Die Suche nach Bedeutung gehört nicht zu dieser Installation, daher wird nur nach Wörtern gesucht.</translation>
    </message>
    <message>
        <source>1 link with the other notes found</source>
        <translation>1 Link mit den anderen gefundenen Notizen</translation>
    </message>
    <message>
        <source>Changed {when}</source>
        <translation>Geändert {when}</translation>
    </message>
    <message>
        <source>by meaning</source>
        <translation>nach Bedeutung</translation>
    </message>
    <message>
        <source>by meaning: rank {rank}</source>
        <translation>nach Bedeutung: Rang {rank}</translation>
    </message>
    <message>
        <source>by words</source>
        <translation>nach Wörtern</translation>
    </message>
    <message>
        <source>by words and meaning</source>
        <translation>nach Wörtern und Bedeutung</translation>
    </message>
    <message>
        <source>by words: rank {rank}</source>
        <translation>nach Wörtern: Rang {rank}</translation>
    </message>
    <message>
        <source>changed {when}</source>
        <translation>geändert {when}</translation>
    </message>
    <message>
        <source>indexed {when}</source>
        <translation>indiziert {when}</translation>
    </message>
    <message>
        <source>similarity {share}</source>
        <translation>Ähnlichkeit {share}</translation>
    </message>
    <message>
        <source>{n} links with the other notes found</source>
        <translation>{n} Links mit den anderen gefundenen Notizen</translation>
    </message>
    <message>
        <source>{n} ms</source>
        <translation>{n} ms</translation>
    </message>
    <message>
        <source>{n} passage</source>
        <translation>{n} Textstelle</translation>
    </message>
    <message>
        <source>{n} passages</source>
        <translation>{n} Textstellen</translation>
    </message>
</context>
<context>
    <name>SearchWords</name>
    <message>
        <source>Words to search for</source>
        <translation>Suchwörter</translation>
    </message>
    <message>
        <source>Search Again</source>
        <translation>Erneut suchen</translation>
    </message>
    <message>
        <source>Searching again on this computer…</source>
        <translation>Auf diesem Computer wird erneut gesucht…</translation>
    </message>
</context>
<context>
    <name>SendButton</name>
    <message>
        <source>Stop the answer</source>
        <translation>Antwort stoppen</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Stop the answer (Esc)</source>
        <translation>Antwort stoppen (Esc)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>Senden (Enter)</translation>
    </message>
    <message>
        <source>Type a question to send it</source>
        <translation>Geben Sie eine Frage ein, um sie zu senden</translation>
    </message>
</context>
<context>
    <name>ServerCard</name>
    <message>
        <source>Answers then come from this computer only.</source>
        <translation>Antworten kommen dann nur von diesem Computer.</translation>
    </message>
    <message>
        <source>{0} is running on this computer</source>
        <translation>{0} läuft auf diesem Computer</translation>
    </message>
    <message>
        <source>Use {0}</source>
        <translation>{0} verwenden</translation>
    </message>
    <message>
        <source>Choose a Model</source>
        <translation>Modell wählen</translation>
    </message>
    <message>
        <source>Chats now use {0}. Answers come from this computer only.</source>
        <translation>Chats verwenden jetzt {0}. Antworten kommen nur von diesem Computer.</translation>
    </message>
    <message>
        <source>It was added but has no model yet. Download one there first.</source>
        <translation>Er wurde hinzugefügt, hat aber noch kein Modell. Laden Sie dort zuerst eines herunter.</translation>
    </message>
    <message>
        <source>It has no model yet. With a model, answers come from this computer only.</source>
        <translation>Er hat noch kein Modell. Mit einem Modell kommen Antworten nur von diesem Computer.</translation>
    </message>
    <message>
        <source>1 model is ready.</source>
        <translation>1 Modell ist bereit.</translation>
    </message>
    <message>
        <source>{0} models are ready.</source>
        <translation>{0} Modelle sind bereit.</translation>
    </message>
</context>
<context>
    <name>ServerOffer</name>
    <message>
        <source>{0} is running on this computer with 1 model.</source>
        <translation>{0} läuft auf diesem Computer mit 1 Modell.</translation>
    </message>
    <message>
        <source>{0} is running on this computer with {1} models.</source>
        <translation>{0} läuft auf diesem Computer mit {1} Modellen.</translation>
    </message>
    <message>
        <source>{0} is running on this computer, without a model yet.</source>
        <translation>{0} läuft auf diesem Computer, noch ohne Modell.</translation>
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
        <translation>Ein Dialog über dem Fenster oder eine Karte im Chat.</translation>
    </message>
    <message>
        <source>A short sound with each notification.</source>
        <translation>Ein kurzer Ton bei jeder Benachrichtigung.</translation>
    </message>
    <message>
        <source>A tool&apos;s name, or * for all.</source>
        <translation>Der Name eines Werkzeugs, oder * für alle.</translation>
    </message>
    <message>
        <source>AGENTS.md and skills of this vault whose text was read and accepted.</source>
        <translation>AGENTS.md und Skills dieses Vaults, deren Text gelesen und angenommen wurde.</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Angenommen</translation>
    </message>
    <message>
        <source>Add /v1</source>
        <translation>/v1 anhängen</translation>
    </message>
    <message>
        <source>Add /v1 to an address without a version. Off: the address is used as written.</source>
        <translation>/v1 an eine Adresse ohne Version anhängen. Aus: Die Adresse wird verwendet, wie sie geschrieben ist.</translation>
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
        <translation>Agenten</translation>
    </message>
    <message>
        <source>Agents folder</source>
        <translation>Agentenordner</translation>
    </message>
    <message>
        <source>Agents of this vault that were allowed.</source>
        <translation>Agenten dieses Vaults, die erlaubt wurden.</translation>
    </message>
    <message>
        <source>All providers together; 0 for no limit.</source>
        <translation>Alle Anbieter zusammen; 0 für keine Grenze.</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>Erlauben</translation>
    </message>
    <message>
        <source>Allow, ask each time, or deny.</source>
        <translation>Erlauben, jedes Mal fragen oder ablehnen.</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Beantwortet</translation>
    </message>
    <message>
        <source>Anthropic</source>
        <translation>Anthropic</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Aussehen</translation>
    </message>
    <message>
        <source>For example en_GB, de_DE; a word is correct if one of them contains it. Empty for the language of this computer.</source>
        <translation>Zum Beispiel en_GB, de_DE; ein Wort ist richtig, wenn eines davon es enthält. Leer für die Sprache dieses Computers.</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Fragen</translation>
    </message>
    <message>
        <source>Ask for approval in</source>
        <translation>Um Zustimmung fragen in</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Automatisch</translation>
    </message>
    <message>
        <source>Beside the note, as a tab among the notes, or in its own window.</source>
        <translation>Neben der Notiz, als Tab zwischen den Notizen oder im eigenen Fenster.</translation>
    </message>
    <message>
        <source>Brave</source>
        <translation>Brave</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>Karte</translation>
    </message>
    <message>
        <source>Changes older than this can no longer be undone.</source>
        <translation>Änderungen, die älter sind, lassen sich nicht mehr rückgängig machen.</translation>
    </message>
    <message>
        <source>The most characters of one tool result that the model receives; the rest is cut, and the model is told.</source>
        <translation>Die Höchstzahl der Zeichen eines Werkzeugergebnisses, die das Modell erhält; der Rest wird abgeschnitten, und das Modell erfährt es.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Chat folder</source>
        <translation>Chat-Ordner</translation>
    </message>
    <message>
        <source>Chats are stored on this computer, outside the vault. keep: each chat is also a note of the vault; off: it is not; empty: not decided yet.</source>
        <translation>Chats werden auf diesem Computer außerhalb des Vaults gespeichert. keep: jeder Chat ist auch eine Notiz des Vaults; off: keiner ist eine; leer: noch nicht entschieden.</translation>
    </message>
    <message>
        <source>Chats as notes</source>
        <translation>Chats als Notizen</translation>
    </message>
    <message>
        <source>Check spelling</source>
        <translation>Rechtschreibung prüfen</translation>
    </message>
    <message>
        <source>The program keeps running when the last window is closed, if this desktop has a tray.</source>
        <translation>Das Programm läuft weiter, wenn das letzte Fenster geschlossen wird, sofern dieser Desktop einen Infobereich hat.</translation>
    </message>
    <message>
        <source>Codex</source>
        <translation>Codex</translation>
    </message>
    <message>
        <source>Commands folder</source>
        <translation>Befehlsordner</translation>
    </message>
    <message>
        <source>Comments</source>
        <translation>Kommentare</translation>
    </message>
    <message>
        <source>Context window</source>
        <translation>Kontextfenster</translation>
    </message>
    <message>
        <source>Contrast</source>
        <translation>Kontrast</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Created oldest</source>
        <translation>Älteste Erstellung</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Dunkel</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>Tage</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>Ablehnen</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>Desktop</translation>
    </message>
    <message>
        <source>Destination</source>
        <translation>Ziel</translation>
    </message>
    <message>
        <source>Dialog</source>
        <translation>Dialog</translation>
    </message>
    <message>
        <source>Digest</source>
        <translation>Prüfsumme</translation>
    </message>
    <message>
        <source>Dock</source>
        <translation>Angedockt</translation>
    </message>
    <message>
        <source>Dollars a chat</source>
        <translation>Dollar pro Chat</translation>
    </message>
    <message>
        <source>Dollars a day</source>
        <translation>Dollar pro Tag</translation>
    </message>
    <message>
        <source>Dollars an agent a day</source>
        <translation>Dollar pro Agent und Tag</translation>
    </message>
    <message>
        <source>Duckduckgo</source>
        <translation>DuckDuckGo</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>Editor</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Wirkung</translation>
    </message>
    <message>
        <source>Endpoints, by name.</source>
        <translation>Endpunkte, nach Namen.</translation>
    </message>
    <message>
        <source>Environment variable with the key; without one the system&apos;s keyring is used.</source>
        <translation>Umgebungsvariable mit dem Schlüssel; ohne sie wird der Schlüsselbund des Systems verwendet.</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Ordner</translation>
    </message>
    <message>
        <source>Folder of the vault whose folders are skills.</source>
        <translation>Ordner des Vaults, dessen Ordner Skills sind.</translation>
    </message>
    <message>
        <source>Folder of the vault whose notes are agents.</source>
        <translation>Ordner des Vaults, dessen Notizen Agenten sind.</translation>
    </message>
    <message>
        <source>Folder of the vault with a note for each word.</source>
        <translation>Ordner des Vaults mit einer Notiz für jedes Wort.</translation>
    </message>
    <message>
        <source>Folder of the vault with project notes.</source>
        <translation>Ordner des Vaults mit Projektnotizen.</translation>
    </message>
    <message>
        <source>Folder of the vault with quick commands.</source>
        <translation>Ordner des Vaults mit Schnellbefehlen.</translation>
    </message>
    <message>
        <source>For OpenAI kinds: responses or chat. Empty: responses for OpenAI, chat for all others.</source>
        <translation>Für OpenAI-Arten: responses oder chat. Leer: responses für OpenAI, chat für alle anderen.</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Voll</translation>
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
        <translation>Erlaubt</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Hoch</translation>
    </message>
    <message>
        <source>High draws all borders and uses no tinted backgrounds.</source>
        <translation>„Hoch“ zeichnet alle Rahmen und verwendet keine getönten Hintergründe.</translation>
    </message>
    <message>
        <source>Defaults of chats.</source>
        <translation>Vorgaben für Chats.</translation>
    </message>
    <message>
        <source>The mode of a new chat; the menu in the composer explains the modes.</source>
        <translation>Der Modus eines neuen Chats; das Menü im Eingabefeld erklärt die Modi.</translation>
    </message>
    <message>
        <source>How long changes can be undone.</source>
        <translation>Wie lange sich Änderungen rückgängig machen lassen.</translation>
    </message>
    <message>
        <source>The most rounds of tool calls for one question; after that the assistant has to answer.</source>
        <translation>Die Höchstzahl der Werkzeugrunden für eine Frage; danach muss der Assistent antworten.</translation>
    </message>
    <message>
        <source>How much a reasoning model thinks before it answers. Empty leaves it to the model.</source>
        <translation>Wie viel ein Modell mit Denkfunktion vor der Antwort nachdenkt. Leer überlässt es dem Modell.</translation>
    </message>
    <message>
        <source>Spending limits.</source>
        <translation>Ausgabengrenzen.</translation>
    </message>
    <message>
        <source>How notes are listed.</source>
        <translation>Wie Notizen aufgeführt werden.</translation>
    </message>
    <message>
        <source>How notes are written.</source>
        <translation>Wie Notizen geschrieben werden.</translation>
    </message>
    <message>
        <source>How the web is searched.</source>
        <translation>Wie im Web gesucht wird.</translation>
    </message>
    <message>
        <source>How the window looks.</source>
        <translation>Wie das Fenster aussieht.</translation>
    </message>
    <message>
        <source>The name shown for this provider.</source>
        <translation>Der Name, unter dem dieser Anbieter angezeigt wird.</translation>
    </message>
    <message>
        <source>How tools are offered to the model.</source>
        <translation>Wie dem Modell Werkzeuge angeboten werden.</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Eingabe</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Anweisungen</translation>
    </message>
    <message>
        <source>Instructions and values of ChatGPT MD chats that you were shown, with your answer to each.</source>
        <translation>Anweisungen und Werte von ChatGPT-MD-Chats, die Ihnen gezeigt wurden, mit Ihrer Antwort dazu.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Key from environment</source>
        <translation>Schlüssel aus der Umgebung</translation>
    </message>
    <message>
        <source>Key variable</source>
        <translation>Schlüsselvariable</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Tastenkürzel</translation>
    </message>
    <message>
        <source>Shortcuts of the window&apos;s commands, by command name.</source>
        <translation>Tastenkürzel der Befehle des Fensters, nach Befehlsnamen.</translation>
    </message>
    <message>
        <source>Keyboard shortcut that opens quick ask from any program, such as Ctrl+Alt+Space; empty for none.</source>
        <translation>Tastenkürzel, das die Schnellfrage aus jedem Programm öffnet, etwa Ctrl+Alt+Space; leer für keines.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Art</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Sprache</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Sprachen</translation>
    </message>
    <message>
        <source>The base URL of the server, such as http://localhost:8080/v1. Leave empty for the vendor&apos;s own.</source>
        <translation>Die Basis-URL des Servers, etwa http://localhost:8080/v1. Leer lassen für die des Anbieters.</translation>
    </message>
    <message>
        <source>Let the assistant ask to search and read this vault. Not set: the first use asks.</source>
        <translation>Den Assistenten darum bitten lassen, diesen Vault zu durchsuchen und zu lesen. Nicht gesetzt: Bei der ersten Verwendung wird gefragt.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Hell</translation>
    </message>
    <message>
        <source>Lmstudio</source>
        <translation>LM Studio</translation>
    </message>
    <message>
        <source>Local</source>
        <translation>Lokal</translation>
    </message>
    <message>
        <source>Log sessions</source>
        <translation>Sitzungen festhalten</translation>
    </message>
    <message>
        <source>Longest tool result</source>
        <translation>Längstes Werkzeugergebnis</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Niedrig</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Mittel</translation>
    </message>
    <message>
        <source>Megabytes</source>
        <translation>Megabyte</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Gedächtnis</translation>
    </message>
    <message>
        <source>Memory note</source>
        <translation>Gedächtnisnotiz</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Modified oldest</source>
        <translation>Älteste Änderung</translation>
    </message>
    <message>
        <source>Maximum space for earlier versions of notes.</source>
        <translation>Höchster Speicherplatz für frühere Fassungen von Notizen.</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Bewegung</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Name</translation>
    </message>
    <message>
        <source>Chat titles</source>
        <translation>Chat-Titel</translation>
    </message>
    <message>
        <source>Name down</source>
        <translation>Name absteigend</translation>
    </message>
    <message>
        <source>Name of an environment variable that holds the key.</source>
        <translation>Name einer Umgebungsvariable, die den Schlüssel enthält.</translation>
    </message>
    <message>
        <source>Names of other packages&apos; toolsets that are allowed.</source>
        <translation>Namen der erlaubten Werkzeugsätze anderer Pakete.</translation>
    </message>
    <message>
        <source>Native</source>
        <translation>Nativ</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nie</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
    <message>
        <source>None switches animations off.</source>
        <translation>„Keine“ schaltet Animationen aus.</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notizen</translation>
    </message>
    <message>
        <source>Notify</source>
        <translation>Benachrichtigen</translation>
    </message>
    <message>
        <source>The language of the window; notes and answers are not translated.</source>
        <translation>Die Sprache des Fensters; Notizen und Antworten werden nicht übersetzt.</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Aus</translation>
    </message>
    <message>
        <source>Offer to check for updates</source>
        <translation>Suche nach Updates anbieten</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Offline</translation>
    </message>
    <message>
        <source>Ollama</source>
        <translation>Ollama</translation>
    </message>
    <message>
        <source>On battery</source>
        <translation>Im Akkubetrieb</translation>
    </message>
    <message>
        <source>One agent in a day; 0 for no limit.</source>
        <translation>Ein Agent an einem Tag; 0 für keine Grenze.</translation>
    </message>
    <message>
        <source>One conversation; 0 for no limit.</source>
        <translation>Ein Chat; 0 für keine Grenze.</translation>
    </message>
    <message>
        <source>Only files inside it; empty is the whole vault.</source>
        <translation>Nur Dateien darin; leer ist der ganze Vault.</translation>
    </message>
    <message>
        <source>Only tools with this effect, or * for all.</source>
        <translation>Nur Werkzeuge mit dieser Wirkung, oder * für alle.</translation>
    </message>
    <message>
        <source>Only requests to this destination: a host, this-computer, or * for all.</source>
        <translation>Nur Anfragen an dieses Ziel: ein Host, this-computer oder * für alle.</translation>
    </message>
    <message>
        <source>Openai</source>
        <translation>OpenAI</translation>
    </message>
    <message>
        <source>Openai compatible</source>
        <translation>OpenAI-kompatibel</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>Geöffnet</translation>
    </message>
    <message>
        <source>Openrouter</source>
        <translation>OpenRouter</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Ausgabe</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>Angehalten</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>Berechtigungen</translation>
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
        <translation>Vorgabe</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>Preise</translation>
    </message>
    <message>
        <source>Private notes</source>
        <translation>Private Notizen</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Projekt</translation>
    </message>
    <message>
        <source>Projects folder</source>
        <translation>Projektordner</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>Eigenschaft</translation>
    </message>
    <message>
        <source>Providers</source>
        <translation>Anbieter</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Quick ask shortcut</source>
        <translation>Tastenkürzel für die Schnellfrage</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Lesen</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>Nur lesen</translation>
    </message>
    <message>
        <source>Remember unasked</source>
        <translation>Ungefragt merken</translation>
    </message>
    <message>
        <source>Responses</source>
        <translation>Responses</translation>
    </message>
    <message>
        <source>Tool rounds</source>
        <translation>Werkzeugrunden</translation>
    </message>
    <message>
        <source>SHA-256 of the accepted note.</source>
        <translation>SHA-256 der angenommenen Notiz.</translation>
    </message>
    <message>
        <source>SHA-256 of the values that were shown.</source>
        <translation>SHA-256 der Werte, die gezeigt wurden.</translation>
    </message>
    <message>
        <source>Notify when an answer is complete or an approval is required and no window is active.</source>
        <translation>Benachrichtigen, wenn eine Antwort fertig ist oder eine Zustimmung nötig ist und kein Fenster aktiv ist.</translation>
    </message>
    <message>
        <source>SearXNG requires its address, Brave and Tavily require a key, DuckDuckGo neither.</source>
        <translation>SearXNG braucht seine Adresse, Brave und Tavily brauchen einen Schlüssel, DuckDuckGo braucht keins von beiden.</translation>
    </message>
    <message>
        <source>Search by the meaning of notes, in addition to their words.</source>
        <translation>Nach der Bedeutung von Notizen suchen, zusätzlich zu ihren Wörtern.</translation>
    </message>
    <message>
        <source>Search engine</source>
        <translation>Suchmaschine</translation>
    </message>
    <message>
        <source>Searxng</source>
        <translation>SearXNG</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Senden</translation>
    </message>
    <message>
        <source>Sentinel</source>
        <translation>Sentinel</translation>
    </message>
    <message>
        <source>Settings in chat notes</source>
        <translation>Einstellungen in Chat-Notizen</translation>
    </message>
    <message>
        <source>Show an answer while it arrives. Switch this off for servers that cannot stream.</source>
        <translation>Eine Antwort zeigen, während sie eintrifft. Schalten Sie dies für Server aus, die nicht streamen können.</translation>
    </message>
    <message>
        <source>Shows a button here. VaultDesk never checks by itself.</source>
        <translation>Zeigt hier eine Schaltfläche. VaultDesk prüft nie von selbst.</translation>
    </message>
    <message>
        <source>Skills folder</source>
        <translation>Skillordner</translation>
    </message>
    <message>
        <source>Sort notes by</source>
        <translation>Notizen sortieren nach</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Ton</translation>
    </message>
    <message>
        <source>Spending</source>
        <translation>Ausgaben</translation>
    </message>
    <message>
        <source>Permission rules for this vault.</source>
        <translation>Berechtigungsregeln für diesen Vault.</translation>
    </message>
    <message>
        <source>Stay in the tray</source>
        <translation>Im Infobereich bleiben</translation>
    </message>
    <message>
        <source>Stream answers</source>
        <translation>Antworten streamen</translation>
    </message>
    <message>
        <source>Summarize long chats</source>
        <translation>Lange Chats zusammenfassen</translation>
    </message>
    <message>
        <source>System</source>
        <translation>System</translation>
    </message>
    <message>
        <source>System follows the light or dark setting of this computer.</source>
        <translation>„System“ folgt der hellen oder dunklen Einstellung dieses Computers.</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>Tavily</source>
        <translation>Tavily</translation>
    </message>
    <message>
        <source>The agent&apos;s note.</source>
        <translation>Die Notiz des Agenten.</translation>
    </message>
    <message>
        <source>The first question, or a title written by the model, which is sent the first exchange.</source>
        <translation>Die erste Frage oder ein Titel, den das Modell schreibt; dem Modell wird dafür der erste Austausch gesendet.</translation>
    </message>
    <message>
        <source>Folder of the vault for chats and answers that are saved as notes.</source>
        <translation>Der Ordner des Vaults für Chats und Antworten, die als Notizen gespeichert werden.</translation>
    </message>
    <message>
        <source>The folder; the tag without #; the property, as `name` or `name: value`; the note&apos;s path.</source>
        <translation>Der Ordner; das Tag ohne #; die Eigenschaft als `name` oder `name: value`; der Pfad der Notiz.</translation>
    </message>
    <message>
        <source>The model to use unless a chat names another.</source>
        <translation>Das Modell, das verwendet wird, wenn ein Chat kein anderes nennt.</translation>
    </message>
    <message>
        <source>The note with one line for each remembered fact.</source>
        <translation>Die Notiz mit einer Zeile für jede gemerkte Tatsache.</translation>
    </message>
    <message>
        <source>The order of notes in a folder; folders come first.</source>
        <translation>Die Reihenfolge der Notizen in einem Ordner; Ordner kommen zuerst.</translation>
    </message>
    <message>
        <source>The small timer.</source>
        <translation>Der kleine Zeitmesser.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Farbschema</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Nachdenken</translation>
    </message>
    <message>
        <source>Tokens a chat</source>
        <translation>Tokens pro Chat</translation>
    </message>
    <message>
        <source>Tokens a day</source>
        <translation>Tokens pro Tag</translation>
    </message>
    <message>
        <source>Tokens an agent a day</source>
        <translation>Tokens pro Agent und Tag</translation>
    </message>
    <message>
        <source>Tokens of prompt and answer together; 0 for the server&apos;s own value. Ollama receives it with each request.</source>
        <translation>Tokens von Prompt und Antwort zusammen; 0 für den Wert des Servers. Ollama erhält ihn mit jeder Anfrage.</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>Tool calling</source>
        <translation>Werkzeugaufrufe</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Toolsets</source>
        <translation>Werkzeugsätze</translation>
    </message>
    <message>
        <source>Trusted</source>
        <translation>Vertraut</translation>
    </message>
    <message>
        <source>US dollars per million input tokens.</source>
        <translation>US-Dollar je Million Eingabe-Tokens.</translation>
    </message>
    <message>
        <source>US dollars per million output tokens.</source>
        <translation>US-Dollar je Million Ausgabe-Tokens.</translation>
    </message>
    <message>
        <source>Underline words in the editor that are in none of the dictionaries.</source>
        <translation>Wörter im Editor unterstreichen, die in keinem der Wörterbücher stehen.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Vault qa</source>
        <translation>Vault-Fragen</translation>
    </message>
    <message>
        <source>Vaults</source>
        <translation>Vaults</translation>
    </message>
    <message>
        <source>Vaults, by absolute path.</source>
        <translation>Vaults, nach absolutem Pfad.</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Version</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabeln</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modus</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>Web</translation>
    </message>
    <message>
        <source>Prices by model id, for models whose provider gives none.</source>
        <translation>Preise nach Modellkennung, für Modelle, deren Anbieter keine angibt.</translation>
    </message>
    <message>
        <source>What an assistant remembers across conversations.</source>
        <translation>Woran sich ein Assistent über Chats hinweg erinnert.</translation>
    </message>
    <message>
        <source>What makes a note private: its folder, a tag, a property, or its path.</source>
        <translation>Was eine Notiz privat macht: ihr Ordner, ein Tag, eine Eigenschaft oder ihr Pfad.</translation>
    </message>
    <message>
        <source>Messages that no longer fit the model are summarized for it; the chat itself is not changed.</source>
        <translation>Nachrichten, die nicht mehr in das Modell passen, werden für das Modell zusammengefasst; der Chat selbst wird nicht geändert.</translation>
    </message>
    <message>
        <source>What the program does outside its window.</source>
        <translation>Was das Programm außerhalb seines Fensters tut.</translation>
    </message>
    <message>
        <source>When this vault was opened last.</source>
        <translation>Wann dieser Vault zuletzt geöffnet wurde.</translation>
    </message>
    <message>
        <source>The address of SearXNG; optional for the others.</source>
        <translation>Die Adresse von SearXNG; für die anderen optional.</translation>
    </message>
    <message>
        <source>Where prices are known; 0 for no limit.</source>
        <translation>Wo Preise bekannt sind; 0 für keine Grenze.</translation>
    </message>
    <message>
        <source>Folder of the vocabulary.</source>
        <translation>Ordner des Wortschatzes.</translation>
    </message>
    <message>
        <source>Whether a finished session is written as a line into the daily note.</source>
        <translation>Ob eine beendete Sitzung als Zeile in die Tagesnotiz geschrieben wird.</translation>
    </message>
    <message>
        <source>Whether an assistant may propose to remember something without being asked.</source>
        <translation>Ob ein Assistent ungefragt vorschlagen darf, sich etwas zu merken.</translation>
    </message>
    <message>
        <source>Whether it continues on battery power.</source>
        <translation>Ob sie im Akkubetrieb weiterläuft.</translation>
    </message>
    <message>
        <source>Whether indexing for search by meaning is paused.</source>
        <translation>Ob die Indizierung für die Suche nach Bedeutung angehalten ist.</translation>
    </message>
    <message>
        <source>Which notes are private.</source>
        <translation>Welche Notizen privat sind.</translation>
    </message>
    <message>
        <source>The protocol that the endpoint uses.</source>
        <translation>Das Protokoll, das der Endpunkt verwendet.</translation>
    </message>
    <message>
        <source>The agent of a new chat; empty for the default assistant.</source>
        <translation>Der Agent eines neuen Chats; leer für den Standardassistenten.</translation>
    </message>
    <message>
        <source>The default model, as provider/model.</source>
        <translation>Das Standardmodell, als provider/model.</translation>
    </message>
    <message>
        <source>Version of the format of this file.</source>
        <translation>Version des Formats dieser Datei.</translation>
    </message>
    <message>
        <source>When the agent was allowed.</source>
        <translation>Wann der Agent erlaubt wurde.</translation>
    </message>
    <message>
        <source>When the values were shown and answered.</source>
        <translation>Wann die Werte gezeigt und beantwortet wurden.</translation>
    </message>
    <message>
        <source>Whether the values are used.</source>
        <translation>Ob die Werte verwendet werden.</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>Xml</source>
        <translation>XML</translation>
    </message>
    <message>
        <source>built-in, off, or PROVIDER/MODEL of a server that makes embeddings.</source>
        <translation>built-in, off oder PROVIDER/MODEL eines Servers, der Embeddings erzeugt.</translation>
    </message>
    <message>
        <source>keep: text between %% and %% stays on this computer; send: it is sent with its note.</source>
        <translation>keep: Text zwischen %% und %% bleibt auf diesem Computer; send: er wird mit seiner Notiz gesendet.</translation>
    </message>
    <message>
        <source>never: no model reads it; local: only models on this computer; ask: you are asked each time.</source>
        <translation>never: kein Modell liest sie; local: nur Modelle auf diesem Computer; ask: Sie werden jedes Mal gefragt.</translation>
    </message>
    <message>
        <source>read-only, ask, edit (agents change notes in their folders without asking) or trusted.</source>
        <translation>read-only, ask, edit (Agenten ändern Notizen in ihren Ordnern ohne Nachfrage) oder trusted.</translation>
    </message>
</context>
<context>
    <name>SettingsForm</name>
    <message>
        <source>None</source>
        <translation>Keine</translation>
    </message>
</context>
<context>
    <name>SettingsNavigation</name>
    <message>
        <source>Find a setting</source>
        <translation>Einstellung suchen</translation>
    </message>
    <message>
        <source>No settings match.</source>
        <translation>Keine Einstellung passt.</translation>
    </message>
    <message>
        <source>Settings pages</source>
        <translation>Seiten der Einstellungen</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Done</source>
        <translation>Fertig</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
</context>
<context>
    <name>ShortcutsSheet</name>
    <message>
        <source>Keyboard</source>
        <translation>Tastatur</translation>
    </message>
    <message>
        <source>All commands and their shortcuts. Type a name, or press keys in the field.</source>
        <translation>Alle Befehle und ihre Tastenkürzel. Tippen Sie einen Namen, oder drücken Sie Tasten im Feld.</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Befehl suchen</translation>
    </message>
    <message>
        <source>Name or shortcut of a command</source>
        <translation>Name oder Tastenkürzel eines Befehls</translation>
    </message>
    <message>
        <source>Commands and their shortcuts</source>
        <translation>Befehle und ihre Tastenkürzel</translation>
    </message>
    <message>
        <source>New shortcut</source>
        <translation>Neues Tastenkürzel</translation>
    </message>
    <message>
        <source>Change Shortcut</source>
        <translation>Tastenkürzel ändern</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Wiederherstellen</translation>
    </message>
    <message>
        <source>Restore all</source>
        <translation>Alle wiederherstellen</translation>
    </message>
    <message>
        <source>Use It Anyway</source>
        <translation>Trotzdem verwenden</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>Press the new shortcut for “{0}”. Backspace removes it, Esc cancels.</source>
        <translation>Drücken Sie das neue Tastenkürzel für „{0}“. Rücktaste entfernt es, Esc bricht ab.</translation>
    </message>
    <message>
        <source>{0} is the shortcut of “{1}”, which would then have none.</source>
        <translation>{0} ist das Tastenkürzel von „{1}“, das dann keines hätte.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Suchen</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privatsphäre</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>Vault</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Fenster</translation>
    </message>
    <message>
        <source>A single key is needed for typing. Combine it with Ctrl or Alt, or use F1 to F12.</source>
        <translation>Eine einzelne Taste wird zum Tippen gebraucht. Kombinieren Sie sie mit Strg oder Alt, oder verwenden Sie F1 bis F12.</translation>
    </message>
    <message>
        <source>This shortcut is needed in text fields. Choose another one.</source>
        <translation>Dieses Tastenkürzel wird in Textfeldern gebraucht. Wählen Sie ein anderes.</translation>
    </message>
</context>
<context>
    <name>Shutdown</name>
    <message>
        <source>Close without saving</source>
        <translation>Schließen ohne Speichern</translation>
    </message>
    <message>
        <source>Quit without saving</source>
        <translation>Beenden ohne Speichern</translation>
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
        <translation>Der Export, wie Sie ihn heruntergeladen haben (.zip), oder sein entpackter Ordner.</translation>
    </message>
    <message>
        <source>Obsidian Copilot, ChatGPT MD, Gemini Scribe</source>
        <translation>Obsidian Copilot, ChatGPT MD, Gemini Scribe</translation>
    </message>
    <message>
        <source>One chat note, or a folder of them.</source>
        <translation>Eine Chat-Notiz oder ein Ordner davon.</translation>
    </message>
</context>
<context>
    <name>SourceChip</name>
    <message>
        <source>{note} (no longer exists)</source>
        <translation>{note} (existiert nicht mehr)</translation>
    </message>
</context>
<context>
    <name>SourceRow</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Link kopieren</translation>
    </message>
</context>
<context>
    <name>SpellChecker</name>
    <message>
        <source>Also installed: {languages}.</source>
        <translation>Auch installiert: {languages}.</translation>
    </message>
    <message>
        <source>In use: {languages}.</source>
        <translation>In Gebrauch: {languages}.</translation>
    </message>
    <message>
        <source>No spell checker was found. Install the package libenchant-2-2 and a dictionary, such as hunspell-en-us, then reopen Settings.</source>
        <translation>Es wurde keine Rechtschreibprüfung gefunden. Installieren Sie das Paket libenchant-2-2 und ein Wörterbuch wie hunspell-de-de, und öffnen Sie die Einstellungen erneut.</translation>
    </message>
    <message>
        <source>No spell checker was found: VaultDesk cannot use that of macOS or Windows.</source>
        <translation>Es wurde keine Rechtschreibprüfung gefunden: VaultDesk kann die von macOS oder Windows nicht verwenden.</translation>
    </message>
    <message>
        <source>A spell checker is installed, but no dictionary. Install one, such as the package hunspell-en-us.</source>
        <translation>Eine Rechtschreibprüfung ist installiert, aber kein Wörterbuch. Installieren Sie eines, etwa das Paket hunspell-de-de.</translation>
    </message>
    <message>
        <source>No dictionary is installed for these languages. Installed: {languages}.</source>
        <translation>Für diese Sprachen ist kein Wörterbuch installiert. Installiert: {languages}.</translation>
    </message>
    <message>
        <source>No dictionary is installed for {languages}.</source>
        <translation>Für {languages} ist kein Wörterbuch installiert.</translation>
    </message>
</context>
<context>
    <name>SpellingCard</name>
    <message>
        <source>Spelling</source>
        <translation>Rechtschreibung</translation>
    </message>
</context>
<context>
    <name>SpellingMenu</name>
    <message>
        <source>Remove from dictionary</source>
        <translation>Aus dem Wörterbuch entfernen</translation>
    </message>
    <message>
        <source>This note is read-only here.</source>
        <translation>Diese Notiz ist hier schreibgeschützt.</translation>
    </message>
    <message>
        <source>No suggestions</source>
        <translation>Keine Vorschläge</translation>
    </message>
    <message>
        <source>Add to dictionary</source>
        <translation>Zum Wörterbuch hinzufügen</translation>
    </message>
    <message>
        <source>Ignore in this note</source>
        <translation>In dieser Notiz übergehen</translation>
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
        <translation>Suche nach Bedeutung</translation>
    </message>
    <message>
        <source>What left this computer</source>
        <translation>Was diesen Computer verließ</translation>
    </message>
    <message>
        <source>Pomodoro</source>
        <translation>Pomodoro</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modell</translation>
    </message>
    <message>
        <source>No vault</source>
        <translation>Kein Vault</translation>
    </message>
    <message>
        <source>Opening {0}…</source>
        <translation>{0} wird geöffnet…</translation>
    </message>
    <message>
        <source>answers on this computer</source>
        <translation>antwortet auf diesem Computer</translation>
    </message>
    <message>
        <source>answers over the network</source>
        <translation>antwortet über das Netzwerk</translation>
    </message>
</context>
<context>
    <name>StatusMenus</name>
    <message>
        <source>Search index</source>
        <translation>Suchindex</translation>
    </message>
    <message>
        <source>Compare with the folder now</source>
        <translation>Jetzt mit dem Ordner vergleichen</translation>
    </message>
    <message>
        <source>Rebuild the index</source>
        <translation>Index neu aufbauen</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>Nicht lesbar</translation>
    </message>
    <message>
        <source>More about the index</source>
        <translation>Mehr über den Index</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Aktivität</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>und {0} weitere</translation>
    </message>
</context>
<context>
    <name>SubmitController</name>
    <message>
        <source>Another answer is in progress. Wait for it or stop it, then ask again.</source>
        <translation>Eine andere Antwort entsteht gerade. Warten Sie darauf, oder stoppen Sie sie, und fragen Sie dann erneut.</translation>
    </message>
</context>
<context>
    <name>SuggestionRow</name>
    <message>
        <source>Ask: {0}</source>
        <translation>Fragen: {0}</translation>
    </message>
</context>
<context>
    <name>Suggestions</name>
    <message>
        <source>Ask about your notes</source>
        <translation>Zu Ihren Notizen fragen</translation>
    </message>
    <message>
        <source>Answers quote the notes they use. You are asked before a note leaves this computer.</source>
        <translation>Antworten zitieren die verwendeten Notizen. Sie werden gefragt, bevor eine Notiz diesen Computer verlässt.</translation>
    </message>
    <message>
        <source>Ask about 1 note</source>
        <translation>Zu 1 Notiz fragen</translation>
    </message>
    <message>
        <source>Ask about {0} notes</source>
        <translation>Zu {0} Notizen fragen</translation>
    </message>
    <message>
        <source>What does “{0}” say?</source>
        <translation>Was sagt „{0}“?</translation>
    </message>
    <message>
        <source>{0} · changed {1}</source>
        <translation>{0} · geändert {1}</translation>
    </message>
    <message>
        <source>Vault root</source>
        <translation>Oberste Ebene des Vaults</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>gestern</translation>
    </message>
</context>
<context>
    <name>SwitcherPopup</name>
    <message>
        <source>Your notes are still being read.</source>
        <translation>Ihre Notizen werden noch gelesen.</translation>
    </message>
    <message>
        <source>Go to a note</source>
        <translation>Zu einer Notiz</translation>
    </message>
    <message>
        <source>Find a note by its name</source>
        <translation>Eine Notiz nach Namen finden</translation>
    </message>
    <message>
        <source>Find or create a note…</source>
        <translation>Notiz finden oder erstellen…</translation>
    </message>
    <message>
        <source>Notes found</source>
        <translation>Gefundene Notizen</translation>
    </message>
    <message>
        <source>No matches.</source>
        <translation>Keine Treffer.</translation>
    </message>
    <message>
        <source>There are no other notes yet. Type a name to create one.</source>
        <translation>Es gibt noch keine anderen Notizen. Tippen Sie einen Namen, um eine anzulegen.</translation>
    </message>
    <message>
        <source>open</source>
        <translation>öffnen</translation>
    </message>
    <message>
        <source>in a new tab</source>
        <translation>in neuem Tab</translation>
    </message>
    <message>
        <source>to the side</source>
        <translation>daneben</translation>
    </message>
    <message>
        <source>headings</source>
        <translation>Überschriften</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>close</source>
        <translation>schließen</translation>
    </message>
</context>
<context>
    <name>TabCloseButton</name>
    <message>
        <source>Unpin tab</source>
        <translation>Tab lösen</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Tab schließen</translation>
    </message>
</context>
<context>
    <name>TabStrip</name>
    <message>
        <source>Open notes</source>
        <translation>Offene Notizen</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Tab schließen</translation>
    </message>
</context>
<context>
    <name>TagRenamer</name>
    <message>
        <source>{n} notes have this tag, but at most {most} can be changed at once.</source>
        <translation>{n} Notizen haben dieses Tag, aber höchstens {most} lassen sich auf einmal ändern.</translation>
    </message>
    <message>
        <source>1 note has this tag or a nested tag. You see the change before it is made.</source>
        <translation>1 Notiz hat dieses Tag oder ein untergeordnetes. Sie sehen die Änderung, bevor sie erfolgt.</translation>
    </message>
    <message>
        <source>{n} notes have this tag or a nested tag. You see every change before it is made.</source>
        <translation>{n} Notizen haben dieses Tag oder ein untergeordnetes. Sie sehen jede Änderung, bevor sie erfolgt.</translation>
    </message>
    <message>
        <source>Rename the tag #{tag}</source>
        <translation>Tag #{tag} umbenennen</translation>
    </message>
    <message>
        <source>Renamed #{tag} to #{name} in 1 note.</source>
        <translation>#{tag} wurde in 1 Notiz in #{name} umbenannt.</translation>
    </message>
    <message>
        <source>Renamed #{tag} to #{name} in {n} notes.</source>
        <translation>#{tag} wurde in {n} Notizen in #{name} umbenannt.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>No note was changed.</source>
        <translation>Keine Notiz wurde geändert.</translation>
    </message>
</context>
<context>
    <name>TagsPane</name>
    <message>
        <source>Filter the tags</source>
        <translation>Tags filtern</translation>
    </message>
    <message>
        <source>Sort order of tags</source>
        <translation>Sortierung der Tags</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Tags</translation>
    </message>
    <message>
        <source>No matching tag</source>
        <translation>Kein passendes Tag</translation>
    </message>
    <message>
        <source>No tag in this vault contains this text.</source>
        <translation>Kein Tag in diesem Vault enthält diesen Text.</translation>
    </message>
    <message>
        <source>No tags yet</source>
        <translation>Noch keine Tags</translation>
    </message>
    <message>
        <source>Tags you write in notes, such as #idea, are listed here.</source>
        <translation>Tags, die Sie in Notizen schreiben, etwa #idee, werden hier aufgeführt.</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Nach Name</translation>
    </message>
    <message>
        <source>Most notes first</source>
        <translation>Meiste Notizen zuerst</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>Alle ausklappen</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>Alle einklappen</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Tag</translation>
    </message>
    <message>
        <source>Search for it</source>
        <translation>Danach suchen</translation>
    </message>
    <message>
        <source>Add to the search</source>
        <translation>Zur Suche hinzufügen</translation>
    </message>
    <message>
        <source>Rename in all notes…</source>
        <translation>In allen Notizen umbenennen…</translation>
    </message>
</context>
<context>
    <name>TemplatePicker</name>
    <message>
        <source>First open the note that the template is for.</source>
        <translation>Öffnen Sie zuerst die Notiz, für die die Vorlage bestimmt ist.</translation>
    </message>
    <message>
        <source>There are no templates in “{folder}”.</source>
        <translation>In „{folder}“ gibt es keine Vorlagen.</translation>
    </message>
    <message>
        <source>No folder for templates is set.</source>
        <translation>Kein Ordner für Vorlagen ist eingestellt.</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Ordner wählen…</translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>Anderer Ordner…</translation>
    </message>
    <message>
        <source>Templates</source>
        <translation>Vorlagen</translation>
    </message>
    <message>
        <source>Which template?</source>
        <translation>Welche Vorlage?</translation>
    </message>
    <message>
        <source>Folder for templates</source>
        <translation>Ordner für Vorlagen</translation>
    </message>
    <message>
        <source>In which folder are your templates?</source>
        <translation>In welchem Ordner sind Ihre Vorlagen?</translation>
    </message>
</context>
<context>
    <name>TextCell</name>
    <message>
        <source>Empty</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>Choose a day</source>
        <translation>Tag wählen</translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Close this message</source>
        <translation>Diese Meldung schließen</translation>
    </message>
</context>
<context>
    <name>ToolChecklist</name>
    <message>
        <source>All tools, including ones added later</source>
        <translation>Alle Werkzeuge, auch später hinzukommende</translation>
    </message>
    <message>
        <source>Only selected tools</source>
        <translation>Nur ausgewählte Werkzeuge</translation>
    </message>
    <message>
        <source>Deleting and bulk changes</source>
        <translation>Löschen und Massenänderungen</translation>
    </message>
    <message>
        <source>Changing notes</source>
        <translation>Notizen ändern</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Netzwerk</translation>
    </message>
    <message>
        <source>Finding and reading</source>
        <translation>Finden und lesen</translation>
    </message>
</context>
<context>
    <name>ToolLine</name>
    <message>
        <source>Show arguments and result</source>
        <translation>Argumente und Ergebnis zeigen</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumente</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Nothing yet.</source>
        <translation>Noch nichts.</translation>
    </message>
</context>
<context>
    <name>ToolListSection</name>
    <message>
        <source>Find a tool</source>
        <translation>Werkzeug suchen</translation>
    </message>
    <message>
        <source>No tools match.</source>
        <translation>Kein Werkzeug passt.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Werkzeuge</translation>
    </message>
    <message>
        <source>changes notes</source>
        <translation>ändert Notizen</translation>
    </message>
    <message>
        <source>deletes notes</source>
        <translation>löscht Notizen</translation>
    </message>
    <message>
        <source>reads notes</source>
        <translation>liest Notizen</translation>
    </message>
    <message>
        <source>uses no notes</source>
        <translation>verwendet keine Notizen</translation>
    </message>
    <message>
        <source>uses the network</source>
        <translation>nutzt das Netzwerk</translation>
    </message>
</context>
<context>
    <name>ToolText</name>
    <message>
        <source>you skipped it</source>
        <translation>von Ihnen übersprungen</translation>
    </message>
    <message>
        <source>Asked you</source>
        <translation>Sie gefragt</translation>
    </message>
    <message>
        <source>Read notes</source>
        <translation>Notizen lesen</translation>
    </message>
    <message>
        <source>Read {0} of {1} notes</source>
        <translation>{0} von {1} Notizen gelesen</translation>
    </message>
    <message>
        <source>Read {n} note</source>
        <translation>{n} Notiz gelesen</translation>
    </message>
    <message>
        <source>Read {n} notes</source>
        <translation>{n} Notizen gelesen</translation>
    </message>
    <message>
        <source>Reading a note</source>
        <translation>Liest eine Notiz</translation>
    </message>
    <message>
        <source>Reading {n} notes</source>
        <translation>Liest {n} Notizen</translation>
    </message>
    <message>
        <source>Search notes</source>
        <translation>Notizen durchsuchen</translation>
    </message>
    <message>
        <source>Searched notes</source>
        <translation>Notizen durchsucht</translation>
    </message>
    <message>
        <source>Searching notes</source>
        <translation>Durchsucht Notizen</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Werkzeug</translation>
    </message>
    <message>
        <source>invalid arguments</source>
        <translation>ungültige Argumente</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fehlgeschlagen</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>ausgelassen</translation>
    </message>
    <message>
        <source>no answer after {0}</source>
        <translation>keine Antwort nach {0}</translation>
    </message>
    <message>
        <source>no such tool</source>
        <translation>kein solches Werkzeug</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>nicht erlaubt</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>nicht gefunden</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>nichts gefunden</translation>
    </message>
    <message>
        <source>read</source>
        <translation>gelesen</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>gesendet</translation>
    </message>
    <message>
        <source>sent {0}</source>
        <translation>{0} gesendet</translation>
    </message>
    <message>
        <source>stayed here</source>
        <translation>blieb hier</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>gestoppt</translation>
    </message>
    <message>
        <source>too many calls</source>
        <translation>zu viele Aufrufe</translation>
    </message>
    <message>
        <source>waiting for you</source>
        <translation>wartet auf Sie</translation>
    </message>
    <message>
        <source>written, not confirmed</source>
        <translation>geschrieben, nicht bestätigt</translation>
    </message>
    <message>
        <source>you left out {0}</source>
        <translation>von Ihnen ausgelassen: {0}</translation>
    </message>
    <message>
        <source>refused by you</source>
        <translation>von Ihnen abgelehnt</translation>
    </message>
    <message>
        <source>{0} found</source>
        <translation>{0} gefunden</translation>
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
        <translation>{n} Treffer</translation>
    </message>
    <message>
        <source>{n} matches</source>
        <translation>{n} Treffer</translation>
    </message>
    <message>
        <source>{n} token</source>
        <translation>{n} Token</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} Tokens</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>„{0}“</translation>
    </message>
    <message>
        <source>1 link repaired</source>
        <translation>1 Link repariert</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Geändert</translation>
    </message>
    <message>
        <source>Changed nothing</source>
        <translation>Nichts geändert</translation>
    </message>
    <message>
        <source>Changed {0} notes</source>
        <translation>{0} Notizen geändert</translation>
    </message>
    <message>
        <source>Changed {0} of {1} notes</source>
        <translation>{0} von {1} Notizen geändert</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Erstellt</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>Gelöscht</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>Verschoben</translation>
    </message>
    <message>
        <source>Renamed</source>
        <translation>Umbenannt</translation>
    </message>
    <message>
        <source>changed by another program</source>
        <translation>von einem anderen Programm geändert</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>von Ihnen bearbeitet</translation>
    </message>
    <message>
        <source>not all written</source>
        <translation>nicht alles geschrieben</translation>
    </message>
    <message>
        <source>partly left out by you</source>
        <translation>teilweise von Ihnen ausgelassen</translation>
    </message>
    <message>
        <source>{0} left out by you</source>
        <translation>{0} von Ihnen ausgelassen</translation>
    </message>
    <message>
        <source>{0} links repaired</source>
        <translation>{0} Links repariert</translation>
    </message>
</context>
<context>
    <name>Toolbar</name>
    <message>
        <source>No vault</source>
        <translation>Kein Vault</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>Vault</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Notiz</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Pane shown</source>
        <translation>Gezeigter Bereich</translation>
    </message>
    <message>
        <source>{0}
{1} and a click open it in a new window.</source>
        <translation>{0}
{1} und ein Klick öffnen ihn in einem neuen Fenster.</translation>
    </message>
</context>
<context>
    <name>ToolsetCard</name>
    <message>
        <source>Toolsets from other packages</source>
        <translation>Werkzeugsätze aus anderen Paketen</translation>
    </message>
    <message>
        <source>A toolset is code from another package and runs with your user rights. Its tools need the same approvals as built-in tools. Changes take effect after a restart.</source>
        <translation>Ein Werkzeugsatz ist Code aus einem anderen Paket und läuft mit Ihren Benutzerrechten. Seine Werkzeuge brauchen dieselben Zustimmungen wie eingebaute Werkzeuge. Änderungen gelten nach einem Neustart.</translation>
    </message>
    <message>
        <source>None is installed.</source>
        <translation>Keiner ist installiert.</translation>
    </message>
    <message>
        <source>not installed</source>
        <translation>nicht installiert</translation>
    </message>
    <message>
        <source>Update its package or report this to its developers. The other tools can be used.</source>
        <translation>Aktualisieren Sie sein Paket, oder melden Sie dies seinen Entwicklern. Die anderen Werkzeuge können verwendet werden.</translation>
    </message>
    <message>
        <source>Update its package or report this to its developers.</source>
        <translation>Aktualisieren Sie sein Paket, oder melden Sie dies seinen Entwicklern.</translation>
    </message>
    <message>
        <source>Install its package, or switch the toolset off.</source>
        <translation>Installieren Sie sein Paket, oder schalten Sie den Werkzeugsatz aus.</translation>
    </message>
</context>
<context>
    <name>TranscriptView</name>
    <message>
        <source>Conversation</source>
        <translation>Chat</translation>
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
        <translation>VaultDesk: Eine Antwort entsteht gerade</translation>
    </message>
    <message>
        <source>VaultDesk: a request is waiting for your approval</source>
        <translation>VaultDesk: Eine Anfrage wartet auf Ihre Zustimmung</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Schnellfrage</translation>
    </message>
    <message>
        <source>Open VaultDesk</source>
        <translation>VaultDesk öffnen</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Quit VaultDesk</source>
        <translation>VaultDesk beenden</translation>
    </message>
</context>
<context>
    <name>UndoAction</name>
    <message>
        <source>Redone: {notes}.</source>
        <translation>Wiederholt: {notes}.</translation>
    </message>
    <message>
        <source>Undone: {notes}.</source>
        <translation>Rückgängig gemacht: {notes}.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} Notizen</translation>
    </message>
</context>
<context>
    <name>UndoBanner</name>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>UndoConflict</name>
    <message>
        <source>1 conflict</source>
        <translation>1 Konflikt</translation>
    </message>
    <message>
        <source>Both changed these lines</source>
        <translation>Beide haben diese Zeilen geändert</translation>
    </message>
    <message>
        <source>is not changed</source>
        <translation>wird nicht geändert</translation>
    </message>
    <message>
        <source>{0} conflicts</source>
        <translation>{0} Konflikte</translation>
    </message>
    <message>
        <source>{0}: − is the current text, + the earlier text</source>
        <translation>{0}: − ist der jetzige Text, + der frühere Text</translation>
    </message>
</context>
<context>
    <name>UndoConflictDialog</name>
    <message>
        <source>This note has changed since</source>
        <translation>Diese Notiz hat sich seitdem geändert</translation>
    </message>
    <message>
        <source>These notes have changed since</source>
        <translation>Diese Notizen haben sich seitdem geändert</translation>
    </message>
    <message>
        <source>What has changed since</source>
        <translation>Änderungen seitdem</translation>
    </message>
    <message>
        <source>Which version</source>
        <translation>Welche Fassung</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Zusammenführen</translation>
    </message>
    <message>
        <source>{0} was not done. Nothing was changed.</source>
        <translation>{0} wurde nicht ausgeführt. Nichts wurde geändert.</translation>
    </message>
    <message>
        <source>With both merged</source>
        <translation>Beides zusammengeführt</translation>
    </message>
    <message>
        <source>Conflicting changes</source>
        <translation>Widersprüchliche Änderungen</translation>
    </message>
    <message>
        <source>Merging undoes the change and keeps later changes.</source>
        <translation>Zusammenführen macht die Änderung rückgängig und behält spätere Änderungen.</translation>
    </message>
    <message>
        <source>The same lines have changed since, so they cannot be merged automatically. Change them in the note.</source>
        <translation>Dieselben Zeilen haben sich seitdem geändert und lassen sich daher nicht automatisch zusammenführen. Ändern Sie sie in der Notiz.</translation>
    </message>
    <message>
        <source>Open {0}</source>
        <translation>{0} öffnen</translation>
    </message>
</context>
<context>
    <name>UpdateCard</name>
    <message>
        <source>Check Now</source>
        <translation>Jetzt prüfen</translation>
    </message>
    <message>
        <source>Open Download Page</source>
        <translation>Downloadseite öffnen</translation>
    </message>
    <message>
        <source>Only released builds can check for updates. Look for a newer version where you got this one; update a checkout with git pull.</source>
        <translation>Nur veröffentlichte Builds können nach Updates suchen. Suchen Sie eine neuere Version dort, woher Sie diese haben; einen Checkout aktualisieren Sie mit git pull.</translation>
    </message>
    <message>
        <source>Check Now fetches only {address} and downloads no program. The request is the same for every user and contains nothing about you, your notes or your version. The site sees your IP address.</source>
        <translation>„Jetzt prüfen“ ruft nur {address} ab und lädt kein Programm herunter. Die Anfrage ist für alle Benutzer gleich und enthält nichts über Sie, Ihre Notizen oder Ihre Version. Die Website sieht Ihre IP-Adresse.</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>Updates</translation>
    </message>
    <message>
        <source>Asking {host}…</source>
        <translation>{host} wird gefragt…</translation>
    </message>
    <message>
        <source>VaultDesk could not check for a newer version.</source>
        <translation>VaultDesk konnte nicht nach einer neueren Version suchen.</translation>
    </message>
    <message>
        <source>VaultDesk {version} is up to date. The newest version is {newest}, released on {day}.</source>
        <translation>VaultDesk {version} ist aktuell. Die neueste Version ist {newest}, erschienen am {day}.</translation>
    </message>
    <message>
        <source>VaultDesk {newest} was released on {day}. You have {version}.</source>
        <translation>VaultDesk {newest} ist am {day} erschienen. Sie haben {version}.</translation>
    </message>
    <message>
        <source>In your browser, at {host}</source>
        <translation>In Ihrem Browser, bei {host}</translation>
    </message>
</context>
<context>
    <name>UrlHandler</name>
    <message>
        <source>Too many links were opened at once. This one was ignored.</source>
        <translation>Zu viele Links wurden auf einmal geöffnet. Dieser wurde ignoriert.</translation>
    </message>
    <message>
        <source>Open a vault first: the link does not name one.</source>
        <translation>Öffnen Sie zuerst einen Vault: Der Link nennt keinen.</translation>
    </message>
    <message>
        <source>There is no note “{0}” in this vault.</source>
        <translation>In diesem Vault gibt es keine Notiz „{0}“.</translation>
    </message>
    <message>
        <source>Another link is already proposing a note. This one was ignored.</source>
        <translation>Ein anderer Link schlägt schon eine Notiz vor. Dieser wurde ignoriert.</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Unbenannt</translation>
    </message>
    <message>
        <source>A link filled in this question. Read it before you send it.</source>
        <translation>Ein Link hat diese Frage eingetragen. Lesen Sie sie, bevor Sie sie senden.</translation>
    </message>
    <message>
        <source>Go to the question</source>
        <translation>Zur Frage</translation>
    </message>
    <message>
        <source>A link proposes the question “{0}”</source>
        <translation>Ein Link schlägt die Frage „{0}“ vor</translation>
    </message>
    <message>
        <source>Replace the current question</source>
        <translation>Jetzige Frage ersetzen</translation>
    </message>
</context>
<context>
    <name>UseProviderRow</name>
    <message>
        <source>Use in Chats</source>
        <translation>In Chats verwenden</translation>
    </message>
    <message>
        <source>Chats use this provider now.</source>
        <translation>Chats verwenden jetzt diesen Anbieter.</translation>
    </message>
    <message>
        <source>Chats use {0} now.</source>
        <translation>Chats verwenden jetzt {0}.</translation>
    </message>
</context>
<context>
    <name>VaultList</name>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Open {0}</source>
        <translation>{0} öffnen</translation>
    </message>
    <message>
        <source>last used today</source>
        <translation>zuletzt heute verwendet</translation>
    </message>
    <message>
        <source>last used {0}</source>
        <translation>zuletzt verwendet am {0}</translation>
    </message>
    <message>
        <source>last used in {0}</source>
        <translation>zuletzt verwendet {0}</translation>
    </message>
</context>
<context>
    <name>VaultStatus</name>
    <message>
        <source>A newer version of VaultDesk has stored records of this vault. They are not changed. This version stores its own, so changes made and texts sent with the newer version are not listed here.</source>
        <translation>Eine neuere Version von VaultDesk hat zu diesem Vault Protokolle gespeichert. Sie werden nicht geändert. Diese Version speichert eigene; was mit der neueren Version geändert oder gesendet wurde, ist hier daher nicht aufgeführt.</translation>
    </message>
    <message>
        <source>Rebuild it</source>
        <translation>Neu aufbauen</translation>
    </message>
    <message>
        <source>Nothing sent today</source>
        <translation>Heute nichts gesendet</translation>
    </message>
</context>
<context>
    <name>VaultViews</name>
    <message>
        <source>The note “{name}” no longer exists.</source>
        <translation>Die Notiz „{name}“ existiert nicht mehr.</translation>
    </message>
</context>
<context>
    <name>VaultWindow</name>
    <message>
        <source>A note could not be saved, so it stays open.</source>
        <translation>Eine Notiz konnte nicht gespeichert werden, daher bleibt sie geöffnet.</translation>
    </message>
    <message>
        <source>Continue without saving</source>
        <translation>Ohne Speichern fortfahren</translation>
    </message>
    <message>
        <source>Find the Folder…</source>
        <translation>Ordner suchen…</translation>
    </message>
    <message>
        <source>Look around in the welcome vault</source>
        <translation>Im Willkommens-Vault umsehen</translation>
    </message>
    <message>
        <source>The folder {folder} was last found on {day}.</source>
        <translation>Der Ordner {folder} wurde zuletzt am {day} gefunden.</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>Erneut versuchen</translation>
    </message>
    <message>
        <source>It may have been moved, or its drive may not be connected.</source>
        <translation>Er wurde vielleicht verschoben, oder sein Laufwerk ist nicht verbunden.</translation>
    </message>
    <message>
        <source>Your chats and settings are safe.</source>
        <translation>Ihre Chats und Einstellungen sind sicher.</translation>
    </message>
    <message>
        <source>{name} was not found</source>
        <translation>{name} wurde nicht gefunden</translation>
    </message>
</context>
<context>
    <name>VocabularyCommand</name>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabeln</translation>
    </message>
    <message>
        <source>The offline assistant cannot look up words.</source>
        <translation>Der Offline-Assistent kann keine Wörter nachschlagen.</translation>
    </message>
    <message>
        <source>Choose a model in Settings.</source>
        <translation>Wählen Sie ein Modell in den Einstellungen.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Rückgängig</translation>
    </message>
</context>
<context>
    <name>VocabularyPage</name>
    <message>
        <source>Search the words</source>
        <translation>Wörter durchsuchen</translation>
    </message>
    <message>
        <source>Search words and meanings</source>
        <translation>Wörter und Bedeutungen durchsuchen</translation>
    </message>
    <message>
        <source>Which words</source>
        <translation>Welche Wörter</translation>
    </message>
    <message>
        <source>All words</source>
        <translation>Alle Wörter</translation>
    </message>
    <message>
        <source>To review</source>
        <translation>Zu wiederholen</translation>
    </message>
    <message>
        <source>Without a meaning</source>
        <translation>Ohne Bedeutung</translation>
    </message>
    <message>
        <source>Add a Word</source>
        <translation>Wort hinzufügen</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Wiederholen</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vokabeln</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Wörter</translation>
    </message>
    <message>
        <source>Review {n}</source>
        <translation>{n} wiederholen</translation>
    </message>
    <message>
        <source>There are no words to review now.</source>
        <translation>Zurzeit gibt es keine Wörter zu wiederholen.</translation>
    </message>
    <message>
        <source>No matching words</source>
        <translation>Keine passenden Wörter</translation>
    </message>
    <message>
        <source>Search for something else.</source>
        <translation>Suchen Sie nach etwas anderem.</translation>
    </message>
    <message>
        <source>the vault</source>
        <translation>der Vault</translation>
    </message>
    <message>
        <source>No words yet</source>
        <translation>Noch keine Wörter</translation>
    </message>
    <message>
        <source>Add one here, or ask the assistant: “add nuances to vocabulary”. Each word is a note in {0}.</source>
        <translation>Fügen Sie hier eines hinzu, oder bitten Sie den Assistenten: „füge Nuancen zu den Vokabeln hinzu“. Jedes Wort ist eine Notiz in {0}.</translation>
    </message>
    <message>
        <source>Changed the meaning of “{0}”.</source>
        <translation>Bedeutung von „{0}“ geändert.</translation>
    </message>
    <message>
        <source>“{0}” already exists.</source>
        <translation>„{0}“ ist schon vorhanden.</translation>
    </message>
    <message>
        <source>Added “{0}” to the vocabulary.</source>
        <translation>„{0}“ zu den Vokabeln hinzugefügt.</translation>
    </message>
    <message>
        <source>Deleted “{0}”.</source>
        <translation>„{0}“ gelöscht.</translation>
    </message>
    <message>
        <source>1 day</source>
        <translation>1 Tag</translation>
    </message>
    <message>
        <source>1 hour</source>
        <translation>1 Stunde</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Löschen</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Bearbeiten</translation>
    </message>
    <message>
        <source>Look up</source>
        <translation>Nachschlagen</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Neu</translation>
    </message>
    <message>
        <source>Open its note</source>
        <translation>Seine Notiz öffnen</translation>
    </message>
    <message>
        <source>in {wait}</source>
        <translation>noch {wait}</translation>
    </message>
    <message>
        <source>no meaning yet</source>
        <translation>noch keine Bedeutung</translation>
    </message>
    <message>
        <source>{n} days</source>
        <translation>{n} Tage</translation>
    </message>
    <message>
        <source>{n} hours</source>
        <translation>{n} Stunden</translation>
    </message>
    <message>
        <source>{n} min</source>
        <translation>{n} min</translation>
    </message>
    <message>
        <source>{n} months</source>
        <translation>{n} Monate</translation>
    </message>
    <message>
        <source>{n} word</source>
        <translation>{n} Wort</translation>
    </message>
    <message>
        <source>{n} words</source>
        <translation>{n} Wörter</translation>
    </message>
    <message>
        <source>{n} years</source>
        <translation>{n} Jahre</translation>
    </message>
    <message>
        <source>{total}, {due} to review</source>
        <translation>{total}, {due} zu wiederholen</translation>
    </message>
</context>
<context>
    <name>WaitingBanner</name>
    <message>
        <source>Another chat is waiting for your answer.</source>
        <translation>Ein anderer Chat wartet auf Ihre Antwort.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
</context>
<context>
    <name>WebSheet</name>
    <message>
        <source>Web searches of an assistant are sent to the search engine you choose. You are asked each time.</source>
        <translation>Websuchen eines Assistenten werden an die Suchmaschine gesendet, die Sie wählen. Sie werden jedes Mal gefragt.</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>Web</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Schlüssel</translation>
    </message>
    <message>
        <source>The words of each search you allow are sent to {0}.</source>
        <translation>Die Wörter jeder Suche, die Sie erlauben, werden an {0} gesendet.</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>An agent is a note. It can narrow your permissions but never extend them.</source>
        <translation>Ein Agent ist eine Notiz. Er kann Ihre Berechtigungen einschränken, aber nie erweitern.</translation>
    </message>
    <message>
        <source>VaultDesk quit unexpectedly the last time. Your saved notes are not affected.</source>
        <translation>VaultDesk wurde beim letzten Mal unerwartet beendet. Ihre gespeicherten Notizen sind nicht betroffen.</translation>
    </message>
    <message>
        <source>An internal error occurred in VaultDesk the last time. Your saved notes are not affected.</source>
        <translation>Beim letzten Mal ist in VaultDesk ein interner Fehler aufgetreten. Ihre gespeicherten Notizen sind nicht betroffen.</translation>
    </message>
    <message>
        <source>An internal error occurred in VaultDesk. Your notes were not changed. See the log for details.</source>
        <translation>In VaultDesk ist ein interner Fehler aufgetreten. Ihre Notizen wurden nicht geändert. Einzelheiten stehen im Protokoll.</translation>
    </message>
    <message>
        <source>The strictest rule that matches a note applies, whatever else is allowed.</source>
        <translation>Es gilt die strengste Regel, die auf eine Notiz zutrifft, unabhängig davon, was sonst erlaubt ist.</translation>
    </message>
    <message>
        <source>The rule for the innermost folder applies. For the same folder, the strictest rule applies.</source>
        <translation>Es gilt die Regel für den innersten Ordner. Für denselben Ordner gilt die strengste Regel.</translation>
    </message>
    <message>
        <source>{0} contains a very large number of files and is not an Obsidian vault. VaultDesk would read all Markdown files in it to make them searchable. Nothing in it is changed.</source>
        <translation>{0} enthält sehr viele Dateien und ist kein Obsidian-Vault. VaultDesk würde alle Markdown-Dateien darin lesen, um sie durchsuchbar zu machen. Nichts darin wird geändert.</translation>
    </message>
</context>
<context>
    <name>WindowChats</name>
    <message>
        <source>The chat was copied as Markdown.</source>
        <translation>Der Chat wurde als Markdown kopiert.</translation>
    </message>
</context>
<context>
    <name>WindowManager</name>
    <message>
        <source>This is a portable VaultDesk: it stores settings and data in {0} but cannot write there ({1}). Until it can, nothing is saved. Without that folder, it uses the standard folders of this computer.</source>
        <translation>Dies ist ein portables VaultDesk: Es speichert Einstellungen und Daten in {0}, kann dort aber nicht schreiben ({1}). Bis das möglich ist, wird nichts gespeichert. Ohne diesen Ordner verwendet es die Standardordner dieses Computers.</translation>
    </message>
    <message>
        <source>VaultDesk stores settings and data in {0} but cannot write there ({1}). Until it can, nothing is saved.</source>
        <translation>VaultDesk speichert Einstellungen und Daten in {0}, kann dort aber nicht schreiben ({1}). Bis das möglich ist, wird nichts gespeichert.</translation>
    </message>
</context>
<context>
    <name>WindowTabs</name>
    <message>
        <source>Open a note…</source>
        <translation>Notiz öffnen…</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>Neue Notiz</translation>
    </message>
    <message>
        <source>Today’s note</source>
        <translation>Notiz von heute</translation>
    </message>
    <message>
        <source>Reopen {name}</source>
        <translation>{name} wieder öffnen</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Tab</translation>
    </message>
    <message>
        <source>There are no other tabs.</source>
        <translation>Es gibt keine anderen Tabs.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Close other tabs</source>
        <translation>Andere Tabs schließen</translation>
    </message>
    <message>
        <source>There are no tabs to the right.</source>
        <translation>Rechts davon gibt es keine Tabs.</translation>
    </message>
    <message>
        <source>Close tabs to the right</source>
        <translation>Tabs rechts davon schließen</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Angeheftet</translation>
    </message>
    <message>
        <source>Split to the right</source>
        <translation>Nach rechts teilen</translation>
    </message>
    <message>
        <source>Split downwards</source>
        <translation>Nach unten teilen</translation>
    </message>
    <message>
        <source>Move to the other side</source>
        <translation>Auf die andere Seite</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Gespeichert</translation>
    </message>
    <message>
        <source>Open a note to see its headings.</source>
        <translation>Öffnen Sie eine Notiz, um ihre Überschriften zu sehen.</translation>
    </message>
</context>
<context>
    <name>WindowsHotkeyBackend</name>
    <message>
        <source>Works everywhere in Windows.</source>
        <translation>Funktioniert überall in Windows.</translation>
    </message>
    <message>
        <source>“{0}” is already used by another program. Choose another shortcut.</source>
        <translation>„{0}“ wird schon von einem anderen Programm verwendet. Wählen Sie ein anderes Tastenkürzel.</translation>
    </message>
    <message>
        <source>Windows refused “{0}”.</source>
        <translation>Windows hat „{0}“ abgelehnt.</translation>
    </message>
</context>
<context>
    <name>WordForm</name>
    <message>
        <source>Word or phrase</source>
        <translation>Wort oder Wendung</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Bedeutung</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Speichern</translation>
    </message>
    <message>
        <source>Look Up the Meaning</source>
        <translation>Bedeutung nachschlagen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Abbrechen</translation>
    </message>
    <message>
        <source>Add a word</source>
        <translation>Wort hinzufügen</translation>
    </message>
    <message>
        <source>Asking {model}…</source>
        <translation>{model} wird gefragt…</translation>
    </message>
    <message>
        <source>Waiting for the model.</source>
        <translation>Das Modell wird gefragt.</translation>
    </message>
    <message>
        <source>Proposed by the model. Check it, then save.</source>
        <translation>Vom Modell vorgeschlagen. Prüfen und dann speichern.</translation>
    </message>
    <message>
        <source>A word of the vocabulary</source>
        <translation>Ein Wort der Vokabeln</translation>
    </message>
    <message>
        <source>Type a word.</source>
        <translation>Geben Sie ein Wort ein.</translation>
    </message>
</context>
<context>
    <name>WriteLockNotice</name>
    <message>
        <source>{n} more changes were interrupted.</source>
        <translation>{n} weitere Änderungen wurden unterbrochen.</translation>
    </message>
    <message>
        <source>1 more change was interrupted.</source>
        <translation>1 weitere Änderung wurde unterbrochen.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Erneut versuchen</translation>
    </message>
</context>
<context>
    <name>X11HotkeyBackend</name>
    <message>
        <source>Works everywhere on this desktop.</source>
        <translation>Funktioniert überall auf diesem Desktop.</translation>
    </message>
    <message>
        <source>The X server could not be asked for this shortcut.</source>
        <translation>Beim X-Server konnte dieses Tastenkürzel nicht angefordert werden.</translation>
    </message>
    <message>
        <source>This keyboard has no key for “{0}”.</source>
        <translation>Diese Tastatur hat keine Taste für „{0}“.</translation>
    </message>
    <message>
        <source>“{0}” is already used by another program. Choose another shortcut.</source>
        <translation>„{0}“ wird schon von einem anderen Programm verwendet. Wählen Sie ein anderes Tastenkürzel.</translation>
    </message>
    <message>
        <source>The X server refused “{0}”.</source>
        <translation>Der X-Server hat „{0}“ abgelehnt.</translation>
    </message>
</context>
<context>
    <name>_Conflict</name>
    <message>
        <source>Conflict {number}, line {line}</source>
        <translation>Konflikt {number}, Zeile {line}</translation>
    </message>
    <message>
        <source>Mine</source>
        <translation>Meine</translation>
    </message>
    <message>
        <source>From outside</source>
        <translation>Von außen</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Beide</translation>
    </message>
    <message>
        <source>These lines are removed.</source>
        <translation>Diese Zeilen werden entfernt.</translation>
    </message>
</context>
<context>
    <name>_QuestionText</name>
    <message>
        <source>Your question</source>
        <translation>Ihre Frage</translation>
    </message>
</context>
</TS>
