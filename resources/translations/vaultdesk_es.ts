<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es" sourcelanguage="en">
<context>
    <name>AboutSheet</name>
    <message>
        <source>About</source>
        <translation>Acerca de</translation>
    </message>
    <message>
        <source>A local-first assistant for a folder of Markdown notes.</source>
        <translation>Un asistente local para una carpeta de notas Markdown.</translation>
    </message>
    <message>
        <source>Settings: {0}</source>
        <translation>Ajustes: {0}</translation>
    </message>
    <message>
        <source>Data: {0}</source>
        <translation>Datos: {0}</translation>
    </message>
    <message>
        <source>Logs: {0}</source>
        <translation>Registros: {0}</translation>
    </message>
    <message>
        <source>MIT License</source>
        <translation>Licencia MIT</translation>
    </message>
    <message>
        <source>Project Page</source>
        <translation>Página del proyecto</translation>
    </message>
    <message>
        <source>Licenses of Components</source>
        <translation>Licencias de los componentes</translation>
    </message>
</context>
<context>
    <name>AccountFooter</name>
    <message>
        <source>Open the whole list</source>
        <translation>Abrir la lista completa</translation>
    </message>
</context>
<context>
    <name>AccountPopup</name>
    <message>
        <source>What left this computer</source>
        <translation>Qué salió de este equipo</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Este chat</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Hoy</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>Mes</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>Periodo</translation>
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
        <translation>1 nota más</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 nota</translation>
    </message>
    <message>
        <source>1 note today</source>
        <translation>1 nota hoy</translation>
    </message>
    <message>
        <source>1 note was sent today</source>
        <translation>Hoy se envió 1 nota</translation>
    </message>
    <message>
        <source>1 note was sent to {who} in this chat</source>
        <translation>Se envió 1 nota a {who} en este chat</translation>
    </message>
    <message>
        <source>1 passage</source>
        <translation>1 pasaje</translation>
    </message>
    <message>
        <source>1 question was sent today</source>
        <translation>Hoy se envió 1 pregunta</translation>
    </message>
    <message>
        <source>A page was fetched from {who}</source>
        <translation>Se obtuvo una página de {who}</translation>
    </message>
    <message>
        <source>A question from {program} was sent to {who}</source>
        <translation>Se envió a {who} una pregunta de {program}</translation>
    </message>
    <message>
        <source>A tool of {who} was called</source>
        <translation>Se llamó a una herramienta de {who}</translation>
    </message>
    <message>
        <source>A transcript was fetched from {who}</source>
        <translation>Se obtuvo una transcripción de {who}</translation>
    </message>
    <message>
        <source>A web search was sent to {who}</source>
        <translation>Se envió una búsqueda web a {who}</translation>
    </message>
    <message>
        <source>Another program</source>
        <translation>Otro programa</translation>
    </message>
    <message>
        <source>Instructions and earlier answers</source>
        <translation>Instrucciones y respuestas anteriores</translation>
    </message>
    <message>
        <source>Instructions and tools</source>
        <translation>Instrucciones y herramientas</translation>
    </message>
    <message>
        <source>No note</source>
        <translation>Ninguna nota</translation>
    </message>
    <message>
        <source>Nothing has left this computer since midnight.</source>
        <translation>Nada ha salido de este equipo desde la medianoche.</translation>
    </message>
    <message>
        <source>Nothing has left this computer this month.</source>
        <translation>Este mes no ha salido nada de este equipo.</translation>
    </message>
    <message>
        <source>Nothing has left this computer today</source>
        <translation>Hoy no ha salido nada de este equipo</translation>
    </message>
    <message>
        <source>Nothing of this chat has left this computer.</source>
        <translation>Nada de este chat ha salido de este equipo.</translation>
    </message>
    <message>
        <source>{tokens} of these from other vaults and programs</source>
        <translation>De estos, {tokens} de otras bóvedas y programas</translation>
    </message>
    <message>
        <source>A search query was sent to {who}</source>
        <translation>Se envió una consulta de búsqueda a {who}</translation>
    </message>
    <message>
        <source>To {who}, since {day}</source>
        <translation>A {who}, desde el {day}</translation>
    </message>
    <message>
        <source>To {who}, since {time}</source>
        <translation>A {who}, desde las {time}</translation>
    </message>
    <message>
        <source>Today VaultDesk connected to {who}. Nothing of yours was sent.</source>
        <translation>Hoy VaultDesk se conectó con {who}. No se envió nada suyo.</translation>
    </message>
    <message>
        <source>Today about {tokens} were sent to {who}.</source>
        <translation>Hoy se enviaron cerca de {tokens} a {who}.</translation>
    </message>
    <message>
        <source>VaultDesk asked {host} for its models</source>
        <translation>VaultDesk consultó los modelos de {host}</translation>
    </message>
    <message>
        <source>VaultDesk asked {host} for updates</source>
        <translation>VaultDesk buscó actualizaciones en {host}</translation>
    </message>
    <message>
        <source>VaultDesk tested a model of {who}</source>
        <translation>VaultDesk probó un modelo de {who}</translation>
    </message>
    <message>
        <source>Your question</source>
        <translation>Su pregunta</translation>
    </message>
    <message>
        <source>Your question was sent to {who}</source>
        <translation>Su pregunta se envió a {who}</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>Sus palabras</translation>
    </message>
    <message>
        <source>Your text was sent to {who}</source>
        <translation>Su texto se envió a {who}</translation>
    </message>
    <message>
        <source>Your {n} questions</source>
        <translation>Sus {n} preguntas</translation>
    </message>
    <message>
        <source>Your {n} questions were sent to {who}</source>
        <translation>Sus {n} preguntas se enviaron a {who}</translation>
    </message>
    <message>
        <source>line {first}</source>
        <translation>línea {first}</translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation>líneas {first}–{last}</translation>
    </message>
    <message>
        <source>no note</source>
        <translation>ninguna nota</translation>
    </message>
    <message>
        <source>none in this chat</source>
        <translation>ninguna en este chat</translation>
    </message>
    <message>
        <source>nothing of yours</source>
        <translation>nada suyo</translation>
    </message>
    <message>
        <source>sent each time</source>
        <translation>se envían cada vez</translation>
    </message>
    <message>
        <source>under {amount} today</source>
        <translation>menos de {amount} hoy</translation>
    </message>
    <message>
        <source>whole note</source>
        <translation>nota entera</translation>
    </message>
    <message>
        <source>{amount} today</source>
        <translation>{amount} hoy</translation>
    </message>
    <message>
        <source>{first} and {n} others</source>
        <translation>{first} y otros {n}</translation>
    </message>
    <message>
        <source>{first} and {second}</source>
        <translation>{first} y {second}</translation>
    </message>
    <message>
        <source>{model} read 1 note here</source>
        <translation>{model} leyó 1 nota aquí</translation>
    </message>
    <message>
        <source>{model} read {n} notes here</source>
        <translation>{model} leyó {n} notas aquí</translation>
    </message>
    <message>
        <source>{name}, {host}</source>
        <translation>{name}, {host}</translation>
    </message>
    <message>
        <source>{note} was withheld</source>
        <translation>Se retuvo {note}</translation>
    </message>
    <message>
        <source>{note} was sent to {who} to be rewritten</source>
        <translation>{note} se envió a {who} para reescribirla</translation>
    </message>
    <message>
        <source>{n} more notes</source>
        <translation>{n} notas más</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notas</translation>
    </message>
    <message>
        <source>{n} notes today</source>
        <translation>{n} notas hoy</translation>
    </message>
    <message>
        <source>{n} notes were sent today</source>
        <translation>Hoy se enviaron {n} notas</translation>
    </message>
    <message>
        <source>{n} notes were sent to {who} in this chat</source>
        <translation>Se enviaron {n} notas a {who} en este chat</translation>
    </message>
    <message>
        <source>{n} notes were withheld</source>
        <translation>Se retuvieron {n} notas</translation>
    </message>
    <message>
        <source>{n} passages</source>
        <translation>{n} pasajes</translation>
    </message>
    <message>
        <source>{n} questions were sent today</source>
        <translation>Hoy se enviaron {n} preguntas</translation>
    </message>
    <message>
        <source>{n} today</source>
        <translation>{n} hoy</translation>
    </message>
    <message>
        <source>{program} received 1 note</source>
        <translation>{program} recibió 1 nota</translation>
    </message>
    <message>
        <source>{program} received {n} notes</source>
        <translation>{program} recibió {n} notas</translation>
    </message>
</context>
<context>
    <name>Actions</name>
    <message>
        <source>About VaultDesk</source>
        <translation>Acerca de VaultDesk</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Actividad</translation>
    </message>
    <message>
        <source>Add a property…</source>
        <translation>Añadir una propiedad…</translation>
    </message>
    <message>
        <source>Add the open note to the question</source>
        <translation>Añadir la nota abierta a la pregunta</translation>
    </message>
    <message>
        <source>Toggle bookmark</source>
        <translation>Añadir o quitar marcador</translation>
    </message>
    <message>
        <source>Agents…</source>
        <translation>Agentes…</translation>
    </message>
    <message>
        <source>Append the last answer to the note</source>
        <translation>Añadir la última respuesta al final de la nota</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Atrás</translation>
    </message>
    <message>
        <source>Position of the chat…</source>
        <translation>Posición del chat…</translation>
    </message>
    <message>
        <source>Chats…</source>
        <translation>Chats…</translation>
    </message>
    <message>
        <source>Check spelling</source>
        <translation>Revisar la ortografía</translation>
    </message>
    <message>
        <source>Check this computer</source>
        <translation>Comprobar este equipo</translation>
    </message>
    <message>
        <source>Choose a mode…</source>
        <translation>Elegir un modo…</translation>
    </message>
    <message>
        <source>Choose an agent…</source>
        <translation>Elegir un agente…</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Cerrar pestaña</translation>
    </message>
    <message>
        <source>Close the chat&apos;s tab</source>
        <translation>Cerrar la pestaña del chat</translation>
    </message>
    <message>
        <source>Close vault</source>
        <translation>Cerrar bóveda</translation>
    </message>
    <message>
        <source>Commands…</source>
        <translation>Comandos…</translation>
    </message>
    <message>
        <source>Copy VaultDesk link to the note</source>
        <translation>Copiar enlace de VaultDesk a la nota</translation>
    </message>
    <message>
        <source>Copy link to the note</source>
        <translation>Copiar enlace a la nota</translation>
    </message>
    <message>
        <source>Copy path of the note</source>
        <translation>Copiar ruta de la nota</translation>
    </message>
    <message>
        <source>Copy the chat as Markdown</source>
        <translation>Copiar el chat como Markdown</translation>
    </message>
    <message>
        <source>Next daily note</source>
        <translation>Nota diaria siguiente</translation>
    </message>
    <message>
        <source>Previous daily note</source>
        <translation>Nota diaria anterior</translation>
    </message>
    <message>
        <source>Find and replace</source>
        <translation>Buscar y reemplazar</translation>
    </message>
    <message>
        <source>Find in the chat</source>
        <translation>Buscar en el chat</translation>
    </message>
    <message>
        <source>Find in the note</source>
        <translation>Buscar en la nota</translation>
    </message>
    <message>
        <source>Find next</source>
        <translation>Buscar siguiente</translation>
    </message>
    <message>
        <source>Find previous</source>
        <translation>Buscar anterior</translation>
    </message>
    <message>
        <source>Follow the link at the cursor</source>
        <translation>Seguir el enlace del cursor</translation>
    </message>
    <message>
        <source>Forward</source>
        <translation>Adelante</translation>
    </message>
    <message>
        <source>Full screen</source>
        <translation>Pantalla completa</translation>
    </message>
    <message>
        <source>Go to the chat</source>
        <translation>Ir al chat</translation>
    </message>
    <message>
        <source>Go to the next window</source>
        <translation>Ir a la ventana siguiente</translation>
    </message>
    <message>
        <source>Go to the other side of the split</source>
        <translation>Ir al otro lado de la división</translation>
    </message>
    <message>
        <source>Import chats…</source>
        <translation>Importar chats…</translation>
    </message>
    <message>
        <source>Insert template…</source>
        <translation>Insertar plantilla…</translation>
    </message>
    <message>
        <source>Insert the last answer at the cursor</source>
        <translation>Insertar la última respuesta en el cursor</translation>
    </message>
    <message>
        <source>Toggle private note</source>
        <translation>Activar o desactivar nota privada</translation>
    </message>
    <message>
        <source>Keyboard shortcuts</source>
        <translation>Atajos de teclado</translation>
    </message>
    <message>
        <source>Toggle large question box</source>
        <translation>Alternar cuadro de preguntas grande</translation>
    </message>
    <message>
        <source>Larger text</source>
        <translation>Texto más grande</translation>
    </message>
    <message>
        <source>Toggle light and dark</source>
        <translation>Alternar entre claro y oscuro</translation>
    </message>
    <message>
        <source>Graph of all notes</source>
        <translation>Grafo de todas las notas</translation>
    </message>
    <message>
        <source>Graph of the note</source>
        <translation>Grafo de la nota</translation>
    </message>
    <message>
        <source>Move to another folder…</source>
        <translation>Mover a otra carpeta…</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>New folder…</source>
        <translation>Nueva carpeta…</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>Nueva nota</translation>
    </message>
    <message>
        <source>New private chat</source>
        <translation>Nuevo chat privado</translation>
    </message>
    <message>
        <source>New window</source>
        <translation>Nueva ventana</translation>
    </message>
    <message>
        <source>Next open chat</source>
        <translation>Chat abierto siguiente</translation>
    </message>
    <message>
        <source>Next tab</source>
        <translation>Pestaña siguiente</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>Abrir en Obsidian</translation>
    </message>
    <message>
        <source>Open in another program</source>
        <translation>Abrir en otro programa</translation>
    </message>
    <message>
        <source>Reopen closed tab</source>
        <translation>Reabrir la pestaña cerrada</translation>
    </message>
    <message>
        <source>Open vault in a new window…</source>
        <translation>Abrir bóveda en una ventana nueva…</translation>
    </message>
    <message>
        <source>Open vault…</source>
        <translation>Abrir bóveda…</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Esquema</translation>
    </message>
    <message>
        <source>Permissions…</source>
        <translation>Permisos…</translation>
    </message>
    <message>
        <source>Previous open chat</source>
        <translation>Chat abierto anterior</translation>
    </message>
    <message>
        <source>Previous tab</source>
        <translation>Pestaña anterior</translation>
    </message>
    <message>
        <source>Private notes…</source>
        <translation>Notas privadas…</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Pregunta rápida</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Salir</translation>
    </message>
    <message>
        <source>Toggle reading and editing</source>
        <translation>Alternar lectura y edición</translation>
    </message>
    <message>
        <source>Search test</source>
        <translation>Prueba de búsqueda</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Redo the last change of notes</source>
        <translation>Rehacer el último cambio de notas</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renombrar…</translation>
    </message>
    <message>
        <source>Rewrite the selection…</source>
        <translation>Reescribir la selección…</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Save the search</source>
        <translation>Guardar la búsqueda</translation>
    </message>
    <message>
        <source>Search all notes</source>
        <translation>Buscar en todas las notas</translation>
    </message>
    <message>
        <source>Search index</source>
        <translation>Índice de búsqueda</translation>
    </message>
    <message>
        <source>Search or jump to…</source>
        <translation>Buscar o ir a…</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Show in the Finder</source>
        <translation>Mostrar en el Finder</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>Mostrar en el gestor de archivos</translation>
    </message>
    <message>
        <source>Show or hide the chat</source>
        <translation>Mostrar u ocultar el chat</translation>
    </message>
    <message>
        <source>Show or hide the notes</source>
        <translation>Mostrar u ocultar las notas</translation>
    </message>
    <message>
        <source>Show the files</source>
        <translation>Mostrar los archivos</translation>
    </message>
    <message>
        <source>Show the links</source>
        <translation>Mostrar los enlaces</translation>
    </message>
    <message>
        <source>Show the note in the file list</source>
        <translation>Mostrar la nota en la lista de archivos</translation>
    </message>
    <message>
        <source>Show the tags</source>
        <translation>Mostrar las etiquetas</translation>
    </message>
    <message>
        <source>Smaller text</source>
        <translation>Texto más pequeño</translation>
    </message>
    <message>
        <source>Split downwards</source>
        <translation>Dividir hacia abajo</translation>
    </message>
    <message>
        <source>Split to the right</source>
        <translation>Dividir a la derecha</translation>
    </message>
    <message>
        <source>Start or pause a pomodoro</source>
        <translation>Iniciar o pausar un pomodoro</translation>
    </message>
    <message>
        <source>Stop the answer</source>
        <translation>Detener la respuesta</translation>
    </message>
    <message>
        <source>Reset text size</source>
        <translation>Restablecer el tamaño del texto</translation>
    </message>
    <message>
        <source>Today&apos;s note</source>
        <translation>Nota de hoy</translation>
    </message>
    <message>
        <source>Undo the last change of notes</source>
        <translation>Deshacer el último cambio de notas</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulario</translation>
    </message>
    <message>
        <source>What could this agent access?</source>
        <translation>¿A qué podría acceder este agente?</translation>
    </message>
    <message>
        <source>What left this computer</source>
        <translation>Qué salió de este equipo</translation>
    </message>
    <message>
        <source>What would leave this computer…</source>
        <translation>Qué saldría de este equipo…</translation>
    </message>
</context>
<context>
    <name>ActivityPage</name>
    <message>
        <source>Changes</source>
        <translation>Cambios</translation>
    </message>
    <message>
        <source>Tool calls</source>
        <translation>Llamadas</translation>
    </message>
    <message>
        <source>Everything</source>
        <translation>Todo</translation>
    </message>
    <message>
        <source>Type of entry</source>
        <translation>Tipo de entrada</translation>
    </message>
    <message>
        <source>Period</source>
        <translation>Periodo</translation>
    </message>
    <message>
        <source>Search by note or question</source>
        <translation>Buscar por nota o pregunta</translation>
    </message>
    <message>
        <source>Note or question</source>
        <translation>Nota o pregunta</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>Clear…</source>
        <translation>Vaciar…</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Actividad</translation>
    </message>
    <message>
        <source>What happened</source>
        <translation>Qué ocurrió</translation>
    </message>
    <message>
        <source>Every change VaultDesk made to your notes, newest first. An undo can be undone.</source>
        <translation>Cada cambio que VaultDesk hizo en las notas, primero los más recientes. Lo deshecho se puede rehacer.</translation>
    </message>
    <message>
        <source>Every tool call of an assistant, who allowed it, and its result.</source>
        <translation>Cada llamada a herramienta de un asistente, quién la permitió y su resultado.</translation>
    </message>
    <message>
        <source>Changes, tool calls and what left this computer, newest first.</source>
        <translation>Cambios, llamadas a herramientas y lo que salió de este equipo, primero lo más reciente.</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>No hay coincidencias</translation>
    </message>
    <message>
        <source>No activity in this period</source>
        <translation>No hay actividad en este periodo</translation>
    </message>
    <message>
        <source>Try other words.</source>
        <translation>Pruebe con otras palabras.</translation>
    </message>
    <message>
        <source>Actions of assistants are listed here and can be undone here.</source>
        <translation>Las acciones de los asistentes se muestran aquí y se pueden deshacer aquí.</translation>
    </message>
    <message>
        <source>All entries in the audit log of this vault are deleted permanently: which tools were called, who allowed them, and their results. One entry remains, which says who cleared the log, when, and how many entries it had. The history of changes and the list of what left this computer are not affected.</source>
        <translation>Se eliminan para siempre todas las entradas del registro de auditoría de esta bóveda: qué herramientas se llamaron, quién lo permitió y sus resultados. Queda una entrada que dice quién vació el registro, cuándo y cuántas entradas tenía. El historial de cambios y la lista de lo que salió de este equipo no se ven afectados.</translation>
    </message>
    <message>
        <source>Clear the audit log of tool calls?</source>
        <translation>¿Vaciar el registro de auditoría de llamadas a herramientas?</translation>
    </message>
    <message>
        <source>Clear Log</source>
        <translation>Vaciar registro</translation>
    </message>
    <message>
        <source>1 entry was deleted.</source>
        <translation>Se eliminó 1 entrada.</translation>
    </message>
    <message>
        <source>{n} entries were deleted.</source>
        <translation>Se eliminaron {n} entradas.</translation>
    </message>
    <message>
        <source>JSON Lines</source>
        <translation>Líneas de JSON</translation>
    </message>
    <message>
        <source>Spreadsheet table (CSV)</source>
        <translation>Tabla para hoja de cálculo (CSV)</translation>
    </message>
    <message>
        <source>Export the tool calls</source>
        <translation>Exportar las llamadas a herramientas</translation>
    </message>
    <message>
        <source>The file could not be written: {why}.</source>
        <translation>No se pudo escribir el archivo: {why}.</translation>
    </message>
    <message>
        <source>Written to {file}.</source>
        <translation>Escrito en {file}.</translation>
    </message>
    <message>
        <source>All time</source>
        <translation>Todo el periodo</translation>
    </message>
    <message>
        <source>Last 30 days</source>
        <translation>Últimos 30 días</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Últimos 7 días</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Hoy</translation>
    </message>
    <message>
        <source>Changed notes</source>
        <translation>Notas modificadas</translation>
    </message>
    <message>
        <source>Withheld</source>
        <translation>Retenidas</translation>
    </message>
    <message>
        <source>Read on this computer</source>
        <translation>Leído en este equipo</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Enviado</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
</context>
<context>
    <name>ActivityTabs</name>
    <message>
        <source>Activity</source>
        <translation>Actividad</translation>
    </message>
    <message>
        <source>What left this computer</source>
        <translation>Qué salió de este equipo</translation>
    </message>
</context>
<context>
    <name>AgentCard</name>
    <message>
        <source>Its instructions</source>
        <translation>Sus instrucciones</translation>
    </message>
    <message>
        <source>answers new chats</source>
        <translation>responde a los chats nuevos</translation>
    </message>
    <message>
        <source>Answers without extra instructions, with every tool your permissions allow.</source>
        <translation>Responde sin instrucciones adicionales, con todas las herramientas que autorizan los permisos.</translation>
    </message>
    <message>
        <source>Its note has changed since you allowed it. It is inactive until you review and allow it again.</source>
        <translation>Su nota ha cambiado desde que usted lo permitió. Está inactivo hasta que lo revise y lo permita de nuevo.</translation>
    </message>
    <message>
        <source>It is inactive until you review and allow it.</source>
        <translation>Está inactivo hasta que usted lo revise y lo permita.</translation>
    </message>
    <message>
        <source>Use in New Chats</source>
        <translation>Usar en chats nuevos</translation>
    </message>
    <message>
        <source>Review and Allow…</source>
        <translation>Revisar y permitir…</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Editar…</translation>
    </message>
    <message>
        <source>Duplicate…</source>
        <translation>Duplicar…</translation>
    </message>
    <message>
        <source>What Could It Access?</source>
        <translation>¿A qué podría acceder?</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>Revocar</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Open Note</source>
        <translation>Abrir nota</translation>
    </message>
    <message>
        <source>It already answers new chats.</source>
        <translation>Ya responde a los chats nuevos.</translation>
    </message>
</context>
<context>
    <name>AgentEditor</name>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Librarian</source>
        <translation>Bibliotecario</translation>
    </message>
    <message>
        <source>Description</source>
        <translation>Descripción</translation>
    </message>
    <message>
        <source>What it is for, in one line</source>
        <translation>Para qué sirve, en una línea</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Instrucciones</translation>
    </message>
    <message>
        <source>the chat’s model</source>
        <translation>el modelo del chat</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>as in Settings</source>
        <translation>según los ajustes</translation>
    </message>
    <message>
        <source>off</source>
        <translation>desactivado</translation>
    </message>
    <message>
        <source>low</source>
        <translation>bajo</translation>
    </message>
    <message>
        <source>medium</source>
        <translation>medio</translation>
    </message>
    <message>
        <source>high</source>
        <translation>alto</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Razonamiento</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>Solo lectura</translation>
    </message>
    <message>
        <source>It may ask to delete notes and to change many at once</source>
        <translation>Puede pedir eliminar notas y cambiar muchas a la vez</translation>
    </message>
    <message>
        <source>Tool rounds per question</source>
        <translation>Rondas de herramientas por pregunta</translation>
    </message>
    <message>
        <source>Characters per tool result</source>
        <translation>Caracteres por resultado de herramienta</translation>
    </message>
    <message>
        <source>Tool calls per minute</source>
        <translation>Llamadas a herramientas por minuto</translation>
    </message>
    <message>
        <source>Your changes are not saved.</source>
        <translation>Sus cambios no están guardados.</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Descartar</translation>
    </message>
    <message>
        <source>Keep Editing</source>
        <translation>Seguir editando</translation>
    </message>
    <message>
        <source>These are sent to the model, except for comments between %% and %%.</source>
        <translation>Se envían al modelo, salvo los comentarios entre %% y %%.</translation>
    </message>
    <message>
        <source>Without a folder, it can see the whole vault, within your permissions.</source>
        <translation>Sin carpeta puede ver toda la bóveda, dentro de los permisos.</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Carpetas</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>Tool rounds</source>
        <translation>Rondas de herramientas</translation>
    </message>
    <message>
        <source>Tool result</source>
        <translation>Resultado de herramienta</translation>
    </message>
    <message>
        <source>Calls per minute</source>
        <translation>Llamadas por minuto</translation>
    </message>
    <message>
        <source>Resulting permissions</source>
        <translation>Permisos resultantes</translation>
    </message>
    <message>
        <source>Enter a name first.</source>
        <translation>Introduzca primero un nombre.</translation>
    </message>
    <message>
        <source>Enter instructions first.</source>
        <translation>Introduzca primero las instrucciones.</translation>
    </message>
    <message>
        <source>A note with this name already exists.</source>
        <translation>Ya existe una nota con este nombre.</translation>
    </message>
    <message>
        <source>Save as a New Note</source>
        <translation>Guardar como nota nueva</translation>
    </message>
    <message>
        <source>Edit “{0}”</source>
        <translation>Editar «{0}»</translation>
    </message>
    <message>
        <source>New agent</source>
        <translation>Nuevo agente</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
</context>
<context>
    <name>AgentSelection</name>
    <message>
        <source>This agent no longer exists. Choose another one.</source>
        <translation>Este agente ya no existe. Elija otro.</translation>
    </message>
    <message>
        <source>Answers without extra instructions, with every tool your permissions allow.</source>
        <translation>Responde sin instrucciones adicionales, con todas las herramientas que autorizan los permisos.</translation>
    </message>
    <message>
        <source>Set Up Agents…</source>
        <translation>Configurar agentes…</translation>
    </message>
    <message>
        <source>What Could It Access?</source>
        <translation>¿A qué podría acceder?</translation>
    </message>
    <message>
        <source>Choose an agent</source>
        <translation>Elegir un agente</translation>
    </message>
    <message>
        <source>Find an agent</source>
        <translation>Buscar un agente</translation>
    </message>
    <message>
        <source>This agent no longer exists.</source>
        <translation>Este agente ya no existe.</translation>
    </message>
    <message>
        <source>{0} cannot be used. {1}</source>
        <translation>No se puede usar {0}. {1}</translation>
    </message>
</context>
<context>
    <name>AgentText</name>
    <message>
        <source>Answers without extra instructions, with every tool your permissions allow.</source>
        <translation>Responde sin instrucciones adicionales, con todas las herramientas que autorizan los permisos.</translation>
    </message>
    <message>
        <source>Included in VaultDesk</source>
        <translation>Incluido en VaultDesk</translation>
    </message>
    <message>
        <source>In this vault</source>
        <translation>En esta bóveda</translation>
    </message>
    <message>
        <source>Default assistant</source>
        <translation>Asistente predeterminado</translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>permitido</translation>
    </message>
    <message>
        <source>cannot be used</source>
        <translation>no se puede usar</translation>
    </message>
    <message>
        <source>changed since you allowed it</source>
        <translation>cambió desde que se permitió</translation>
    </message>
    <message>
        <source>included in VaultDesk</source>
        <translation>incluido en VaultDesk</translation>
    </message>
    <message>
        <source>no extra instructions, all tools</source>
        <translation>sin instrucciones adicionales, todas las herramientas</translation>
    </message>
    <message>
        <source>not allowed yet</source>
        <translation>aún no permitido</translation>
    </message>
    <message>
        <source>Assistant</source>
        <translation>Asistente</translation>
    </message>
</context>
<context>
    <name>AgentsSheet</name>
    <message>
        <source>Assistants that can answer. An agent can only narrow your permissions, and is active only after you allow it.</source>
        <translation>Asistentes que pueden responder. Un agente solo puede restringir los permisos, y está activo solo después de que usted lo permita.</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>Agentes</translation>
    </message>
    <message>
        <source>New Agent…</source>
        <translation>Nuevo agente…</translation>
    </message>
    <message>
        <source>{0} is no longer allowed.</source>
        <translation>{0} ya no está permitido.</translation>
    </message>
    <message>
        <source>Delete the agent {0}</source>
        <translation>Eliminar el agente {0}</translation>
    </message>
    <message>
        <source>{0} was deleted: {1}.</source>
        <translation>{0} se ha eliminado: {1}.</translation>
    </message>
    <message>
        <source>{0} was moved to the trash.</source>
        <translation>{0} se movió a la papelera.</translation>
    </message>
    <message>
        <source>Another file now has its name.</source>
        <translation>Otro archivo tiene ahora su nombre.</translation>
    </message>
</context>
<context>
    <name>AnswerFooter</name>
    <message>
        <source>Copy answer</source>
        <translation>Copiar respuesta</translation>
    </message>
    <message>
        <source>Insert at the cursor</source>
        <translation>Insertar en el cursor</translation>
    </message>
    <message>
        <source>Append to the open note</source>
        <translation>Añadir al final de la nota abierta</translation>
    </message>
    <message>
        <source>Save as a new note</source>
        <translation>Guardar como nota nueva</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Preguntar de nuevo</translation>
    </message>
    <message>
        <source>Ask another model</source>
        <translation>Preguntar a otro modelo</translation>
    </message>
    <message>
        <source>Branch from here</source>
        <translation>Crear una rama desde aquí</translation>
    </message>
</context>
<context>
    <name>AnswerPane</name>
    <message>
        <source>Answer</source>
        <translation>Respuesta</translation>
    </message>
</context>
<context>
    <name>AnswerSettingsForm</name>
    <message>
        <source>Temperature in this chat</source>
        <translation>Temperatura en este chat</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>Longest answer in this chat, in tokens</source>
        <translation>Longitud máxima de la respuesta en este chat, en tokens</translation>
    </message>
    <message>
        <source>Tool rounds per question in this chat</source>
        <translation>Rondas de herramientas por pregunta en este chat</translation>
    </message>
    <message>
        <source>As in Settings</source>
        <translation>Como en Ajustes</translation>
    </message>
    <message>
        <source>Temperature</source>
        <translation>Temperatura</translation>
    </message>
    <message>
        <source>Longest answer, in tokens</source>
        <translation>Respuesta máxima, en tokens</translation>
    </message>
    <message>
        <source>Tool rounds</source>
        <translation>Rondas de herramientas</translation>
    </message>
    <message>
        <source>For this chat</source>
        <translation>Para este chat</translation>
    </message>
</context>
<context>
    <name>AnswerTargets</name>
    <message>
        <source>No note is being edited, so there is no cursor.</source>
        <translation>No se está editando ninguna nota, así que no hay cursor.</translation>
    </message>
    <message>
        <source>Append to “{0}”</source>
        <translation>Añadir al final de «{0}»</translation>
    </message>
    <message>
        <source>Open a note first. The answer is inserted at its cursor.</source>
        <translation>Abra primero una nota. La respuesta se inserta donde está el cursor.</translation>
    </message>
    <message>
        <source>Inserted into “{0}”.</source>
        <translation>Insertado en «{0}».</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Open a note first. The answer is appended to it.</source>
        <translation>Abra primero una nota. La respuesta se añade al final.</translation>
    </message>
    <message>
        <source>Appended to “{0}”.</source>
        <translation>Añadido al final de «{0}».</translation>
    </message>
    <message>
        <source>The note has changed since, so nothing was removed from it.</source>
        <translation>La nota ha cambiado entretanto, así que no se quitó nada de ella.</translation>
    </message>
    <message>
        <source>There is no answer in this chat yet.</source>
        <translation>Aún no hay ninguna respuesta en este chat.</translation>
    </message>
</context>
<context>
    <name>AnswerUndo</name>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>There is no change to undo.</source>
        <translation>No hay ningún cambio que deshacer.</translation>
    </message>
    <message>
        <source>There is no change to redo.</source>
        <translation>No hay ningún cambio que rehacer.</translation>
    </message>
    <message>
        <source>The notes changed again, so nothing was merged.</source>
        <translation>Las notas cambiaron de nuevo, así que no se fusionó nada.</translation>
    </message>
    <message>
        <source>Merged. Later changes are kept.</source>
        <translation>Fusionado. Los cambios posteriores se conservan.</translation>
    </message>
    <message>
        <source>1 change applied</source>
        <translation>1 cambio aplicado</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rehacer</translation>
    </message>
    <message>
        <source>Undo 1 change</source>
        <translation>Deshacer 1 cambio</translation>
    </message>
    <message>
        <source>Undo {0} changes</source>
        <translation>Deshacer {0} cambios</translation>
    </message>
    <message>
        <source>links repaired in 1 note</source>
        <translation>enlaces reparados en 1 nota</translation>
    </message>
    <message>
        <source>links repaired in {0} notes</source>
        <translation>enlaces reparados en {0} notas</translation>
    </message>
    <message>
        <source>{0} changes applied</source>
        <translation>{0} cambios aplicados</translation>
    </message>
</context>
<context>
    <name>AnswerView</name>
    <message>
        <source>Answer</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>{n} token</source>
        <translation>{n} token</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} tokens</translation>
    </message>
    <message>
        <source>Append to the open note</source>
        <translation>Añadir al final de la nota abierta</translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Preguntar de nuevo</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Copy answer</source>
        <translation>Copiar respuesta</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Copiar enlace</translation>
    </message>
    <message>
        <source>Copy selection as Markdown</source>
        <translation>Copiar selección como Markdown</translation>
    </message>
    <message>
        <source>Insert at the cursor</source>
        <translation>Insertar en el cursor</translation>
    </message>
    <message>
        <source>Save as a new note</source>
        <translation>Guardar como nota nueva</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>No hay nada seleccionado.</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>Abrir en pestaña nueva</translation>
    </message>
    <message>
        <source>Open the conversation as a note</source>
        <translation>Abrir el chat como nota</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Seleccionar todo</translation>
    </message>
</context>
<context>
    <name>AppearanceSheet</name>
    <message>
        <source>Appearance</source>
        <translation>Apariencia</translation>
    </message>
    <message>
        <source>How the window looks and where approval requests appear.</source>
        <translation>El aspecto de la ventana y dónde aparecen las peticiones de aprobación.</translation>
    </message>
    <message>
        <source>Beside the note</source>
        <translation>Junto a la nota</translation>
    </message>
    <message>
        <source>As a tab among the notes</source>
        <translation>Como pestaña entre las notas</translation>
    </message>
    <message>
        <source>In its own window</source>
        <translation>En su propia ventana</translation>
    </message>
    <message>
        <source>Same as this computer</source>
        <translation>Igual que este equipo</translation>
    </message>
    <message>
        <source>A change of language takes effect after a restart.</source>
        <translation>El cambio de idioma surte efecto tras reiniciar.</translation>
    </message>
</context>
<context>
    <name>ApprovalFooter</name>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Reason for the model (optional)</source>
        <translation>Motivo para el modelo (opcional)</translation>
    </message>
    <message>
        <source>Refuse with a Reason…</source>
        <translation>Denegar con un motivo…</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Denegar</translation>
    </message>
    <message>
        <source>Approve</source>
        <translation>Aprobar</translation>
    </message>
</context>
<context>
    <name>ArgumentList</name>
    <message numerus="yes">
        <source>%n paths, as listed</source>
        <translation>
            <numerusform>%n ruta de la lista</numerusform>
            <numerusform>%n rutas de la lista</numerusform>
        </translation>
    </message>
    <message>
        <source>Arguments, {0} lines</source>
        <translation>Argumentos, {0} líneas</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumentos</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguna</translation>
    </message>
</context>
<context>
    <name>AssistantSheet</name>
    <message>
        <source>Assistant</source>
        <translation>Asistente</translation>
    </message>
    <message>
        <source>Folders for commands, projects and skills, what the assistant remembers, and its additional tools.</source>
        <translation>Carpetas para comandos, proyectos y habilidades, lo que recuerda el asistente y sus herramientas adicionales.</translation>
    </message>
    <message>
        <source>Folders</source>
        <translation>Carpetas</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memoria</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulario</translation>
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
        <translation>Listo</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Con error</translation>
    </message>
    <message>
        <source>No result recorded</source>
        <translation>Sin resultado registrado</translation>
    </message>
    <message>
        <source>Not allowed</source>
        <translation>No permitida</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Detenida</translation>
    </message>
    <message>
        <source>1 call</source>
        <translation>1 llamada</translation>
    </message>
    <message>
        <source>1 entry was deleted</source>
        <translation>Se eliminó 1 entrada</translation>
    </message>
    <message>
        <source>Copy details</source>
        <translation>Copiar detalles</translation>
    </message>
    <message>
        <source>Open note</source>
        <translation>Abrir nota</translation>
    </message>
    <message>
        <source>Log cleared</source>
        <translation>Registro vaciado</translation>
    </message>
    <message>
        <source>allowed by a rule</source>
        <translation>permitida por una regla</translation>
    </message>
    <message>
        <source>allowed by you</source>
        <translation>permitida por usted</translation>
    </message>
    <message>
        <source>allowed earlier</source>
        <translation>permitida antes</translation>
    </message>
    <message>
        <source>by you</source>
        <translation>por usted</translation>
    </message>
    <message>
        <source>by {user}</source>
        <translation>por {user}</translation>
    </message>
    <message>
        <source>done</source>
        <translation>hecha</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>con error</translation>
    </message>
    <message>
        <source>needs no approval</source>
        <translation>no necesita aprobación</translation>
    </message>
    <message>
        <source>no result recorded</source>
        <translation>sin resultado registrado</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>no permitida</translation>
    </message>
    <message>
        <source>refused by a rule</source>
        <translation>denegada por una regla</translation>
    </message>
    <message>
        <source>refused by you</source>
        <translation>denegada por usted</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>detenida</translation>
    </message>
    <message>
        <source>stopped by a check</source>
        <translation>detenida por un control</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>este equipo</translation>
    </message>
    <message>
        <source>{n} calls</source>
        <translation>{n} llamadas</translation>
    </message>
    <message>
        <source>{n} entries were deleted</source>
        <translation>Se eliminaron {n} entradas</translation>
    </message>
    <message>
        <source>invalid arguments</source>
        <translation>argumentos no válidos</translation>
    </message>
    <message>
        <source>no such tool</source>
        <translation>no existe esa herramienta</translation>
    </message>
    <message>
        <source>note not found</source>
        <translation>nota no encontrada</translation>
    </message>
    <message>
        <source>folder not found</source>
        <translation>carpeta no encontrada</translation>
    </message>
    <message>
        <source>several notes match</source>
        <translation>coinciden varias notas</translation>
    </message>
    <message>
        <source>too dangerous</source>
        <translation>demasiado peligrosa</translation>
    </message>
    <message>
        <source>too many calls</source>
        <translation>demasiadas llamadas</translation>
    </message>
    <message>
        <source>no answer in time</source>
        <translation>sin respuesta a tiempo</translation>
    </message>
    <message>
        <source>not run</source>
        <translation>no ejecutada</translation>
    </message>
    <message>
        <source>too large</source>
        <translation>demasiado grande</translation>
    </message>
    <message>
        <source>not readable</source>
        <translation>no se pudo leer</translation>
    </message>
    <message>
        <source>not written</source>
        <translation>no se escribió</translation>
    </message>
    <message>
        <source>search failed</source>
        <translation>falló la búsqueda</translation>
    </message>
    <message>
        <source>list failed</source>
        <translation>falló la lista</translation>
    </message>
    <message>
        <source>network error</source>
        <translation>error de red</translation>
    </message>
    <message>
        <source>changed by another program</source>
        <translation>modificada por otro programa</translation>
    </message>
</context>
<context>
    <name>AutostartCard</name>
    <message>
        <source>Start VaultDesk when you log in</source>
        <translation>Iniciar VaultDesk al iniciar sesión</translation>
    </message>
    <message>
        <source>Start it without a window</source>
        <translation>Iniciarlo sin ventana</translation>
    </message>
    <message>
        <source>It starts in the tray.</source>
        <translation>Se inicia en la bandeja del sistema.</translation>
    </message>
    <message>
        <source>It starts minimized, because there is no tray icon to open it from.</source>
        <translation>Se inicia minimizado porque no hay ningún icono en la bandeja del sistema desde el que abrirlo.</translation>
    </message>
    <message>
        <source>In a Flatpak, VaultDesk cannot set this up itself. Add VaultDesk to the startup programs in your desktop settings.</source>
        <translation>En un Flatpak, VaultDesk no puede configurarlo por sí mismo. Añada VaultDesk a los programas de inicio en los ajustes de su escritorio.</translation>
    </message>
    <message>
        <source>Not available while VAULTDESK_HOME sets the folder of VaultDesk.</source>
        <translation>No disponible mientras VAULTDESK_HOME defina la carpeta de VaultDesk.</translation>
    </message>
    <message>
        <source>Move VaultDesk to the Applications folder first, and open it from there.</source>
        <translation>Mueva primero VaultDesk a la carpeta Aplicaciones y ábralo desde allí.</translation>
    </message>
    <message>
        <source>Another copy is set to start: {0}. If you turn this on, this copy starts instead.</source>
        <translation>Otra copia está configurada para iniciarse: {0}. Si activa esto, se inicia esta copia en su lugar.</translation>
    </message>
    <message>
        <source>The program set to start no longer exists: {0}. If you turn this on, this copy starts instead.</source>
        <translation>El programa configurado para iniciarse ya no existe: {0}. Si activa esto, se inicia esta copia en su lugar.</translation>
    </message>
    <message>
        <source>It reopens what was open last. Nothing is sent automatically.</source>
        <translation>Vuelve a abrir lo último que estaba abierto. No se envía nada automáticamente.</translation>
    </message>
</context>
<context>
    <name>BackgroundMode</name>
    <message>
        <source>It keeps running there. To quit, choose Quit in its menu or press {0} in its window.</source>
        <translation>Allí sigue en marcha. Para salir, elija Salir en su menú o pulse {0} en su ventana.</translation>
    </message>
    <message>
        <source>VaultDesk is running in the tray</source>
        <translation>VaultDesk sigue en marcha en la bandeja del sistema</translation>
    </message>
</context>
<context>
    <name>Banner</name>
    <message>
        <source>Close this message</source>
        <translation>Cerrar este mensaje</translation>
    </message>
</context>
<context>
    <name>BlockIdWriter</name>
    <message>
        <source>The block ID ^{id} could not be written to “{note}”: {why}</source>
        <translation>No se pudo escribir el identificador de bloque ^{id} en «{note}»: {why}</translation>
    </message>
</context>
<context>
    <name>BlockListPage</name>
    <message>
        <source>and {n} more</source>
        <translation>y {n} más</translation>
    </message>
    <message>
        <source>It contains no text.</source>
        <translation>No contiene texto.</translation>
    </message>
    <message>
        <source>This canvas is not valid. Its source text is shown.</source>
        <translation>Este canvas no es válido. Se muestra su texto de origen.</translation>
    </message>
    <message>
        <source>The cards of a canvas as a list. Open it in another program to see their layout.</source>
        <translation>Las tarjetas de un canvas como lista. Ábralo en otro programa para ver su disposición.</translation>
    </message>
    <message>
        <source>The source text of a base. Open it in another program to see the table.</source>
        <translation>El texto de origen de una base. Ábrala en otro programa para ver la tabla.</translation>
    </message>
</context>
<context>
    <name>BookmarkController</name>
    <message>
        <source>The bookmark could not be saved: {reason}.</source>
        <translation>No se pudo guardar el marcador: {reason}.</translation>
    </message>
    <message>
        <source>“{path}” no longer exists.</source>
        <translation>«{path}» ya no existe.</translation>
    </message>
    <message>
        <source>Bookmark</source>
        <translation>Marcador</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>Abrir en pestaña nueva</translation>
    </message>
    <message>
        <source>This bookmark is managed by Obsidian. Remove it there.</source>
        <translation>Obsidian gestiona este marcador. Quítelo allí.</translation>
    </message>
    <message>
        <source>Remove from bookmarks</source>
        <translation>Quitar de los marcadores</translation>
    </message>
</context>
<context>
    <name>BookmarkView</name>
    <message>
        <source>Bookmarks</source>
        <translation>Marcadores</translation>
    </message>
    <message>
        <source>{path} no longer exists.</source>
        <translation>{path} ya no existe.</translation>
    </message>
</context>
<context>
    <name>Breadcrumbs</name>
    <message>
        <source>Find in {folder}</source>
        <translation>Buscar en {folder}</translation>
    </message>
    <message>
        <source>Other days</source>
        <translation>Otros días</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Más</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Editar</translation>
    </message>
    <message>
        <source>{n} word</source>
        <translation>{n} palabra</translation>
    </message>
    <message>
        <source>{n} words</source>
        <translation>{n} palabras</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>Abrir en pestaña nueva</translation>
    </message>
    <message>
        <source>Where this note was sent</source>
        <translation>Adónde se envió esta nota</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Copiar ruta</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Copiar enlace</translation>
    </message>
</context>
<context>
    <name>BudgetMeters</name>
    <message>
        <source>A question that would exceed this limit is not sent. Change the limit in Settings, Limits.</source>
        <translation>Una pregunta que superaría este límite no se envía. Cambie el límite en Ajustes, Límites.</translation>
    </message>
    <message>
        <source>{0} of {1} today</source>
        <translation>{0} de {1} hoy</translation>
    </message>
    <message>
        <source>{0} of {1} in this chat</source>
        <translation>{0} de {1} en este chat</translation>
    </message>
    <message>
        <source>{0} of {1} by this agent today</source>
        <translation>{0} de {1} de este agente hoy</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} tokens</translation>
    </message>
</context>
<context>
    <name>CalendarPopup</name>
    <message>
        <source>Choose a day</source>
        <translation>Elegir un día</translation>
    </message>
    <message>
        <source>Previous month</source>
        <translation>Mes anterior</translation>
    </message>
    <message>
        <source>Next month</source>
        <translation>Mes siguiente</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Hoy</translation>
    </message>
</context>
<context>
    <name>CallFilters</name>
    <message>
        <source>Tool</source>
        <translation>Herramienta</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agente</translation>
    </message>
    <message>
        <source>Any result</source>
        <translation>Cualquier resultado</translation>
    </message>
    <message>
        <source>All tools</source>
        <translation>Todas las herramientas</translation>
    </message>
    <message>
        <source>All agents</source>
        <translation>Todos los agentes</translation>
    </message>
</context>
<context>
    <name>CanvasPage</name>
    <message>
        <source>As a list</source>
        <translation>Como lista</translation>
    </message>
    <message>
        <source>Fit to window</source>
        <translation>Ajustar a la ventana</translation>
    </message>
    <message>
        <source>This canvas is empty</source>
        <translation>Este canvas está vacío</translation>
    </message>
    <message>
        <source>Add cards in a program that can edit it, such as Obsidian.</source>
        <translation>Añada tarjetas en un programa que pueda editarlo, como Obsidian.</translation>
    </message>
    <message>
        <source>{n} cards are not shown</source>
        <translation>{n} tarjetas no se muestran</translation>
    </message>
</context>
<context>
    <name>CanvasView</name>
    <message>
        <source>Text: {words}</source>
        <translation>Texto: {words}</translation>
    </message>
    <message>
        <source>File: {words}</source>
        <translation>Archivo: {words}</translation>
    </message>
    <message>
        <source>Address: {words}</source>
        <translation>Dirección: {words}</translation>
    </message>
    <message>
        <source>Group: {words}</source>
        <translation>Grupo: {words}</translation>
    </message>
    <message>
        <source>{name} (missing)</source>
        <translation>{name} (falta)</translation>
    </message>
    <message>
        <source>Cards: {n}</source>
        <translation>Tarjetas: {n}</translation>
    </message>
</context>
<context>
    <name>CapabilityCheckCard</name>
    <message>
        <source>Check What It Can Do</source>
        <translation>Comprobar qué sabe hacer</translation>
    </message>
    <message>
        <source>What {0} can do</source>
        <translation>Qué sabe hacer {0}</translation>
    </message>
    <message>
        <source>tested on {0}</source>
        <translation>probado el {0}</translation>
    </message>
    <message>
        <source>Check Again</source>
        <translation>Comprobar de nuevo</translation>
    </message>
    <message>
        <source>Asks the model a few short questions. No note is sent.</source>
        <translation>Hace al modelo unas pocas preguntas breves. No se envía ninguna nota.</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Stopped. The earlier results remain.</source>
        <translation>Detenido. Los resultados anteriores se conservan.</translation>
    </message>
    <message>
        <source>Asking {0}…</source>
        <translation>Preguntando a {0}…</translation>
    </message>
    <message>
        <source>Check finished.</source>
        <translation>Comprobación terminada.</translation>
    </message>
    <message>
        <source>Check finished with few results.</source>
        <translation>Comprobación terminada con pocos resultados.</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexto</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Long texts</source>
        <translation>Textos largos</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Imágenes</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Razonamiento</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>can answer in JSON only</source>
        <translation>puede responder solo en JSON</translation>
    </message>
    <message>
        <source>native</source>
        <translation>nativas</translation>
    </message>
    <message>
        <source>text-based</source>
        <translation>basadas en texto</translation>
    </message>
    <message>
        <source>remembers their beginning</source>
        <translation>recuerda su comienzo</translation>
    </message>
    <message>
        <source>no</source>
        <translation>no</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguna</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>no se sabe</translation>
    </message>
    <message>
        <source>supported</source>
        <translation>admitidas</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>sí</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} tokens</translation>
    </message>
    <message>
        <source>{0}, several at once</source>
        <translation>{0}, varias a la vez</translation>
    </message>
</context>
<context>
    <name>CardList</name>
    <message>
        <source>Actions</source>
        <translation>Acciones</translation>
    </message>
</context>
<context>
    <name>ChangeChecklist</name>
    <message>
        <source>All changes</source>
        <translation>Todos los cambios</translation>
    </message>
    <message>
        <source>{0} of {1} changes</source>
        <translation>{0} de {1} cambios</translation>
    </message>
    <message>
        <source>{0} of {1} change</source>
        <translation>{0} de {1} cambio</translation>
    </message>
    <message>
        <source>Notes to change; Space ticks</source>
        <translation>Notas que se cambiarán; Espacio marca</translation>
    </message>
</context>
<context>
    <name>ChangeChoices</name>
    <message>
        <source>1 change</source>
        <translation>1 cambio</translation>
    </message>
    <message>
        <source>Repair 1 link</source>
        <translation>Reparar 1 enlace</translation>
    </message>
    <message>
        <source>Repair {0} links</source>
        <translation>Reparar {0} enlaces</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>y {0} más</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>eliminada</translation>
    </message>
    <message>
        <source>deleted, {0}</source>
        <translation>eliminada, {0}</translation>
    </message>
    <message>
        <source>edited</source>
        <translation>editada</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>omitida</translation>
    </message>
    <message>
        <source>left out, with the new name</source>
        <translation>omitida, con el nombre nuevo</translation>
    </message>
    <message>
        <source>moved</source>
        <translation>movida</translation>
    </message>
    <message>
        <source>new note</source>
        <translation>nota nueva</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>renombrada</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>la raíz de la bóveda</translation>
    </message>
    <message>
        <source>to match the new name</source>
        <translation>según el nuevo nombre</translation>
    </message>
    <message>
        <source>{0} changes</source>
        <translation>{0} cambios</translation>
    </message>
    <message>
        <source>{0} of {1} changes</source>
        <translation>{0} de {1} cambios</translation>
    </message>
</context>
<context>
    <name>ChangeFooter</name>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>All changes can be undone in one step, from the notification or in Activity. If a note changes before you answer, you are asked again.</source>
        <translation>Todos los cambios se pueden deshacer en un solo paso, desde el aviso o en Actividad. Si una nota cambia antes de que usted responda, se le pregunta de nuevo.</translation>
    </message>
    <message>
        <source>All changes can be undone in one step.</source>
        <translation>Todos los cambios se pueden deshacer en un solo paso.</translation>
    </message>
    <message>
        <source>Changes need your approval each time. This choice cannot be remembered.</source>
        <translation>Los cambios necesitan su aprobación cada vez. Esta elección no se puede recordar.</translation>
    </message>
    <message>
        <source>Finish editing first.</source>
        <translation>Termine primero de editar.</translation>
    </message>
    <message>
        <source>Nothing is ticked.</source>
        <translation>No hay nada marcado.</translation>
    </message>
    <message>
        <source>Delete 1 note</source>
        <translation>Eliminar 1 nota</translation>
    </message>
    <message>
        <source>Delete {n} notes</source>
        <translation>Eliminar {n} notas</translation>
    </message>
    <message>
        <source>Apply 1 change</source>
        <translation>Aplicar 1 cambio</translation>
    </message>
    <message>
        <source>Apply {n} changes</source>
        <translation>Aplicar {n} cambios</translation>
    </message>
    <message>
        <source>1 collapsed part removes or hides text. Review it before you apply.</source>
        <translation>1 parte plegada quita u oculta texto. Revísela antes de aplicar.</translation>
    </message>
    <message>
        <source>{0} collapsed parts remove or hide text. Review them before you apply.</source>
        <translation>{0} partes plegadas quitan u ocultan texto. Revíselas antes de aplicar.</translation>
    </message>
    <message>
        <source>Apply nothing</source>
        <translation>No aplicar nada</translation>
    </message>
</context>
<context>
    <name>ChangeHistory</name>
    <message>
        <source>1 change</source>
        <translation>1 cambio</translation>
    </message>
    <message>
        <source>1 link</source>
        <translation>1 enlace</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 nota</translation>
    </message>
    <message>
        <source>Another program changed this note at the same time. Its version was left in place; earlier versions are kept.</source>
        <translation>Otro programa modificó esta nota al mismo tiempo. Su versión se dejó como está; las versiones anteriores se conservan.</translation>
    </message>
    <message>
        <source>Changed properties of {n} more notes</source>
        <translation>Se modificaron propiedades de {n} notas más</translation>
    </message>
    <message>
        <source>Changed tags of {n} more notes</source>
        <translation>Se modificaron etiquetas de {n} notas más</translation>
    </message>
    <message>
        <source>Changed {n} more notes</source>
        <translation>Se modificaron {n} notas más</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparar</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Copiar ruta</translation>
    </message>
    <message>
        <source>Created {n} more notes</source>
        <translation>Se crearon {n} notas más</translation>
    </message>
    <message>
        <source>Deleted {n} more notes</source>
        <translation>Se eliminaron {n} notas más</translation>
    </message>
    <message>
        <source>Open note</source>
        <translation>Abrir nota</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rehacer</translation>
    </message>
    <message>
        <source>Redo all {n}</source>
        <translation>Rehacer los {n}</translation>
    </message>
    <message>
        <source>Renamed {n} more notes</source>
        <translation>Se renombraron {n} notas más</translation>
    </message>
    <message>
        <source>Repaired links in {n} more notes</source>
        <translation>Se repararon enlaces en {n} notas más</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Undo all {n}</source>
        <translation>Deshacer los {n}</translation>
    </message>
    <message>
        <source>Without a chat question</source>
        <translation>Sin pregunta de chat</translation>
    </message>
    <message>
        <source>changed by another program</source>
        <translation>modificada por otro programa</translation>
    </message>
    <message>
        <source>result not known</source>
        <translation>resultado desconocido</translation>
    </message>
    <message>
        <source>not done</source>
        <translation>no hecho</translation>
    </message>
    <message>
        <source>Changed properties of {name}</source>
        <translation>Se modificaron propiedades de {name}</translation>
    </message>
    <message>
        <source>Changed tags of {name}</source>
        <translation>Se modificaron etiquetas de {name}</translation>
    </message>
    <message>
        <source>Changed {name}</source>
        <translation>Se modificó {name}</translation>
    </message>
    <message>
        <source>Created {name}</source>
        <translation>Se creó {name}</translation>
    </message>
    <message>
        <source>Deleted {name}</source>
        <translation>Se eliminó {name}</translation>
    </message>
    <message>
        <source>Moved {name} to {folder}</source>
        <translation>Se movió {name} a {folder}</translation>
    </message>
    <message>
        <source>Repaired links in {names}</source>
        <translation>Se repararon enlaces en {names}</translation>
    </message>
    <message>
        <source>Repaired links in {names} and {n} more</source>
        <translation>Se repararon enlaces en {names} y {n} más</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>la raíz de la bóveda</translation>
    </message>
    <message>
        <source>undone</source>
        <translation>deshecho</translation>
    </message>
    <message>
        <source>undone at {time}</source>
        <translation>deshecho ({time})</translation>
    </message>
    <message>
        <source>written, not confirmed</source>
        <translation>escrita, sin confirmar</translation>
    </message>
    <message>
        <source>{n} changes</source>
        <translation>{n} cambios</translation>
    </message>
    <message>
        <source>{n} links</source>
        <translation>{n} enlaces</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notas</translation>
    </message>
</context>
<context>
    <name>ChangeReview</name>
    <message>
        <source>Changes, line by line</source>
        <translation>Cambios, línea por línea</translation>
    </message>
</context>
<context>
    <name>ChatDock</name>
    <message>
        <source>Find in the chat</source>
        <translation>Buscar en el chat</translation>
    </message>
</context>
<context>
    <name>ChatHeader</name>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Title of this chat</source>
        <translation>Título de este chat</translation>
    </message>
    <message>
        <source>Agent that answers</source>
        <translation>Agente que responde</translation>
    </message>
    <message>
        <source>New private chat: it is not saved</source>
        <translation>Nuevo chat privado: no se guarda</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>Privado</translation>
    </message>
    <message>
        <source>This chat is not saved on this computer. It is discarded when its tab is closed.</source>
        <translation>Este chat no se guarda en este equipo. Se descarta al cerrar su pestaña.</translation>
    </message>
    <message>
        <source>More about this chat</source>
        <translation>Más sobre este chat</translation>
    </message>
    <message>
        <source>Branch of</source>
        <translation>Rama de</translation>
    </message>
    <message>
        <source>No question has been asked here yet.</source>
        <translation>Aquí aún no se ha preguntado nada.</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renombrar</translation>
    </message>
    <message>
        <source>Private chats are not saved.</source>
        <translation>Los chats privados no se guardan.</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Desfijar</translation>
    </message>
    <message>
        <source>Pin to the top of the list</source>
        <translation>Fijar al principio de la lista</translation>
    </message>
    <message>
        <source>Copy conversation as Markdown</source>
        <translation>Copiar chat como Markdown</translation>
    </message>
    <message>
        <source>Show its note</source>
        <translation>Mostrar su nota</translation>
    </message>
    <message>
        <source>Stop saving it as a note</source>
        <translation>Dejar de guardarlo como nota</translation>
    </message>
    <message>
        <source>Save it as a note too</source>
        <translation>Guardarlo también como nota</translation>
    </message>
    <message>
        <source>Close this conversation</source>
        <translation>Cerrar este chat</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
</context>
<context>
    <name>ChatLibrary</name>
    <message>
        <source>Its note has changed since, so nothing was undone.</source>
        <translation>Su nota ha cambiado entretanto, así que no se deshizo nada.</translation>
    </message>
</context>
<context>
    <name>ChatListController</name>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>Deleted “{0}”</source>
        <translation>Eliminado «{0}»</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
</context>
<context>
    <name>ChatNoteOffer</name>
    <message>
        <source>This note is a chat.</source>
        <translation>Esta nota es un chat.</translation>
    </message>
    <message>
        <source>Continue in the chat</source>
        <translation>Continuar en el chat</translation>
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
        <translation>El chat está en su propia ventana</translation>
    </message>
    <message>
        <source>The chat is a tab</source>
        <translation>El chat es una pestaña</translation>
    </message>
    <message>
        <source>Go to the chat</source>
        <translation>Ir al chat</translation>
    </message>
    <message>
        <source>Show it beside the note</source>
        <translation>Mostrarlo junto a la nota</translation>
    </message>
    <message>
        <source>You can move it back here at any time.</source>
        <translation>Puede volver a moverlo aquí en cualquier momento.</translation>
    </message>
    <message>
        <source>Position of the chat</source>
        <translation>Posición del chat</translation>
    </message>
    <message>
        <source>Beside the note</source>
        <translation>Junto a la nota</translation>
    </message>
    <message>
        <source>As a tab among the notes</source>
        <translation>Como pestaña entre las notas</translation>
    </message>
    <message>
        <source>In its own window</source>
        <translation>En su propia ventana</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
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
        <translation>Buscar un chat</translation>
    </message>
    <message>
        <source>Search titles and messages</source>
        <translation>Buscar en títulos y mensajes</translation>
    </message>
    <message>
        <source>Title of the chat</source>
        <translation>Título del chat</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renombrar</translation>
    </message>
    <message>
        <source>Pin</source>
        <translation>Fijar</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Restore “{0}”</source>
        <translation>Restaurar «{0}»</translation>
    </message>
    <message>
        <source>No chat matches.</source>
        <translation>Ningún chat coincide.</translation>
    </message>
    <message>
        <source>Your chats are listed here.</source>
        <translation>Sus chats aparecen aquí.</translation>
    </message>
    <message>
        <source>Unpin</source>
        <translation>Desfijar</translation>
    </message>
    <message>
        <source>Found in chats</source>
        <translation>Encontrado en chats</translation>
    </message>
    <message>
        <source>Last 7 days</source>
        <translation>Últimos 7 días</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>This chat is not saved.</source>
        <translation>Este chat no se guarda.</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Fijado</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>Privado</translation>
    </message>
    <message>
        <source>Today</source>
        <translation>Hoy</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Ayer</translation>
    </message>
    <message>
        <source>answering…</source>
        <translation>respondiendo…</translation>
    </message>
    <message>
        <source>Type to find {0} older chats</source>
        <translation>Escriba para encontrar {0} chats anteriores</translation>
    </message>
</context>
<context>
    <name>ChatSavingCard</name>
    <message>
        <source>Save chats as notes in this vault too</source>
        <translation>Guardar los chats también como notas de esta bóveda</translation>
    </message>
    <message>
        <source>Chats are stored on this computer, outside the vault. If this is on, each chat is also saved as a note in the chat folder. Turning it off does not delete existing notes.</source>
        <translation>Los chats se guardan en este equipo, fuera de la bóveda. Si esto está activado, cada chat se guarda además como nota en la carpeta de chats. Al desactivarlo no se eliminan las notas existentes.</translation>
    </message>
</context>
<context>
    <name>ChatTabBar</name>
    <message>
        <source>Open chats</source>
        <translation>Chats abiertos</translation>
    </message>
    <message>
        <source>New chat</source>
        <translation>Nuevo chat</translation>
    </message>
    <message>
        <source>being answered</source>
        <translation>con respuesta en curso</translation>
    </message>
    <message>
        <source>waiting for you</source>
        <translation>espera su respuesta</translation>
    </message>
    <message>
        <source>answered, not read yet</source>
        <translation>respondido, aún sin leer</translation>
    </message>
    <message>
        <source>{0}, {1}</source>
        <translation>{0}, {1}</translation>
    </message>
    <message>
        <source>Close this chat&apos;s tab</source>
        <translation>Cerrar la pestaña de este chat</translation>
    </message>
</context>
<context>
    <name>CheckListHeader</name>
    <message>
        <source>All</source>
        <translation>Todo</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Nada</translation>
    </message>
    <message>
        <source>Select All</source>
        <translation>Seleccionar todo</translation>
    </message>
    <message>
        <source>Select None</source>
        <translation>No seleccionar nada</translation>
    </message>
</context>
<context>
    <name>CheckRow</name>
    <message>
        <source>Copy the Command</source>
        <translation>Copiar el comando</translation>
    </message>
    <message>
        <source>The command was copied.</source>
        <translation>Se copió el comando.</translation>
    </message>
</context>
<context>
    <name>CodeButtons</name>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Copy code</source>
        <translation>Copiar código</translation>
    </message>
</context>
<context>
    <name>CommandCompletionSource</name>
    <message>
        <source>Enter inserts it into the question</source>
        <translation>Intro lo inserta en la pregunta</translation>
    </message>
    <message>
        <source>new command</source>
        <translation>comando nuevo</translation>
    </message>
    <message>
        <source>New command…</source>
        <translation>Nuevo comando…</translation>
    </message>
</context>
<context>
    <name>CommandPalette</name>
    <message>
        <source>A quick command of this vault. It is inserted into the question.</source>
        <translation>Un comando rápido de esta bóveda. Se inserta en la pregunta.</translation>
    </message>
    <message>
        <source>Quick command</source>
        <translation>Comando rápido</translation>
    </message>
    <message>
        <source>This command no longer exists.</source>
        <translation>Este comando ya no existe.</translation>
    </message>
    <message>
        <source>All commands</source>
        <translation>Todos los comandos</translation>
    </message>
    <message>
        <source>Recently used</source>
        <translation>Usados recientemente</translation>
    </message>
    <message>
        <source>also “{word}”</source>
        <translation>también «{word}»</translation>
    </message>
    <message>
        <source>backlinks outgoing incoming</source>
        <translation>retroenlaces salientes entrantes</translation>
    </message>
    <message>
        <source>dark night colors</source>
        <translation>oscuro claro noche colores</translation>
    </message>
    <message>
        <source>delete remove trash</source>
        <translation>eliminar borrar papelera</translation>
    </message>
    <message>
        <source>export</source>
        <translation>exportar</translation>
    </message>
    <message>
        <source>find</source>
        <translation>encontrar</translation>
    </message>
    <message>
        <source>graph network map</source>
        <translation>grafo red mapa</translation>
    </message>
    <message>
        <source>headings contents</source>
        <translation>encabezados índice contenido</translation>
    </message>
    <message>
        <source>history conversations</source>
        <translation>historial conversaciones</translation>
    </message>
    <message>
        <source>history versions log</source>
        <translation>historial versiones registro</translation>
    </message>
    <message>
        <source>preferences options models</source>
        <translation>preferencias opciones modelos</translation>
    </message>
    <message>
        <source>preview source mode</source>
        <translation>previsualizar código modo</translation>
    </message>
    <message>
        <source>relocate</source>
        <translation>reubicar trasladar</translation>
    </message>
    <message>
        <source>sidebar panel</source>
        <translation>barra lateral panel</translation>
    </message>
    <message>
        <source>substitute</source>
        <translation>sustituir</translation>
    </message>
    <message>
        <source>{some} of {total}</source>
        <translation>{some} de {total}</translation>
    </message>
</context>
<context>
    <name>Composer</name>
    <message>
        <source>What would leave this computer</source>
        <translation>Qué saldría de este equipo</translation>
    </message>
    <message>
        <source>The text is too long to paste here. Save it as a note and ask about the note.</source>
        <translation>El texto es demasiado largo para pegarlo aquí. Guárdelo como nota y pregunte sobre la nota.</translation>
    </message>
</context>
<context>
    <name>ComposerController</name>
    <message>
        <source>Summary of the earlier conversation:</source>
        <translation>Resumen del chat anterior:</translation>
    </message>
</context>
<context>
    <name>ConsentText</name>
    <message>
        <source>**Nothing leaves this computer.**</source>
        <translation>**Nada sale de este equipo.**</translation>
    </message>
    <message>
        <source>**Nothing** leaves this computer for **{host}**</source>
        <translation>**Nada** sale de este equipo hacia **{host}**</translation>
    </message>
    <message>
        <source>About **1 token** leaves this computer for **{host}**</source>
        <translation>Cerca de **1 token** sale de este equipo hacia **{host}**</translation>
    </message>
    <message>
        <source>About **{n} tokens** leave this computer for **{host}**</source>
        <translation>Unos **{n} tokens** salen de este equipo hacia **{host}**</translation>
    </message>
    <message>
        <source>Always</source>
        <translation>Siempre</translation>
    </message>
    <message>
        <source>Approve and Execute</source>
        <translation>Aprobar y ejecutar</translation>
    </message>
    <message>
        <source>Continue</source>
        <translation>Continuar</translation>
    </message>
    <message>
        <source>Don’t Send</source>
        <translation>No enviar</translation>
    </message>
    <message>
        <source>Exactly the ticked text goes to {who} at {host}, about {n} tokens of it. It is recorded in “What left this computer”.</source>
        <translation>A {who} ({host}) se envía exactamente el texto marcado, unos {n} tokens. Se registra en «Qué salió de este equipo».</translation>
    </message>
    <message>
        <source>Found for “{words}”. The model reads them to answer your question.</source>
        <translation>Pasajes encontrados con «{words}». El modelo los lee para responder a su pregunta.</translation>
    </message>
    <message>
        <source>Found on this computer. The model reads what is ticked to answer your question.</source>
        <translation>Encontrado en este equipo. El modelo lee lo que usted marque para responder a su pregunta.</translation>
    </message>
    <message>
        <source>Let the assistant read 1 note?</source>
        <translation>¿Permitir que el asistente lea 1 nota?</translation>
    </message>
    <message>
        <source>Let the assistant read 1 passage and 1 whole note?</source>
        <translation>¿Permitir que el asistente lea 1 pasaje y 1 nota entera?</translation>
    </message>
    <message>
        <source>Let the assistant read 1 passage and {notes} whole notes?</source>
        <translation>¿Permitir que el asistente lea 1 pasaje y {notes} notas enteras?</translation>
    </message>
    <message>
        <source>Let the assistant read 1 passage of 1 note?</source>
        <translation>¿Permitir que el asistente lea 1 pasaje de 1 nota?</translation>
    </message>
    <message>
        <source>Let the assistant read 1 result?</source>
        <translation>¿Permitir que el asistente lea 1 resultado?</translation>
    </message>
    <message>
        <source>Let the assistant read what was found?</source>
        <translation>¿Permitir que el asistente lea lo encontrado?</translation>
    </message>
    <message>
        <source>Let the assistant read {n} notes?</source>
        <translation>¿Permitir que el asistente lea {n} notas?</translation>
    </message>
    <message>
        <source>Let the assistant read {n} results?</source>
        <translation>¿Permitir que el asistente lea {n} resultados?</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages and 1 whole note?</source>
        <translation>¿Permitir que el asistente lea {passages} pasajes y 1 nota entera?</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages and {notes} whole notes?</source>
        <translation>¿Permitir que el asistente lea {passages} pasajes y {notes} notas enteras?</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages of 1 note?</source>
        <translation>¿Permitir que el asistente lea {passages} pasajes de 1 nota?</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages of {notes} notes?</source>
        <translation>¿Permitir que el asistente lea {passages} pasajes de {notes} notas?</translation>
    </message>
    <message>
        <source>Let the assistant read {passages} passages?</source>
        <translation>¿Permitir que el asistente lea {passages} pasajes?</translation>
    </message>
    <message>
        <source>Nothing is sent to {who}</source>
        <translation>No se envía nada a {who}</translation>
    </message>
    <message>
        <source>Nothing leaves this computer.</source>
        <translation>Nada sale de este equipo.</translation>
    </message>
    <message>
        <source>Nothing of this has reached the model yet.</source>
        <translation>Nada de esto ha llegado aún al modelo.</translation>
    </message>
    <message>
        <source>Nothing was found for the assistant to read</source>
        <translation>No se encontró nada que el asistente pueda leer</translation>
    </message>
    <message>
        <source>Nothing was found to send to {who}</source>
        <translation>No se encontró nada que enviar a {who}</translation>
    </message>
    <message>
        <source>Read 1 note</source>
        <translation>Leer 1 nota</translation>
    </message>
    <message>
        <source>Read 1 passage</source>
        <translation>Leer 1 pasaje</translation>
    </message>
    <message>
        <source>Read 1 result</source>
        <translation>Leer 1 resultado</translation>
    </message>
    <message>
        <source>Read What Is Ticked</source>
        <translation>Leer lo marcado</translation>
    </message>
    <message>
        <source>Read {n} notes</source>
        <translation>Leer {n} notas</translation>
    </message>
    <message>
        <source>Read {n} passages</source>
        <translation>Leer {n} pasajes</translation>
    </message>
    <message>
        <source>Read {n} results</source>
        <translation>Leer {n} resultados</translation>
    </message>
    <message>
        <source>Reading in this vault, always</source>
        <translation>Leer en esta bóveda, siempre</translation>
    </message>
    <message>
        <source>Reading in this vault, until this chat ends</source>
        <translation>Leer en esta bóveda, hasta que termine este chat</translation>
    </message>
    <message>
        <source>Reading inside {0}, always</source>
        <translation>Leer dentro de {0}, siempre</translation>
    </message>
    <message>
        <source>Reading inside {0}, until this chat ends</source>
        <translation>Leer dentro de {0}, hasta que termine este chat</translation>
    </message>
    <message>
        <source>Refuse</source>
        <translation>Denegar</translation>
    </message>
    <message>
        <source>Searched for “{words}”. Other terms may find more.</source>
        <translation>Se buscó «{words}». Otros términos quizá encuentren más.</translation>
    </message>
    <message>
        <source>Searching this vault, always</source>
        <translation>Buscar en esta bóveda, siempre</translation>
    </message>
    <message>
        <source>Searching this vault, until this chat ends</source>
        <translation>Buscar en esta bóveda, hasta que termine este chat</translation>
    </message>
    <message>
        <source>Send 1 note</source>
        <translation>Enviar 1 nota</translation>
    </message>
    <message>
        <source>Send 1 note to {who}?</source>
        <translation>¿Enviar 1 nota a {who}?</translation>
    </message>
    <message>
        <source>Send 1 passage</source>
        <translation>Enviar 1 pasaje</translation>
    </message>
    <message>
        <source>Send 1 passage and 1 whole note to {who}?</source>
        <translation>¿Enviar 1 pasaje y 1 nota entera a {who}?</translation>
    </message>
    <message>
        <source>Send 1 passage and {notes} whole notes to {who}?</source>
        <translation>¿Enviar 1 pasaje y {notes} notas enteras a {who}?</translation>
    </message>
    <message>
        <source>Send 1 passage of 1 note to {who}?</source>
        <translation>¿Enviar 1 pasaje de 1 nota a {who}?</translation>
    </message>
    <message>
        <source>Send 1 result</source>
        <translation>Enviar 1 resultado</translation>
    </message>
    <message>
        <source>Send 1 result to {who}?</source>
        <translation>¿Enviar 1 resultado a {who}?</translation>
    </message>
    <message>
        <source>Send What Is Ticked</source>
        <translation>Enviar lo marcado</translation>
    </message>
    <message>
        <source>Send what was found to {who}?</source>
        <translation>¿Enviar lo encontrado a {who}?</translation>
    </message>
    <message>
        <source>Send {n} notes</source>
        <translation>Enviar {n} notas</translation>
    </message>
    <message>
        <source>Send {n} notes to {who}?</source>
        <translation>¿Enviar {n} notas a {who}?</translation>
    </message>
    <message>
        <source>Send {n} passages</source>
        <translation>Enviar {n} pasajes</translation>
    </message>
    <message>
        <source>Send {n} results</source>
        <translation>Enviar {n} resultados</translation>
    </message>
    <message>
        <source>Send {n} results to {who}?</source>
        <translation>¿Enviar {n} resultados a {who}?</translation>
    </message>
    <message>
        <source>Send {passages} passages and 1 whole note to {who}?</source>
        <translation>¿Enviar {passages} pasajes y 1 nota entera a {who}?</translation>
    </message>
    <message>
        <source>Send {passages} passages and {notes} whole notes to {who}?</source>
        <translation>¿Enviar {passages} pasajes y {notes} notas enteras a {who}?</translation>
    </message>
    <message>
        <source>Send {passages} passages of 1 note to {who}?</source>
        <translation>¿Enviar {passages} pasajes de 1 nota a {who}?</translation>
    </message>
    <message>
        <source>Send {passages} passages of {notes} notes to {who}?</source>
        <translation>¿Enviar {passages} pasajes de {notes} notas a {who}?</translation>
    </message>
    <message>
        <source>Send {passages} passages to {who}?</source>
        <translation>¿Enviar {passages} pasajes a {who}?</translation>
    </message>
    <message>
        <source>The assistant reads nothing</source>
        <translation>El asistente no lee nada</translation>
    </message>
    <message>
        <source>The model asks to read it.</source>
        <translation>El modelo pide leerla.</translation>
    </message>
    <message>
        <source>The model asks to read it. Its reason: {words}</source>
        <translation>El modelo pide leerla. Su motivo: {words}</translation>
    </message>
    <message>
        <source>The model asks to read them.</source>
        <translation>El modelo pide leerlas.</translation>
    </message>
    <message>
        <source>The model asks to read them. Its reason: {words}</source>
        <translation>El modelo pide leerlas. Su motivo: {words}</translation>
    </message>
    <message>
        <source>The model’s reason: {words}</source>
        <translation>Motivo del modelo: {words}</translation>
    </message>
    <message>
        <source>This chat</source>
        <translation>Este chat</translation>
    </message>
    <message>
        <source>This time</source>
        <translation>Esta vez</translation>
    </message>
    <message>
        <source>This time only</source>
        <translation>Solo esta vez</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>«{0}»</translation>
    </message>
</context>
<context>
    <name>ContextChip</name>
    <message>
        <source>Remove {name}</source>
        <translation>Quitar {name}</translation>
    </message>
    <message>
        <source>not sent</source>
        <translation>no se envía</translation>
    </message>
    <message>
        <source>Backspace removes it</source>
        <translation>Retroceso lo quita</translation>
    </message>
</context>
<context>
    <name>ContextController</name>
    <message>
        <source>The chosen model cannot see pictures.</source>
        <translation>El modelo elegido no puede ver imágenes.</translation>
    </message>
    <message>
        <source>You dropped {0} files. Drop at most {1} at once.</source>
        <translation>Ha soltado {0} archivos. Suelte como mucho {1} a la vez.</translation>
    </message>
    <message>
        <source>Pasted picture {0}</source>
        <translation>Imagen pegada {0}</translation>
    </message>
    <message>
        <source>Pasted picture</source>
        <translation>Imagen pegada</translation>
    </message>
</context>
<context>
    <name>ContextRing</name>
    <message>
        <source>Context</source>
        <translation>Contexto</translation>
    </message>
    <message>
        <source>{used} of {window} tokens of the model’s context window ({part} %)</source>
        <translation>{used} de {window} tokens de la ventana de contexto del modelo ({part} %)</translation>
    </message>
    <message>
        <source>About {0} tokens. The size of the model’s context window is not known.</source>
        <translation>Unos {0} tokens. No se conoce el tamaño de la ventana de contexto del modelo.</translation>
    </message>
    <message>
        <source>{n} message is summarized</source>
        <translation>{n} mensaje está resumido</translation>
    </message>
    <message>
        <source>{n} messages are summarized</source>
        <translation>{n} mensajes están resumidos</translation>
    </message>
    <message>
        <source>Context: {0}</source>
        <translation>Contexto: {0}</translation>
    </message>
</context>
<context>
    <name>ContextTray</name>
    <message>
        <source>Attached context</source>
        <translation>Contexto adjunto</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Imagen</translation>
    </message>
    <message>
        <source>Whole vault</source>
        <translation>Toda la bóveda</translation>
    </message>
    <message>
        <source>open note</source>
        <translation>nota abierta</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} nota</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notas</translation>
    </message>
    <message>
        <source>{n} token</source>
        <translation>{n} token</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} tokens</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>«{0}»</translation>
    </message>
</context>
<context>
    <name>ConversationController</name>
    <message>
        <source>An internal error occurred</source>
        <translation>Se produjo un error interno</translation>
    </message>
    <message>
        <source>See the log for details.</source>
        <translation>Los detalles están en el registro.</translation>
    </message>
</context>
<context>
    <name>ConversationMarkdown</name>
    <message>
        <source>Assistant</source>
        <translation>Asistente</translation>
    </message>
    <message>
        <source>Cut off</source>
        <translation>Cortada</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Detenida</translation>
    </message>
    <message>
        <source>You</source>
        <translation>Usted</translation>
    </message>
</context>
<context>
    <name>ConversationTabs</name>
    <message>
        <source>The private chat was discarded.</source>
        <translation>El chat privado se descartó.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>“{0}” is still being answered.</source>
        <translation>«{0}» aún se está respondiendo.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
</context>
<context>
    <name>Core</name>
    <message>
        <source>A change of its note revokes this.</source>
        <translation>Si su nota cambia, esto queda revocado.</translation>
    </message>
    <message>
        <source>A change of “{0}” was interrupted and not made. The note is unchanged.</source>
        <translation>Un cambio de «{0}» se interrumpió y no se hizo. La nota no ha cambiado.</translation>
    </message>
    <message>
        <source>A change of “{0}” was interrupted, and the note cannot be read now.</source>
        <translation>Un cambio de «{0}» se interrumpió y la nota no se puede leer ahora.</translation>
    </message>
    <message>
        <source>A set of changes was interrupted, and its change of “{0}” was rolled back.</source>
        <translation>Un conjunto de cambios se interrumpió, y su cambio de «{0}» se revirtió.</translation>
    </message>
    <message>
        <source>A chat has the property {0}.</source>
        <translation>Un chat tiene la propiedad {0}.</translation>
    </message>
    <message>
        <source>A disk in memory ({0}), {1} free: notes are gone when the computer is switched off.</source>
        <translation>Un disco en memoria ({0}), {1} libres: las notas se pierden al apagar el equipo.</translation>
    </message>
    <message>
        <source>A drive, a keyring or a server may not be responding. Check it, then run the check again.</source>
        <translation>Puede que una unidad, un llavero o un servidor no responda. Revíselo y repita la comprobación.</translation>
    </message>
    <message>
        <source>A file system of another program ({0}), {1} free.</source>
        <translation>Un sistema de archivos de otro programa ({0}), {1} libres.</translation>
    </message>
    <message>
        <source>A folder of the host computer ({0}), {1} free.</source>
        <translation>Una carpeta del equipo anfitrión ({0}), {1} libres.</translation>
    </message>
    <message>
        <source>A gateway in front of {0} cannot reach the server (status {1})</source>
        <translation>Una puerta de enlace delante de {0} no puede acceder al servidor (estado {1})</translation>
    </message>
    <message>
        <source>A key consists of letters, digits and punctuation without spaces. Copy the complete key again.</source>
        <translation>Una clave consta de letras, cifras y signos de puntuación, sin espacios. Copie de nuevo la clave completa.</translation>
    </message>
    <message>
        <source>A message from an unknown sender was left out.</source>
        <translation>Se omitió un mensaje de remitente desconocido.</translation>
    </message>
    <message>
        <source>A message from an unknown sender was imported as yours.</source>
        <translation>Un mensaje de remitente desconocido se importó como si fuera suyo.</translation>
    </message>
    <message>
        <source>A message without a readable time got the time of the message before it.</source>
        <translation>Un mensaje sin hora legible recibió la hora del mensaje anterior.</translation>
    </message>
    <message>
        <source>A name inside a property is longer than {0} characters</source>
        <translation>Un nombre dentro de una propiedad tiene más de {0} caracteres</translation>
    </message>
    <message>
        <source>A network drive ({0}), {1} free. Saving takes longer, and notes cannot be read while it is disconnected.</source>
        <translation>Una unidad de red ({0}), {1} libres. Guardar tarda más, y las notas no se pueden leer mientras está desconectada.</translation>
    </message>
    <message>
        <source>A newer version of VaultDesk may support it.</source>
        <translation>Puede que una versión más reciente de VaultDesk lo admita.</translation>
    </message>
    <message>
        <source>A picture was not imported: it is too large or not in the export.</source>
        <translation>No se importó una imagen: es demasiado grande o no está en la exportación.</translation>
    </message>
    <message>
        <source>A property cannot be nested more than {0} deep</source>
        <translation>Una propiedad no puede anidarse más de {0} niveles</translation>
    </message>
    <message>
        <source>A property has a value that cannot be written</source>
        <translation>Una propiedad tiene un valor que no se puede escribir</translation>
    </message>
    <message>
        <source>A recording was left out; its text is included.</source>
        <translation>Se omitió una grabación; su texto está incluido.</translation>
    </message>
    <message>
        <source>A removable drive ({0}), {1} free. It stores times to two seconds and no permissions, and is easily damaged if it is not ejected.</source>
        <translation>Una unidad extraíble ({0}), {1} libres. Guarda las horas con precisión de dos segundos y sin permisos, y se daña fácilmente si no se expulsa.</translation>
    </message>
    <message>
        <source>A tag consists of letters, digits, _ - and /, without spaces, and not only of digits.</source>
        <translation>Una etiqueta consta de letras, cifras, _ - y /, sin espacios, y no solo de cifras.</translation>
    </message>
    <message>
        <source>A window can be shown.</source>
        <translation>Se puede mostrar una ventana.</translation>
    </message>
    <message>
        <source>A window can be shown: {0}.</source>
        <translation>Se puede mostrar una ventana: {0}.</translation>
    </message>
    <message>
        <source>About {0} token goes to {1}. None of it is from your notes.</source>
        <translation>Cerca de {0} token va a {1}. Nada de ello es de sus notas.</translation>
    </message>
    <message>
        <source>About {0} tokens go to {1}. None of it is from your notes.</source>
        <translation>Cerca de {0} tokens van a {1}. Nada de ello es de sus notas.</translation>
    </message>
    <message>
        <source>Add credit there, or choose another provider.</source>
        <translation>Añada saldo allí o elija otro proveedor.</translation>
    </message>
    <message>
        <source>Add json to search.formats in its settings.yml and restart it.</source>
        <translation>Añada json a search.formats en su settings.yml y reinícielo.</translation>
    </message>
    <message>
        <source>Add tags</source>
        <translation>Añadir etiquetas</translation>
    </message>
    <message>
        <source>Add the key in the settings.</source>
        <translation>Añada la clave en los ajustes.</translation>
    </message>
    <message>
        <source>Add to vocabulary</source>
        <translation>Añadir al vocabulario</translation>
    </message>
    <message>
        <source>Add {0} to</source>
        <translation>Añadir {0} a</translation>
    </message>
    <message>
        <source>Add “{0}” to your vocabulary</source>
        <translation>Añadir «{0}» al vocabulario</translation>
    </message>
    <message>
        <source>After this change your privacy rules would protect this note less, or not at all.</source>
        <translation>Tras este cambio, sus reglas de privacidad protegerían menos esta nota o dejarían de protegerla.</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agente</translation>
    </message>
    <message>
        <source>Portable: all in one folder next to the program: {0}</source>
        <translation>Portátil: todo en una carpeta junto al programa: {0}</translation>
    </message>
    <message>
        <source>All in one folder, set by {0}: {1}</source>
        <translation>Todo en una carpeta, definida por {0}: {1}</translation>
    </message>
    <message>
        <source>All files are present.</source>
        <translation>Están todos los archivos.</translation>
    </message>
    <message>
        <source>Allow the address of this network in the account at the provider, or use another network.</source>
        <translation>Permita la dirección de esta red en la cuenta del proveedor o use otra red.</translation>
    </message>
    <message>
        <source>Addresses that contain a user name are not fetched</source>
        <translation>Las direcciones que contienen un nombre de usuario no se descargan</translation>
    </message>
    <message>
        <source>An address with a zone is in a local network</source>
        <translation>Una dirección con zona está en una red local</translation>
    </message>
    <message>
        <source>An answer of several agents was imported as one message.</source>
        <translation>Una respuesta de varios agentes se importó como un solo mensaje.</translation>
    </message>
    <message>
        <source>An earlier version of the note is damaged.</source>
        <translation>Una versión anterior de la nota está dañada.</translation>
    </message>
    <message>
        <source>An entry of the export is not a conversation.</source>
        <translation>Una entrada de la exportación no es una conversación.</translation>
    </message>
    <message>
        <source>Another VaultDesk (process {0}) has this vault open, so it can only be read here.</source>
        <translation>Otro VaultDesk (proceso {0}) tiene abierta esta bóveda, así que aquí solo se puede leer.</translation>
    </message>
    <message>
        <source>Another VaultDesk has this vault open, so it can only be read here.</source>
        <translation>Otro VaultDesk tiene abierta esta bóveda, así que aquí solo se puede leer.</translation>
    </message>
    <message>
        <source>Another program wrote it at the same moment. The earlier versions are in the list of changes.</source>
        <translation>Otro programa la escribió en ese mismo momento. Las versiones anteriores están en la lista de cambios.</translation>
    </message>
    <message>
        <source>Answers in JSON: {0}</source>
        <translation>Responde en JSON: {0}</translation>
    </message>
    <message>
        <source>Append to</source>
        <translation>Añadir al final de</translation>
    </message>
    <message>
        <source>Apply a template</source>
        <translation>Aplicar una plantilla</translation>
    </message>
    <message>
        <source>Apply the template “{0}” to</source>
        <translation>Aplicar la plantilla «{0}» a</translation>
    </message>
    <message>
        <source>Armenian</source>
        <translation>armenias</translation>
    </message>
    <message>
        <source>Ask again after the limit is renewed, or choose another model or provider.</source>
        <translation>Pregunte de nuevo cuando se renueve el límite, o elija otro modelo o proveedor.</translation>
    </message>
    <message>
        <source>Ask again in a moment.</source>
        <translation>Pregunte de nuevo dentro de un momento.</translation>
    </message>
    <message>
        <source>Ask again in {0}.</source>
        <translation>Pregunte de nuevo dentro de {0}.</translation>
    </message>
    <message>
        <source>Ask again, in other words.</source>
        <translation>Pregunte de nuevo, con otras palabras.</translation>
    </message>
    <message>
        <source>Ask again, or choose another model.</source>
        <translation>Pregunte de nuevo o elija otro modelo.</translation>
    </message>
    <message>
        <source>Ask again, or write it yourself.</source>
        <translation>Pregunte de nuevo o escríbalo usted.</translation>
    </message>
    <message>
        <source>Ask again.</source>
        <translation>Pregunte de nuevo.</translation>
    </message>
    <message>
        <source>Ask again. If this repeats, choose another tool mode in the settings of the provider.</source>
        <translation>Pregunte de nuevo. Si se repite, elija otro modo de herramientas en los ajustes del proveedor.</translation>
    </message>
    <message>
        <source>Ask again. If this repeats, see the log of the server.</source>
        <translation>Pregunte de nuevo. Si se repite, el registro del servidor indica el motivo.</translation>
    </message>
    <message>
        <source>Ask again. VaultDesk now uses text-based tools with this model.</source>
        <translation>Pregunte de nuevo. VaultDesk usa ahora herramientas basadas en texto con este modelo.</translation>
    </message>
    <message>
        <source>Ask again to restart it. If it ends again, choose a smaller model or context window.</source>
        <translation>Pregunte de nuevo para reiniciarlo. Si vuelve a terminar, elija un modelo o una ventana de contexto más pequeños.</translation>
    </message>
    <message>
        <source>Ask again to restart it. What arrived so far is kept.</source>
        <translation>Pregunte de nuevo para reiniciarlo. Lo que llegó hasta ahora se conserva.</translation>
    </message>
    <message>
        <source>Ask again; what arrived so far is kept, and none of its tool calls was run.</source>
        <translation>Pregunte de nuevo; lo que llegó hasta ahora se conserva y no se ejecutó ninguna de sus llamadas a herramientas.</translation>
    </message>
    <message>
        <source>Ask again; what arrived so far is kept.</source>
        <translation>Pregunte de nuevo; lo que llegó hasta ahora se conserva.</translation>
    </message>
    <message>
        <source>Try a smaller page.</source>
        <translation>Pruebe con una página más pequeña.</translation>
    </message>
    <message>
        <source>Ask in other words, or choose another model.</source>
        <translation>Pregunte con otras palabras o elija otro modelo.</translation>
    </message>
    <message>
        <source>Ask in words what you want to know from your notes.</source>
        <translation>Pregunte con palabras lo que quiere saber de sus notas.</translation>
    </message>
    <message>
        <source>Ask one first.</source>
        <translation>Haga primero una.</translation>
    </message>
    <message>
        <source>Ask you</source>
        <translation>Preguntarle a usted</translation>
    </message>
    <message>
        <source>Asking a long question…</source>
        <translation>Se hace una pregunta larga…</translation>
    </message>
    <message>
        <source>Retrying in {0} s ({1} of {2}).</source>
        <translation>Nuevo intento en {0} s ({1} de {2}).</translation>
    </message>
    <message>
        <source>Asking for JSON…</source>
        <translation>Se pide JSON…</translation>
    </message>
    <message>
        <source>Asking for a text-based tool call, as &lt;tool_call&gt;…</source>
        <translation>Pidiendo una llamada a herramienta basada en texto, como &lt;tool_call&gt;…</translation>
    </message>
    <message>
        <source>Asking for a text-based tool call, as &lt;use_tool&gt;…</source>
        <translation>Pidiendo una llamada a herramienta basada en texto, como &lt;use_tool&gt;…</translation>
    </message>
    <message>
        <source>Asking for one tool call…</source>
        <translation>Se pide una llamada a herramienta…</translation>
    </message>
    <message>
        <source>Asking for two tool calls in one answer…</source>
        <translation>Se piden dos llamadas a herramientas en una respuesta…</translation>
    </message>
    <message>
        <source>At most {0}.</source>
        <translation>Como máximo {0}.</translation>
    </message>
    <message>
        <source>Attach less, set a larger context window in the server&apos;s settings, or choose another model.</source>
        <translation>Adjunte menos, defina una ventana de contexto mayor en los ajustes del servidor o elija otro modelo.</translation>
    </message>
    <message>
        <source>Attach less, start a new chat, or choose another model.</source>
        <translation>Adjunte menos, empiece un chat nuevo o elija otro modelo.</translation>
    </message>
    <message>
        <source>Assign a shortcut to this command in the settings of the desktop.</source>
        <translation>Asigne un atajo a este comando en los ajustes del escritorio.</translation>
    </message>
    <message>
        <source>Brave Search does not accept the key</source>
        <translation>Brave Search no acepta la clave</translation>
    </message>
    <message>
        <source>Change many notes</source>
        <translation>Cambiar muchas notas</translation>
    </message>
    <message>
        <source>Change nothing</source>
        <translation>No cambiar nada</translation>
    </message>
    <message>
        <source>Change properties</source>
        <translation>Cambiar propiedades</translation>
    </message>
    <message>
        <source>Change properties of</source>
        <translation>Cambiar propiedades de</translation>
    </message>
    <message>
        <source>Change that line in an editor.</source>
        <translation>Cambie esa línea en un editor.</translation>
    </message>
    <message>
        <source>Change these settings in the account at the provider, or choose another model.</source>
        <translation>Cambie estos ajustes en la cuenta del proveedor o elija otro modelo.</translation>
    </message>
    <message>
        <source>Change {0} note</source>
        <translation>Cambiar {0} nota</translation>
    </message>
    <message>
        <source>Change {0} notes</source>
        <translation>Cambiar {0} notas</translation>
    </message>
    <message>
        <source>Changes made by other programs may be missed: the system allows no more watched folders.</source>
        <translation>Pueden pasarse por alto cambios de otros programas: el sistema no permite vigilar más carpetas.</translation>
    </message>
    <message>
        <source>Changes made by other programs may be missed: the vault&apos;s folder cannot be watched.</source>
        <translation>Pueden pasarse por alto cambios de otros programas: la carpeta de la bóveda no se puede vigilar.</translation>
    </message>
    <message>
        <source>A network drive ({0}) does not report changes made on other computers: the folder is compared every minute, and whenever you return to the window.</source>
        <translation>Una unidad de red ({0}) no avisa de los cambios hechos en otros equipos: la carpeta se compara cada minuto y siempre que usted vuelve a la ventana.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Chats cannot be saved on this computer: {0}.</source>
        <translation>No se pueden guardar los chats en este equipo: {0}.</translation>
    </message>
    <message>
        <source>Check a change against {0}</source>
        <translation>Cotejar un cambio con {0}</translation>
    </message>
    <message>
        <source>Check it in Settings.</source>
        <translation>Compruébelo en Ajustes.</translation>
    </message>
    <message>
        <source>Check it in Settings: it may be mistyped or no longer valid.</source>
        <translation>Compruébela en Ajustes: quizá esté mal escrita o ya no sea válida.</translation>
    </message>
    <message>
        <source>Check its address in Settings, Web, and HTTPS_PROXY.</source>
        <translation>Compruebe su dirección en Ajustes, Web, y HTTPS_PROXY.</translation>
    </message>
    <message>
        <source>Check its address in Settings, Web.</source>
        <translation>Compruebe su dirección en Ajustes, Web.</translation>
    </message>
    <message>
        <source>Check its address in {0}.</source>
        <translation>Compruebe su dirección en {0}.</translation>
    </message>
    <message>
        <source>Check its key and address in Settings.</source>
        <translation>Compruebe su clave y su dirección en Ajustes.</translation>
    </message>
    <message>
        <source>Check model_provider in the settings of codex, then ask again.</source>
        <translation>Compruebe model_provider en los ajustes de codex y pregunte de nuevo.</translation>
    </message>
    <message>
        <source>Check that it is there.</source>
        <translation>Compruebe que está ahí.</translation>
    </message>
    <message>
        <source>Check that it still exists and may be read.</source>
        <translation>Compruebe que aún existe y que se puede leer.</translation>
    </message>
    <message>
        <source>Check that its disk is connected.</source>
        <translation>Compruebe que su disco está conectado.</translation>
    </message>
    <message>
        <source>Check that its folder exists and may be written.</source>
        <translation>Compruebe que su carpeta existe y se puede escribir en ella.</translation>
    </message>
    <message>
        <source>Check that its folder may be written and the disk is not full.</source>
        <translation>Compruebe que se puede escribir en su carpeta y que el disco no está lleno.</translation>
    </message>
    <message>
        <source>Check that the computer {0} is on and in the same network.</source>
        <translation>Compruebe que el equipo {0} está encendido y en la misma red.</translation>
    </message>
    <message>
        <source>Check that the disk is connected and healthy, then try again.</source>
        <translation>Compruebe que el disco está conectado y en buen estado y vuelva a intentarlo.</translation>
    </message>
    <message>
        <source>Check that this computer is online, or ask again later.</source>
        <translation>Compruebe que este equipo tiene conexión o pregunte de nuevo más tarde.</translation>
    </message>
    <message>
        <source>Check that this computer is online, then ask again.</source>
        <translation>Compruebe que este equipo tiene conexión y pregunte de nuevo.</translation>
    </message>
    <message>
        <source>Check that this computer is online.</source>
        <translation>Compruebe que este equipo está en línea.</translation>
    </message>
    <message>
        <source>Check that this computer is online. Pages are fetched directly, not through a proxy.</source>
        <translation>Compruebe que este equipo tiene conexión. Las páginas se descargan directamente, no a través de un proxy.</translation>
    </message>
    <message>
        <source>Check that you may read it.</source>
        <translation>Compruebe que tiene permiso para leerlo.</translation>
    </message>
    <message>
        <source>Check that {0} is running, then ask again.</source>
        <translation>Compruebe que {0} está en marcha y pregunte de nuevo.</translation>
    </message>
    <message>
        <source>Check the address and the connection.</source>
        <translation>Compruebe la dirección y la conexión.</translation>
    </message>
    <message>
        <source>Check the address and the key.</source>
        <translation>Compruebe la dirección y la clave.</translation>
    </message>
    <message>
        <source>Check the address of the model provider in the settings of codex.</source>
        <translation>Compruebe la dirección del proveedor de modelos en los ajustes de codex.</translation>
    </message>
    <message>
        <source>Check the address, and that this computer is online.</source>
        <translation>Compruebe la dirección y que este equipo tiene conexión.</translation>
    </message>
    <message>
        <source>Check the address.</source>
        <translation>Compruebe la dirección.</translation>
    </message>
    <message>
        <source>Check the disk before you switch the computer off.</source>
        <translation>Compruebe el disco antes de apagar el equipo.</translation>
    </message>
    <message>
        <source>Check the disk where VaultDesk keeps its data.</source>
        <translation>Compruebe el disco donde VaultDesk guarda sus datos.</translation>
    </message>
    <message>
        <source>Check the disk, then rebuild the index.</source>
        <translation>Compruebe el disco y reconstruya luego el índice.</translation>
    </message>
    <message>
        <source>Check the disk, then save again. The note on disk is unchanged.</source>
        <translation>Compruebe el disco y guarde de nuevo. La nota en el disco no ha cambiado.</translation>
    </message>
    <message>
        <source>Check the file&apos;s permissions.</source>
        <translation>Compruebe los permisos del archivo.</translation>
    </message>
    <message>
        <source>Check the file.</source>
        <translation>Compruebe el archivo.</translation>
    </message>
    <message>
        <source>Check the model and the provider in Settings.</source>
        <translation>Compruebe el modelo y el proveedor en Ajustes.</translation>
    </message>
    <message>
        <source>Check the path, or open another folder.</source>
        <translation>Compruebe la ruta o abra otra carpeta.</translation>
    </message>
    <message>
        <source>Check the permissions of the folder of VaultDesk&apos;s data.</source>
        <translation>Compruebe los permisos de la carpeta de datos de VaultDesk.</translation>
    </message>
    <message>
        <source>Check the permissions of the folder, then save again. The note on disk is unchanged.</source>
        <translation>Compruebe los permisos de la carpeta y guarde de nuevo. La nota en el disco no ha cambiado.</translation>
    </message>
    <message>
        <source>Check the provider&apos;s address in Settings, and that this computer is online.</source>
        <translation>Compruebe la dirección del proveedor en Ajustes y que este equipo tiene conexión.</translation>
    </message>
    <message>
        <source>Check the provider&apos;s address in Settings.</source>
        <translation>Compruebe la dirección del proveedor en Ajustes.</translation>
    </message>
    <message>
        <source>Check the provider&apos;s address in Settings; it usually ends in /v1.</source>
        <translation>Compruebe la dirección del proveedor en Ajustes; suele terminar en /v1.</translation>
    </message>
    <message>
        <source>Check the proxy settings of this computer (HTTPS_PROXY, ALL_PROXY).</source>
        <translation>Compruebe los ajustes de proxy de este equipo (HTTPS_PROXY, ALL_PROXY).</translation>
    </message>
    <message>
        <source>Check the permissions of its folder.</source>
        <translation>Compruebe los permisos de su carpeta.</translation>
    </message>
    <message>
        <source>Check this computer&apos;s date.</source>
        <translation>Compruebe la fecha de este equipo.</translation>
    </message>
    <message>
        <source>Check this computer&apos;s date. If the server or a proxy uses a certificate authority of its own, set SSL_CERT_FILE to a file with all certificates to trust.</source>
        <translation>Compruebe la fecha de este equipo. Si el servidor o un proxy usa una autoridad de certificación propia, ponga en SSL_CERT_FILE un archivo con todos los certificados de confianza.</translation>
    </message>
    <message>
        <source>Check this computer&apos;s date and time. The connection may be intercepted.</source>
        <translation>Compruebe la fecha y la hora de este equipo. Puede que la conexión esté interceptada.</translation>
    </message>
    <message>
        <source>Check the permissions of the key and the account at the provider.</source>
        <translation>Compruebe los permisos de la clave y de la cuenta en el proveedor.</translation>
    </message>
    <message>
        <source>Check with `codex --version` in a terminal that it works.</source>
        <translation>Compruebe con `codex --version` en una terminal que funciona.</translation>
    </message>
    <message>
        <source>Check {0}. Your notes are not affected.</source>
        <translation>Compruebe {0}. Sus notas no se ven afectadas.</translation>
    </message>
    <message>
        <source>Cherokee</source>
        <translation>cherokees</translation>
    </message>
    <message>
        <source>Choose Responses under API in the settings of the provider.</source>
        <translation>Elija Responses en «API», en los ajustes del proveedor.</translation>
    </message>
    <message>
        <source>Choose a chat note of ChatGPT MD.</source>
        <translation>Elija una nota de chat de ChatGPT MD.</translation>
    </message>
    <message>
        <source>Choose a chat note of Copilot.</source>
        <translation>Elija una nota de chat de Copilot.</translation>
    </message>
    <message>
        <source>Choose a folder of chat notes, or the archive of an export as it was downloaded.</source>
        <translation>Elija una carpeta de notas de chat o el archivo comprimido de una exportación tal como se descargó.</translation>
    </message>
    <message>
        <source>Choose a model from the list, or give the full path of a GGUF file.</source>
        <translation>Elija un modelo de la lista o indique la ruta completa de un archivo GGUF.</translation>
    </message>
    <message>
        <source>Choose a model in Settings.</source>
        <translation>Elija un modelo en Ajustes.</translation>
    </message>
    <message>
        <source>Choose a model of Ollama, LM Studio, OpenAI or a compatible server.</source>
        <translation>Elija un modelo de Ollama, LM Studio, OpenAI o un servidor compatible.</translation>
    </message>
    <message>
        <source>Choose a model on this computer.</source>
        <translation>Elija un modelo de este equipo.</translation>
    </message>
    <message>
        <source>Choose a model that makes embeddings.</source>
        <translation>Elija un modelo que cree embeddings.</translation>
    </message>
    <message>
        <source>Choose a note that holds a conversation.</source>
        <translation>Elija una nota que contenga una conversación.</translation>
    </message>
    <message>
        <source>Choose a part of it.</source>
        <translation>Elija una parte.</translation>
    </message>
    <message>
        <source>Choose a session note of Gemini Scribe.</source>
        <translation>Elija una nota de sesión de Gemini Scribe.</translation>
    </message>
    <message>
        <source>Choose a smaller model or a smaller context window, or close other programs.</source>
        <translation>Elija un modelo o una ventana de contexto más pequeños, o cierre otros programas.</translation>
    </message>
    <message>
        <source>Choose a smaller model or a smaller context window.</source>
        <translation>Elija un modelo o una ventana de contexto más pequeños.</translation>
    </message>
    <message>
        <source>Choose a smaller model, or a smaller Context window in Settings.</source>
        <translation>Elija un modelo más pequeño o una ventana de contexto más pequeña en Ajustes.</translation>
    </message>
    <message>
        <source>Choose a smaller model, or give the server a smaller context window.</source>
        <translation>Elija un modelo más pequeño o dé al servidor una ventana de contexto más pequeña.</translation>
    </message>
    <message>
        <source>Choose a smaller model.</source>
        <translation>Elija un modelo más pequeño.</translation>
    </message>
    <message>
        <source>Choose another file, or download this one again.</source>
        <translation>Elija otro archivo o descargue este de nuevo.</translation>
    </message>
    <message>
        <source>Choose another folder.</source>
        <translation>Elija otra carpeta.</translation>
    </message>
    <message>
        <source>Choose another model file. The file may be damaged, or of a kind that is not known yet.</source>
        <translation>Elija otro archivo de modelo. El archivo puede estar dañado o ser de un tipo que aún no se conoce.</translation>
    </message>
    <message>
        <source>Choose another model for search by meaning.</source>
        <translation>Elija otro modelo para la búsqueda por significado.</translation>
    </message>
    <message>
        <source>Choose another model, or ask for access in the account at the provider.</source>
        <translation>Elija otro modelo o pida acceso en la cuenta del proveedor.</translation>
    </message>
    <message>
        <source>Choose another model, or leave the picture out.</source>
        <translation>Elija otro modelo o quite la imagen.</translation>
    </message>
    <message>
        <source>Choose another model, or switch tool calling off.</source>
        <translation>Elija otro modelo o desactive las llamadas a herramientas.</translation>
    </message>
    <message>
        <source>Choose another model.</source>
        <translation>Elija otro modelo.</translation>
    </message>
    <message>
        <source>Choose another name.</source>
        <translation>Elija otro nombre.</translation>
    </message>
    <message>
        <source>Choose another one in Settings.</source>
        <translation>Elija otro en Ajustes.</translation>
    </message>
    <message>
        <source>Choose another provider. A proxy or VPN can also make this computer appear to be in another country.</source>
        <translation>Elija otro proveedor. Un proxy o una VPN también puede hacer que este equipo parezca estar en otro país.</translation>
    </message>
    <message>
        <source>Choose one for this chat, or use another mode.</source>
        <translation>Elija uno para este chat o use otro modo.</translation>
    </message>
    <message>
        <source>Choose one in Settings, Web.</source>
        <translation>Elija uno en Ajustes, Web.</translation>
    </message>
    <message>
        <source>Choose one.</source>
        <translation>Elija uno.</translation>
    </message>
    <message>
        <source>Choose another shortcut in Settings, Desktop.</source>
        <translation>Elija otro atajo en Ajustes, Escritorio.</translation>
    </message>
    <message>
        <source>Choose others in its settings, or try again later.</source>
        <translation>Elija otros en sus ajustes o inténtelo de nuevo más tarde.</translation>
    </message>
    <message>
        <source>Choose the export as it was downloaded.</source>
        <translation>Elija la exportación tal como se descargó.</translation>
    </message>
    <message>
        <source>Close other VaultDesk windows, and check the permissions of its folder.</source>
        <translation>Cierre las otras ventanas de VaultDesk y compruebe los permisos de su carpeta.</translation>
    </message>
    <message>
        <source>Close some programs and try again.</source>
        <translation>Cierre algunos programas e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>Close the other VaultDesk and try again.</source>
        <translation>Cierre el otro VaultDesk e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>Close the other VaultDesk, or wait until it has finished indexing.</source>
        <translation>Cierre el otro VaultDesk o espere a que termine de indexar.</translation>
    </message>
    <message>
        <source>Close the other one, then try again.</source>
        <translation>Cierre el otro e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>Conflict copies of notes: {0}.</source>
        <translation>Copias en conflicto de notas: {0}.</translation>
    </message>
    <message>
        <source>Connect one, or use `vaultdesk chat`.</source>
        <translation>Conecte uno o use `vaultdesk chat`.</translation>
    </message>
    <message>
        <source>Context window: not known</source>
        <translation>Ventana de contexto: no se conoce</translation>
    </message>
    <message>
        <source>Context window: {0} tokens</source>
        <translation>Ventana de contexto: {0} tokens</translation>
    </message>
    <message>
        <source>Conversation</source>
        <translation>Conversación</translation>
    </message>
    <message>
        <source>Copy the link to the note again; the new link identifies the vault.</source>
        <translation>Copie de nuevo el enlace a la nota; el enlace nuevo identifica la bóveda.</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Crear</translation>
    </message>
    <message>
        <source>Create it first.</source>
        <translation>Créela primero.</translation>
    </message>
    <message>
        <source>Create {0} note</source>
        <translation>Crear {0} nota</translation>
    </message>
    <message>
        <source>Create {0} notes</source>
        <translation>Crear {0} notas</translation>
    </message>
    <message>
        <source>Cyrillic</source>
        <translation>cirílicas</translation>
    </message>
    <message>
        <source>Daily note</source>
        <translation>Nota diaria</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Delete a note</source>
        <translation>Eliminar una nota</translation>
    </message>
    <message>
        <source>Delete it in the list of notes.</source>
        <translation>Elimínela en la lista de notas.</translation>
    </message>
    <message>
        <source>Delete {0} note</source>
        <translation>Eliminar {0} nota</translation>
    </message>
    <message>
        <source>Delete {0} notes</source>
        <translation>Eliminar {0} notas</translation>
    </message>
    <message>
        <source>Installed dictionaries: {0}.</source>
        <translation>Diccionarios instalados: {0}.</translation>
    </message>
    <message>
        <source>Done so far: {0}.</source>
        <translation>Hecho hasta ahora: {0}.</translation>
    </message>
    <message>
        <source>Download the export again.</source>
        <translation>Descargue de nuevo la exportación.</translation>
    </message>
    <message>
        <source>DuckDuckGo blocks automated requests from this computer</source>
        <translation>DuckDuckGo bloquea las peticiones automáticas de este equipo</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Editar</translation>
    </message>
    <message>
        <source>Edit a note</source>
        <translation>Editar una nota</translation>
    </message>
    <message>
        <source>End the name in .md.</source>
        <translation>El nombre debe terminar en .md.</translation>
    </message>
    <message>
        <source>Enter one in Settings.</source>
        <translation>Introduzca una en Ajustes.</translation>
    </message>
    <message>
        <source>Enter the IP address of the other computer as the address of this provider.</source>
        <translation>Escriba la dirección IP del otro equipo como dirección de este proveedor.</translation>
    </message>
    <message>
        <source>Everything is already as it was before.</source>
        <translation>Todo está ya como estaba antes.</translation>
    </message>
    <message>
        <source>Failed: {0}.</source>
        <translation>Ha fallado: {0}.</translation>
    </message>
    <message>
        <source>Fetch a page</source>
        <translation>Descargar una página</translation>
    </message>
    <message>
        <source>Download it with: ollama pull {0}</source>
        <translation>Descárguelo con: ollama pull {0}</translation>
    </message>
    <message>
        <source>Fetch the page {0}</source>
        <translation>Descargar la página {0}</translation>
    </message>
    <message>
        <source>Find notes</source>
        <translation>Encontrar notas</translation>
    </message>
    <message>
        <source>Find tools</source>
        <translation>Buscar herramientas</translation>
    </message>
    <message>
        <source>Free some space for the index and the journal.</source>
        <translation>Libere espacio para el índice y el registro de cambios.</translation>
    </message>
    <message>
        <source>Free some space or check the folder&apos;s permissions.</source>
        <translation>Libere espacio o compruebe los permisos de la carpeta.</translation>
    </message>
    <message>
        <source>Free some space or check the folder&apos;s permissions; no tool runs without a record.</source>
        <translation>Libere espacio o compruebe los permisos de la carpeta; ninguna herramienta se ejecuta sin registro.</translation>
    </message>
    <message>
        <source>Free some space, then rebuild the index.</source>
        <translation>Libere espacio y reconstruya luego el índice.</translation>
    </message>
    <message>
        <source>Free some space, then save again. The note on disk is unchanged.</source>
        <translation>Libere espacio y guarde de nuevo. La nota en el disco no ha cambiado.</translation>
    </message>
    <message>
        <source>Free some space.</source>
        <translation>Libere espacio.</translation>
    </message>
    <message>
        <source>Free some space: no note can be saved.</source>
        <translation>Libere espacio: no se puede guardar ninguna nota.</translation>
    </message>
    <message>
        <source>Free some space: nothing new can be saved.</source>
        <translation>Libere espacio: no se puede guardar nada nuevo.</translation>
    </message>
    <message>
        <source>Free some space or check its permissions.</source>
        <translation>Libere espacio o compruebe sus permisos.</translation>
    </message>
    <message>
        <source>From other packages</source>
        <translation>De otros paquetes</translation>
    </message>
    <message>
        <source>Get the transcript of {0}</source>
        <translation>Obtener la transcripción de {0}</translation>
    </message>
    <message>
        <source>Use the form https://www.youtube.com/watch?v=…</source>
        <translation>Use la forma https://www.youtube.com/watch?v=…</translation>
    </message>
    <message>
        <source>Continuing in Notes only mode: your notes are searched first, and the answer is based on what is found.</source>
        <translation>Se continúa en el modo Solo notas: primero se busca en sus notas y la respuesta se basa en lo encontrado.</translation>
    </message>
    <message>
        <source>Continuing in Plus mode: what is needed is looked up first, then answered.</source>
        <translation>Se continúa en el modo Plus: primero se busca lo necesario y luego se responde.</translation>
    </message>
    <message>
        <source>Greek</source>
        <translation>griegas</translation>
    </message>
    <message>
        <source>Rebuild it; your notes are not changed.</source>
        <translation>Reconstrúyalo; sus notas no cambian.</translation>
    </message>
    <message>
        <source>Update or rebuild it.</source>
        <translation>Actualícelo o reconstrúyalo.</translation>
    </message>
    <message>
        <source>I have used the one tool round allowed for this question and have no answer yet.</source>
        <translation>He usado la única ronda de herramientas permitida para esta pregunta y aún no tengo respuesta.</translation>
    </message>
    <message>
        <source>I have used the {0} tool rounds allowed for this question and have no answer yet.</source>
        <translation>He usado las {0} rondas de herramientas permitidas para esta pregunta y aún no tengo respuesta.</translation>
    </message>
    <message>
        <source>I did not search your notes: {0}. So there is nothing to answer from.</source>
        <translation>No he buscado en sus notas: {0}. Por eso no hay nada en que basar una respuesta.</translation>
    </message>
    <message>
        <source>I cannot search your notes: switch on tool calling for this vault in Settings, then ask again.</source>
        <translation>No puedo buscar en sus notas: active las llamadas a herramientas para esta bóveda en Ajustes y pregunte de nuevo.</translation>
    </message>
    <message>
        <source>If it requires a key, enter one in Settings.</source>
        <translation>Si requiere una clave, introdúzcala en Ajustes.</translation>
    </message>
    <message>
        <source>If the new address is correct, enter the key again in the settings.</source>
        <translation>Si la nueva dirección es correcta, escriba de nuevo la clave en los ajustes.</translation>
    </message>
    <message>
        <source>If the server speaks plain HTTP, its address begins with http://.</source>
        <translation>Si el servidor habla HTTP sin cifrar, su dirección empieza por http://.</translation>
    </message>
    <message>
        <source>In its settings choose to always keep this folder on this computer.</source>
        <translation>En sus ajustes, elija conservar siempre esta carpeta en este equipo.</translation>
    </message>
    <message>
        <source>In the standard folders of this system.</source>
        <translation>En las carpetas estándar de este sistema.</translation>
    </message>
    <message>
        <source>Indexing stopped because of an error in VaultDesk.</source>
        <translation>La indexación se detuvo por un error de VaultDesk.</translation>
    </message>
    <message>
        <source>Install Qt&apos;s system libraries: `python3 packaging/dev.py run` names the command.</source>
        <translation>Instale las bibliotecas del sistema de Qt: `python3 packaging/dev.py run` dice el comando.</translation>
    </message>
    <message>
        <source>Reinstall VaultDesk.</source>
        <translation>Reinstale VaultDesk.</translation>
    </message>
    <message>
        <source>Install a notification server, such as dunst or mako, or use a desktop that has one.</source>
        <translation>Instale un servidor de notificaciones, como dunst o mako, o use un escritorio que tenga uno.</translation>
    </message>
    <message>
        <source>Install enchant and a dictionary.</source>
        <translation>Instale enchant y un diccionario.</translation>
    </message>
    <message>
        <source>Install it with: pip install &quot;vaultdesk[semantic]&quot;.</source>
        <translation>Instálela con: pip install &quot;vaultdesk[semantic]&quot;.</translation>
    </message>
    <message>
        <source>Install it with: {0}. Then log in with: codex login.</source>
        <translation>Instálelo con: {0}. Después inicie sesión con: codex login.</translation>
    </message>
    <message>
        <source>Install it with: {0}. Then restart VaultDesk.</source>
        <translation>Instálelo con: {0}. Después reinicie VaultDesk.</translation>
    </message>
    <message>
        <source>Install one, for example the package hunspell-en-us.</source>
        <translation>Instale uno, por ejemplo el paquete hunspell-es.</translation>
    </message>
    <message>
        <source>Install the library pypdfium2 to see them.</source>
        <translation>Instale la biblioteca pypdfium2 para verlas.</translation>
    </message>
    <message>
        <source>It answered at {0} in {1} s with {2} dimensions.</source>
        <translation>Respondió en {0} en {1} s con {2} dimensiones.</translation>
    </message>
    <message>
        <source>It answered on this computer in {0} s with {1} dimensions.</source>
        <translation>Respondió en este equipo en {0} s con {1} dimensiones.</translation>
    </message>
    <message>
        <source>It belonged to the project {0}.</source>
        <translation>Pertenecía al proyecto {0}.</translation>
    </message>
    <message>
        <source>It cannot be read now: {0}.</source>
        <translation>Ahora no se puede leer: {0}.</translation>
    </message>
    <message>
        <source>It contains invisible characters; they are shown as &lt;U+…&gt;.</source>
        <translation>Contiene caracteres invisibles; se muestran como &lt;U+…&gt;.</translation>
    </message>
    <message>
        <source>It contains text that looks like an instruction to the assistant: “{0}”.</source>
        <translation>Contiene texto que parece una instrucción al asistente: «{0}».</translation>
    </message>
    <message>
        <source>Deleting it here could not be undone; delete it in the file manager.</source>
        <translation>Eliminarlo aquí no se podría deshacer; elimínelo en el gestor de archivos.</translation>
    </message>
    <message>
        <source>It could not be determined: {0}.</source>
        <translation>No se pudo determinar: {0}.</translation>
    </message>
    <message>
        <source>It has no description, which a model needs to know when to use it.</source>
        <translation>No tiene descripción, y un modelo la necesita para saber cuándo usarla.</translation>
    </message>
    <message>
        <source>It has no language model. Choose a model in the chat.</source>
        <translation>No tiene modelo de lenguaje. Elija un modelo en el chat.</translation>
    </message>
    <message>
        <source>It has {0}.</source>
        <translation>Tiene {0}.</translation>
    </message>
    <message>
        <source>It is about {0}, and has its own chats. The assistant does not see other notes.</source>
        <translation>Trata de {0} y tiene sus propios chats. El asistente no ve las demás notas.</translation>
    </message>
    <message>
        <source>It is damaged, or was made unreadable.</source>
        <translation>Está dañado o se hizo ilegible.</translation>
    </message>
    <message>
        <source>It is damaged or too large.</source>
        <translation>Está dañado o es demasiado grande.</translation>
    </message>
    <message>
        <source>It is damaged.</source>
        <translation>Está dañado.</translation>
    </message>
    <message>
        <source>It is rebuilt from the notes.</source>
        <translation>Se reconstruye a partir de las notas.</translation>
    </message>
    <message>
        <source>It is built in.</source>
        <translation>Está integrado.</translation>
    </message>
    <message>
        <source>It is damaged: {0}.</source>
        <translation>Está dañado: {0}.</translation>
    </message>
    <message>
        <source>It is larger than {0} MB and was not read.</source>
        <translation>Es mayor que {0} MB y no se leyó.</translation>
    </message>
    <message>
        <source>It is longer than {0} characters.</source>
        <translation>Tiene más de {0} caracteres.</translation>
    </message>
    <message>
        <source>It is missing</source>
        <translation>Falta</translation>
    </message>
    <message>
        <source>It was not used. Try again later; the server may have sent an outdated file.</source>
        <translation>No se usó. Inténtelo de nuevo más tarde; puede que el servidor haya enviado un archivo obsoleto.</translation>
    </message>
    <message>
        <source>It is not written there. Use a separate chat to save such answers as a note.</source>
        <translation>No se escribe allí. Use un chat aparte para guardar esas respuestas como nota.</translation>
    </message>
    <message>
        <source>This is set in Settings.</source>
        <translation>Esto está definido en Ajustes.</translation>
    </message>
    <message>
        <source>It is too large, damaged or in an unsupported format. Another program may be able to open it.</source>
        <translation>Es demasiado grande, está dañada o tiene un formato no admitido. Quizá otro programa pueda abrirla.</translation>
    </message>
    <message>
        <source>VaultDesk tries again soon.</source>
        <translation>VaultDesk lo intenta de nuevo en breve.</translation>
    </message>
    <message>
        <source>It may be very large or very complex.</source>
        <translation>Puede que sea muy grande o muy complejo.</translation>
    </message>
    <message>
        <source>It is recorded in “What left this computer”.</source>
        <translation>Se registra en «Qué salió de este equipo».</translation>
    </message>
    <message>
        <source>It links to notes that it was not given: {0}.</source>
        <translation>Enlaza con notas que no recibió: {0}.</translation>
    </message>
    <message>
        <source>It may be an image or another kind of file.</source>
        <translation>Puede ser una imagen u otro tipo de archivo.</translation>
    </message>
    <message>
        <source>It may be overloaded, or still loading the model. Ask again.</source>
        <translation>Puede estar sobrecargado o cargando aún el modelo. Pregunte de nuevo.</translation>
    </message>
    <message>
        <source>It may be private, or not shown in this country.</source>
        <translation>Quizá sea privado o no se muestre en este país.</translation>
    </message>
    <message>
        <source>It may be scanned. Add its pages as pictures, or have its text recognized first.</source>
        <translation>Puede estar escaneado. Añada sus páginas como imágenes o haga antes reconocer su texto.</translation>
    </message>
    <message>
        <source>It may have been deleted.</source>
        <translation>Puede que se haya eliminado.</translation>
    </message>
    <message>
        <source>It may have been moved or deleted.</source>
        <translation>Puede haberse movido o eliminado.</translation>
    </message>
    <message>
        <source>It may have been moved, renamed or deleted.</source>
        <translation>Puede haberse movido, renombrado o eliminado.</translation>
    </message>
    <message>
        <source>It may still be loading, or be too large for this computer. Try again.</source>
        <translation>Puede que aún se esté cargando o que sea demasiado grande para este equipo. Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>It may use about {0} tokens. Change the limit in Settings, Limits, or start a new chat.</source>
        <translation>Puede usar unos {0} tokens. Cambie el límite en Ajustes, Límites, o empiece un chat nuevo.</translation>
    </message>
    <message>
        <source>It may use about {0} tokens. Change the limit in Settings, Limits.</source>
        <translation>Puede usar unos {0} tokens. Cambie el límite en Ajustes, Límites.</translation>
    </message>
    <message>
        <source>It may require signing in.</source>
        <translation>Puede que requiera iniciar sesión.</translation>
    </message>
    <message>
        <source>It must be a list, such as [&quot;one&quot;, &quot;two&quot;]</source>
        <translation>Debe ser una lista, como [&quot;one&quot;, &quot;two&quot;]</translation>
    </message>
    <message>
        <source>It must be a number</source>
        <translation>Debe ser un número</translation>
    </message>
    <message>
        <source>It must be a table, such as {&quot;name&quot;: &quot;value&quot;}</source>
        <translation>Debe ser una tabla, como {&quot;name&quot;: &quot;value&quot;}</translation>
    </message>
    <message>
        <source>It must be text</source>
        <translation>Debe ser un texto</translation>
    </message>
    <message>
        <source>It must be a whole number</source>
        <translation>Debe ser un número entero</translation>
    </message>
    <message>
        <source>It must be less than {0}</source>
        <translation>Debe ser menor que {0}</translation>
    </message>
    <message>
        <source>It must be more than {0}</source>
        <translation>Debe ser mayor que {0}</translation>
    </message>
    <message>
        <source>It must be one of {0}</source>
        <translation>Debe ser uno de estos valores: {0}</translation>
    </message>
    <message>
        <source>It must be true or false</source>
        <translation>Debe ser true o false</translation>
    </message>
    <message>
        <source>It must be {0} or less</source>
        <translation>Debe ser {0} o menos</translation>
    </message>
    <message>
        <source>It must be {0} or more</source>
        <translation>Debe ser {0} o más</translation>
    </message>
    <message>
        <source>It must not be empty</source>
        <translation>No debe estar vacío</translation>
    </message>
    <message>
        <source>It said: {0}</source>
        <translation>Dijo: {0}</translation>
    </message>
    <message>
        <source>It does not define its notes: add folders, tags or links.</source>
        <translation>No define sus notas: añada carpetas, etiquetas o enlaces.</translation>
    </message>
    <message>
        <source>It is set by the program that writes the file.</source>
        <translation>Lo establece el programa que escribe el archivo.</translation>
    </message>
    <message>
        <source>It uses the model {0} unless the chat names another.</source>
        <translation>Usa el modelo {0} salvo que el chat nombre otro.</translation>
    </message>
    <message>
        <source>It was asked for a context window of {0} tokens.</source>
        <translation>Se le pidió una ventana de contexto de {0} tokens.</translation>
    </message>
    <message>
        <source>It was moved or deleted.</source>
        <translation>Se movió o se eliminó.</translation>
    </message>
    <message>
        <source>Nothing was sent. Update it with: npm install -g @openai/codex@latest.</source>
        <translation>No se envió nada. Actualícelo con: npm install -g @openai/codex@latest.</translation>
    </message>
    <message>
        <source>It was not tried.</source>
        <translation>No se intentó.</translation>
    </message>
    <message>
        <source>Its note was moved or deleted.</source>
        <translation>Su nota se movió o se eliminó.</translation>
    </message>
    <message>
        <source>Its owner disabled transcripts, or the video has no speech.</source>
        <translation>Su propietario desactivó las transcripciones, o en el vídeo no se habla.</translation>
    </message>
    <message>
        <source>The page cannot be fetched.</source>
        <translation>La página no se puede descargar.</translation>
    </message>
    <message>
        <source>Its pages are pictures.</source>
        <translation>Sus páginas son imágenes.</translation>
    </message>
    <message>
        <source>Its title mixes {0} letters in one word.</source>
        <translation>Su título mezcla letras {0} en una palabra.</translation>
    </message>
    <message>
        <source>Its transcript cannot be fetched.</source>
        <translation>No se puede obtener su transcripción.</translation>
    </message>
    <message>
        <source>JSON without an answer</source>
        <translation>JSON sin respuesta</translation>
    </message>
    <message>
        <source>JSON without models in it</source>
        <translation>JSON sin modelos</translation>
    </message>
    <message>
        <source>Keep a copy elsewhere, and eject it before you remove it.</source>
        <translation>Guarde una copia en otro lugar y expúlsela antes de extraerla.</translation>
    </message>
    <message>
        <source>Enter keys in Settings.</source>
        <translation>Introduzca las claves en Ajustes.</translation>
    </message>
    <message>
        <source>Keeps the beginning of a long question: {0}</source>
        <translation>Recuerda el comienzo de una pregunta larga: {0}</translation>
    </message>
    <message>
        <source>Keys are stored in memory until VaultDesk closes: {0}.</source>
        <translation>Las claves se guardan en memoria hasta que se cierre VaultDesk: {0}.</translation>
    </message>
    <message>
        <source>Keys are stored in this computer&apos;s keyring ({0}).</source>
        <translation>Las claves se guardan en el llavero de este equipo ({0}).</translation>
    </message>
    <message>
        <source>Known settings: {0}.</source>
        <translation>Ajustes conocidos: {0}.</translation>
    </message>
    <message>
        <source>Latin</source>
        <translation>latinas</translation>
    </message>
    <message>
        <source>Attach a text, a PDF or a picture.</source>
        <translation>Adjunte un texto, un PDF o una imagen.</translation>
    </message>
    <message>
        <source>Use only one of them for the vault.</source>
        <translation>Use solo uno de ellos para la bóveda.</translation>
    </message>
    <message>
        <source>Let the model on this computer read nothing of what was found</source>
        <translation>No permitir que el modelo de este equipo lea nada de lo encontrado</translation>
    </message>
    <message>
        <source>Let the model on this computer read what was found</source>
        <translation>Permitir que el modelo de este equipo lea lo encontrado</translation>
    </message>
    <message>
        <source>Let the model on this computer read {0} passage of “{1}”</source>
        <translation>Permitir que el modelo de este equipo lea {0} pasaje de «{1}»</translation>
    </message>
    <message>
        <source>Let the model on this computer read {0} passages of {1} notes</source>
        <translation>Permitir que el modelo de este equipo lea {0} pasajes de {1} notas</translation>
    </message>
    <message>
        <source>Let the model on this computer read {0} passages of “{1}”</source>
        <translation>Permitir que el modelo de este equipo lea {0} pasajes de «{1}»</translation>
    </message>
    <message>
        <source>Let {0} read nothing of what was found</source>
        <translation>No dejar que {0} lea nada de lo encontrado</translation>
    </message>
    <message>
        <source>Let {1} read {0} result</source>
        <translation>Dejar que {1} lea {0} resultado</translation>
    </message>
    <message>
        <source>Let {1} read {0} results</source>
        <translation>Dejar que {1} lea {0} resultados</translation>
    </message>
    <message>
        <source>Line {0}, the closing --- of the properties, would be removed. Keep both --- lines.</source>
        <translation>Desaparecería la línea {0}, el --- que cierra las propiedades. Conserve las dos líneas ---.</translation>
    </message>
    <message>
        <source>Line {0}: “{1}”</source>
        <translation>Línea {0}: «{1}»</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Enlaces</translation>
    </message>
    <message>
        <source>Known actions are open, search, new and ask. A newer version of VaultDesk may know more.</source>
        <translation>Las acciones conocidas son open, search, new y ask. Una versión más reciente de VaultDesk puede conocer más.</translation>
    </message>
    <message>
        <source>Links inside the vault are not followed. Move the real file into the vault.</source>
        <translation>Los enlaces dentro de la bóveda no se siguen. Mueva el archivo real a la bóveda.</translation>
    </message>
    <message>
        <source>List notes</source>
        <translation>Listar notas</translation>
    </message>
    <message>
        <source>List the notes in {0}{1}</source>
        <translation>Listar las notas de {0}{1}</translation>
    </message>
    <message>
        <source>Little space is left: {0} free.</source>
        <translation>Queda poco espacio: {0} libres.</translation>
    </message>
    <message>
        <source>Load it in the server&apos;s own program to see the reason, or choose another model.</source>
        <translation>Cárguelo en el programa del propio servidor para ver el motivo o elija otro modelo.</translation>
    </message>
    <message>
        <source>Long texts were cut to fit the model&apos;s window; the model is told where.</source>
        <translation>Se cortaron textos largos para que quepan en la ventana del modelo; se le indica dónde.</translation>
    </message>
    <message>
        <source>Review it again.</source>
        <translation>Revísela de nuevo.</translation>
    </message>
    <message>
        <source>Look at it and try again.</source>
        <translation>Mírelo e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>Review it in Settings, Agents, and allow it again.</source>
        <translation>Revíselo en Ajustes, Agentes, y permítalo de nuevo.</translation>
    </message>
    <message>
        <source>Try again when it has stopped changing.</source>
        <translation>Inténtelo de nuevo cuando haya dejado de cambiar.</translation>
    </message>
    <message>
        <source>Look at links</source>
        <translation>Ver enlaces</translation>
    </message>
    <message>
        <source>Get the date and time</source>
        <translation>Obtener la fecha y la hora</translation>
    </message>
    <message>
        <source>Look at the graph</source>
        <translation>Ver el grafo</translation>
    </message>
    <message>
        <source>Look at the links of “{0}”</source>
        <translation>Ver los enlaces de «{0}»</translation>
    </message>
    <message>
        <source>Check the note.</source>
        <translation>Revise la nota.</translation>
    </message>
    <message>
        <source>Review what it may do in Settings, Agents, and allow it there.</source>
        <translation>Revise en Ajustes, Agentes, lo que puede hacer y permítalo allí.</translation>
    </message>
    <message>
        <source>Look for links to notes that do not exist</source>
        <translation>Buscar enlaces a notas que no existen</translation>
    </message>
    <message>
        <source>Look for notes linked with “{0}”</source>
        <translation>Buscar notas enlazadas con «{0}»</translation>
    </message>
    <message>
        <source>Look for notes without links</source>
        <translation>Buscar notas sin enlaces</translation>
    </message>
    <message>
        <source>Look for the most linked notes</source>
        <translation>Buscar las notas más enlazadas</translation>
    </message>
    <message>
        <source>Look for the path from “{0}” to “{1}”</source>
        <translation>Buscar el camino de «{0}» a «{1}»</translation>
    </message>
    <message>
        <source>Search earlier chats</source>
        <translation>Buscar en chats anteriores</translation>
    </message>
    <message>
        <source>Check the account at the provider, or choose another one.</source>
        <translation>Revise la cuenta en ese proveedor o elija otro.</translation>
    </message>
    <message>
        <source>${0} in, ${1} out per million tokens</source>
        <translation>{0} $ de entrada, {1} $ de salida por millón de tokens</translation>
    </message>
    <message>
        <source>A change that this one depends on could not be made: {0}.</source>
        <translation>No se pudo hacer un cambio del que este depende: {0}.</translation>
    </message>
    <message>
        <source>Closest in your notes:</source>
        <translation>Lo más cercano en sus notas:</translation>
    </message>
    <message>
        <source>Search your earlier chats for “{0}”</source>
        <translation>Buscar «{0}» en sus chats anteriores</translation>
    </message>
    <message>
        <source>Make it smaller, then add it again.</source>
        <translation>Redúzcala y añádala de nuevo.</translation>
    </message>
    <message>
        <source>Many notes at once</source>
        <translation>Muchas notas a la vez</translation>
    </message>
    <message>
        <source>May ask to delete notes and to change many notes at once.</source>
        <translation>Puede pedir eliminar notas y cambiar muchas a la vez.</translation>
    </message>
    <message>
        <source>May request information from the internet.</source>
        <translation>Puede pedir información de internet.</translation>
    </message>
    <message>
        <source>May not delete notes or change many notes at once.</source>
        <translation>No puede eliminar notas ni cambiar muchas a la vez.</translation>
    </message>
    <message>
        <source>May read and change notes in the whole vault.</source>
        <translation>Puede leer y cambiar notas en toda la bóveda.</translation>
    </message>
    <message>
        <source>May read and change notes in {0}.</source>
        <translation>Puede leer y cambiar notas en {0}.</translation>
    </message>
    <message>
        <source>May read notes in the whole vault.</source>
        <translation>Puede leer notas en toda la bóveda.</translation>
    </message>
    <message>
        <source>May read notes in {0}.</source>
        <translation>Puede leer notas en {0}.</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memoria</translation>
    </message>
    <message>
        <source>To change notes here, correct its permissions or mount it for writing.</source>
        <translation>Para cambiar notas aquí, corrija sus permisos o móntelo con escritura.</translation>
    </message>
    <message>
        <source>Correct their permissions.</source>
        <translation>Corrija sus permisos.</translation>
    </message>
    <message>
        <source>Messages are shown at the tray.</source>
        <translation>Los mensajes se muestran en la bandeja del sistema.</translation>
    </message>
    <message>
        <source>Messages are shown by the desktop.</source>
        <translation>El escritorio muestra los mensajes.</translation>
    </message>
    <message>
        <source>Model file</source>
        <translation>Archivo de modelo</translation>
    </message>
    <message>
        <source>Model files need the package {0}, which is not installed</source>
        <translation>Los archivos de modelo necesitan el paquete {0}, que no está instalado</translation>
    </message>
    <message>
        <source>Move it to its folder.</source>
        <translation>Muévala a su carpeta.</translation>
    </message>
    <message>
        <source>Move it to {0}.</source>
        <translation>Muévala a {0}.</translation>
    </message>
    <message>
        <source>Move the vault to a disk.</source>
        <translation>Mueva la bóveda a un disco.</translation>
    </message>
    <message>
        <source>Move to {0}:</source>
        <translation>Mover a {0}:</translation>
    </message>
    <message>
        <source>Move files that belong to the notes into the vault.</source>
        <translation>Mueva a la bóveda los archivos que pertenecen a las notas.</translation>
    </message>
    <message>
        <source>Move {0} note</source>
        <translation>Mover {0} nota</translation>
    </message>
    <message>
        <source>Move {0} notes</source>
        <translation>Mover {0} notas</translation>
    </message>
    <message>
        <source>Name a note by its path from the vault&apos;s root.</source>
        <translation>Indique una nota por su ruta desde la raíz de la bóveda.</translation>
    </message>
    <message>
        <source>Names of notes stayed on this computer: they could not be reviewed.</source>
        <translation>Los nombres de notas se quedaron en este equipo: no se pudieron revisar.</translation>
    </message>
    <message>
        <source>Property names must differ in more than case.</source>
        <translation>Los nombres de propiedades deben diferir en algo más que las mayúsculas.</translation>
    </message>
    <message>
        <source>Names that differ from another name in the same folder only in case or accents: {0}. On Windows, macOS and most phones only one of the two can exist.</source>
        <translation>Nombres que solo se diferencian de otro de la misma carpeta en mayúsculas o acentos: {0}. En Windows, macOS y la mayoría de los teléfonos solo puede existir uno de los dos.</translation>
    </message>
    <message>
        <source>Neither Ollama nor LM Studio is running; only local models need one.</source>
        <translation>Ni Ollama ni LM Studio están en marcha; solo los modelos locales necesitan uno de los dos.</translation>
    </message>
    <message>
        <source>No answer within {0} seconds.</source>
        <translation>Sin respuesta en {0} segundos.</translation>
    </message>
    <message>
        <source>No display can be reached from this terminal.</source>
        <translation>Desde este terminal no se alcanza ninguna pantalla.</translation>
    </message>
    <message>
        <source>This block cannot have an id: the id would change the meaning of the text.</source>
        <translation>Este bloque no puede tener un identificador: cambiaría el significado del texto.</translation>
    </message>
    <message>
        <source>System-wide shortcuts are not available here.</source>
        <translation>Los atajos para todo el sistema no están disponibles aquí.</translation>
    </message>
    <message>
        <source>No model file is chosen.</source>
        <translation>No hay ningún archivo de modelo elegido.</translation>
    </message>
    <message>
        <source>No model of {0} is chosen</source>
        <translation>No hay ningún modelo de {0} elegido</translation>
    </message>
    <message>
        <source>Case sensitivity could not be determined; VaultDesk never creates two names that differ only in case.</source>
        <translation>No se pudo determinar si se distinguen mayúsculas y minúsculas; VaultDesk nunca crea dos nombres que solo difieran en eso.</translation>
    </message>
    <message>
        <source>All names like “{0}” are in use.</source>
        <translation>Todos los nombres como «{0}» están en uso.</translation>
    </message>
    <message>
        <source>No note has all of these words. These have most of them.</source>
        <translation>Ninguna nota tiene todas estas palabras. Estas tienen la mayoría.</translation>
    </message>
    <message>
        <source>No note is changed without it. Check the disk for temporary files.</source>
        <translation>Sin él no se cambia ninguna nota. Compruebe el disco de los archivos temporales.</translation>
    </message>
    <message>
        <source>No note is changed without it. {0}</source>
        <translation>Sin él no se cambia ninguna nota. {0}</translation>
    </message>
    <message>
        <source>No note of {0} was sent with the question.</source>
        <translation>Ninguna nota de {0} se envió con la pregunta.</translation>
    </message>
    <message>
        <source>No project is chosen</source>
        <translation>No hay ningún proyecto elegido</translation>
    </message>
    <message>
        <source>No search engine is chosen</source>
        <translation>No hay ningún buscador elegido</translation>
    </message>
    <message>
        <source>No secure connection to {0} can be made</source>
        <translation>No se puede establecer una conexión segura con {0}</translation>
    </message>
    <message>
        <source>No server behind {0} fits the privacy settings of the account</source>
        <translation>Ningún servidor detrás de {0} cumple los ajustes de privacidad de la cuenta</translation>
    </message>
    <message>
        <source>No spell checker is installed, so spelling is not checked.</source>
        <translation>No hay ningún corrector instalado, así que la ortografía no se revisa.</translation>
    </message>
    <message>
        <source>No sync program was found.</source>
        <translation>No se encontró ningún programa de sincronización.</translation>
    </message>
    <message>
        <source>No notification server is running, so no message is shown while you work elsewhere.</source>
        <translation>No hay ningún servidor de notificaciones en marcha, así que no se muestran mensajes mientras usted trabaja en otro lugar.</translation>
    </message>
    <message>
        <source>The request was canceled</source>
        <translation>La petición se canceló</translation>
    </message>
    <message>
        <source>None is configured; the keyboard is used directly.</source>
        <translation>No hay ninguno configurado; el teclado se usa directamente.</translation>
    </message>
    <message>
        <source>None of the engines of SearXNG answered: {0}</source>
        <translation>Ninguno de los buscadores de SearXNG respondió: {0}</translation>
    </message>
    <message>
        <source>Not carried out: {0}.</source>
        <translation>Sin ejecutar: {0}.</translation>
    </message>
    <message>
        <source>Not checked: VaultDesk cannot use the spell checker of macOS or of Windows.</source>
        <translation>Sin comprobar: VaultDesk no puede usar el corrector de macOS ni el de Windows.</translation>
    </message>
    <message>
        <source>Not in the passages: {0}.</source>
        <translation>No aparece en los pasajes: {0}.</translation>
    </message>
    <message>
        <source>Not created yet; this happens when the vault is opened.</source>
        <translation>Aún no está creado; se crea al abrir la bóveda.</translation>
    </message>
    <message>
        <source>Not written yet: default settings are used.</source>
        <translation>Aún no está escrito: se usan los ajustes predeterminados.</translation>
    </message>
    <message>
        <source>Notes only</source>
        <translation>Solo notas</translation>
    </message>
    <message>
        <source>Notes read: {0}.</source>
        <translation>Notas leídas: {0}.</translation>
    </message>
    <message>
        <source>Nothing answers at {0}</source>
        <translation>Nada responde en {0}</translation>
    </message>
    <message>
        <source>No action is required. A synchronized folder on this computer is faster.</source>
        <translation>No hay que hacer nada. Una carpeta sincronizada en este equipo es más rápida.</translation>
    </message>
    <message>
        <source>No action is required. To see changes within a second, keep the vault on this computer.</source>
        <translation>No hay que hacer nada. Para ver los cambios en menos de un segundo, tenga la bóveda en este equipo.</translation>
    </message>
    <message>
        <source>None of it was used. The file may have been replaced.</source>
        <translation>No se usó nada de él. Puede que alguien haya reemplazado el archivo.</translation>
    </message>
    <message>
        <source>Nothing was changed.</source>
        <translation>No se cambió nada.</translation>
    </message>
    <message>
        <source>Nothing was deleted.</source>
        <translation>No se eliminó nada.</translation>
    </message>
    <message>
        <source>Nothing was deleted. Obsidian&apos;s settings can name the vault&apos;s own .trash folder instead.</source>
        <translation>No se eliminó nada. En los ajustes de Obsidian se puede indicar en su lugar la carpeta .trash de la bóveda.</translation>
    </message>
    <message>
        <source>Nothing was done: {0}.</source>
        <translation>No se hizo nada: {0}.</translation>
    </message>
    <message>
        <source>Nothing was looked up.</source>
        <translation>No se consultó nada.</translation>
    </message>
    <message>
        <source>Nothing was sent. Free some space or check the folder&apos;s permissions.</source>
        <translation>No se envió nada. Libere espacio o compruebe los permisos de la carpeta.</translation>
    </message>
    <message>
        <source>Nothing was written. Read the new text, then decide.</source>
        <translation>No se escribió nada. Lea el texto nuevo y decida después.</translation>
    </message>
    <message>
        <source>Created by another version of VaultDesk; it is rebuilt when the vault is opened.</source>
        <translation>Creado por otra versión de VaultDesk; se reconstruye al abrir la bóveda.</translation>
    </message>
    <message>
        <source>{0} note of {1} was sent with the question; {2} more were left out.</source>
        <translation>Con la pregunta se envió {0} nota de {1}; se omitieron {2} más.</translation>
    </message>
    <message>
        <source>{0} notes of {1} were sent with the question; {2} more were left out.</source>
        <translation>Con la pregunta se enviaron {0} notas de {1}; se omitieron {2} más.</translation>
    </message>
    <message>
        <source>Off: no search engine is chosen.</source>
        <translation>Desactivada: no hay ningún buscador elegido.</translation>
    </message>
    <message>
        <source>Offline assistant</source>
        <translation>Asistente sin conexión</translation>
    </message>
    <message>
        <source>On GNOME install the extension AppIndicator; elsewhere add a tray to the panel.</source>
        <translation>En GNOME instale la extensión AppIndicator; en otros, añada una bandeja del sistema al panel.</translation>
    </message>
    <message>
        <source>Only notes can be changed.</source>
        <translation>Solo se pueden cambiar notas.</translation>
    </message>
    <message>
        <source>Only pages, texts and PDFs are read.</source>
        <translation>Solo se leen páginas, textos y PDF.</translation>
    </message>
    <message>
        <source>Only plain files are notes.</source>
        <translation>Solo los archivos normales son notas.</translation>
    </message>
    <message>
        <source>Only public pages are fetched.</source>
        <translation>Solo se descargan páginas públicas.</translation>
    </message>
    <message>
        <source>Only the first {0} chats were read; choose a smaller part.</source>
        <translation>Solo se leyeron los primeros {0} chats; elija una parte menor.</translation>
    </message>
    <message>
        <source>Only the first {0} messages were read.</source>
        <translation>Solo se leyeron los primeros {0} mensajes.</translation>
    </message>
    <message>
        <source>Only the first {0} parts of the query are used; the rest is ignored.</source>
        <translation>Solo se usan las primeras {0} partes de la consulta; el resto se omite.</translation>
    </message>
    <message>
        <source>Only web pages are fetched.</source>
        <translation>Solo se descargan páginas web.</translation>
    </message>
    <message>
        <source>Note texts are not available here</source>
        <translation>Los textos de las notas no están disponibles aquí</translation>
    </message>
    <message>
        <source>Only {0} folders can be watched by all programs together; the vault has {1}.</source>
        <translation>Entre todos los programas solo se pueden vigilar {0} carpetas; la bóveda tiene {1}.</translation>
    </message>
    <message>
        <source>Only {0} folders can be watched.</source>
        <translation>Solo se pueden vigilar {0} carpetas.</translation>
    </message>
    <message>
        <source>Open it elsewhere and copy its text.</source>
        <translation>Ábralo en otro sitio y copie su texto.</translation>
    </message>
    <message>
        <source>Open it in another program.</source>
        <translation>Ábralo en otro programa.</translation>
    </message>
    <message>
        <source>Open that one, or choose another name.</source>
        <translation>Abra ese o elija otro nombre.</translation>
    </message>
    <message>
        <source>Open the file in another program.</source>
        <translation>Abra el archivo en otro programa.</translation>
    </message>
    <message>
        <source>Open the folder that holds your notes.</source>
        <translation>Abra la carpeta que contiene sus notas.</translation>
    </message>
    <message>
        <source>Open the vault again.</source>
        <translation>Abra la bóveda de nuevo.</translation>
    </message>
    <message>
        <source>Open the vault once; then the link works.</source>
        <translation>Abra la bóveda una vez; después el enlace funciona.</translation>
    </message>
    <message>
        <source>OpenAI-compatible server</source>
        <translation>Servidor compatible con OpenAI</translation>
    </message>
    <message>
        <source>PDF pages cannot be shown</source>
        <translation>No se pueden mostrar páginas PDF</translation>
    </message>
    <message>
        <source>Pages cannot be read: {0}</source>
        <translation>Las páginas no se pueden leer: {0}</translation>
    </message>
    <message>
        <source>Pages of PDFs can be shown.</source>
        <translation>Se pueden mostrar las páginas de los PDF.</translation>
    </message>
    <message>
        <source>Paused on battery.</source>
        <translation>En pausa con batería.</translation>
    </message>
    <message>
        <source>Paused.</source>
        <translation>En pausa.</translation>
    </message>
    <message>
        <source>Plans what to look up, does that, then answers once; @vault, @web and others request a look-up.</source>
        <translation>Planifica qué consultar, lo consulta y responde una vez; @vault, @web y otros piden una consulta.</translation>
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
        <translation>El puerto {0} no se usa para páginas web</translation>
    </message>
    <message>
        <source>On Wayland programs cannot register system-wide shortcuts, and this desktop has no portal for them.</source>
        <translation>En Wayland los programas no pueden registrar atajos para todo el sistema, y este escritorio no tiene portal para ellos.</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Proyecto</translation>
    </message>
    <message>
        <source>Projects are notes in {0}.</source>
        <translation>Los proyectos son notas en {0}.</translation>
    </message>
    <message>
        <source>Properties</source>
        <translation>Propiedades</translation>
    </message>
    <message>
        <source>Properties and tags</source>
        <translation>Propiedades y etiquetas</translation>
    </message>
    <message>
        <source>Properties removed: {0}.</source>
        <translation>Propiedades quitadas: {0}.</translation>
    </message>
    <message>
        <source>Copy it into the vault folder with the file manager.</source>
        <translation>Cópielo en la carpeta de la bóveda con el gestor de archivos.</translation>
    </message>
    <message>
        <source>Merge the two and delete the copy; then the note can be changed.</source>
        <translation>Fusione las dos y elimine la copia; después se puede cambiar la nota.</translation>
    </message>
    <message>
        <source>Qt does not start: {0}</source>
        <translation>Qt no arranca: {0}</translation>
    </message>
    <message>
        <source>Qt {0} starts, on {1}.</source>
        <translation>Qt {0} arranca, en {1}.</translation>
    </message>
    <message>
        <source>Qt {0} starts.</source>
        <translation>Qt {0} arranca.</translation>
    </message>
    <message>
        <source>Query notes</source>
        <translation>Consultar notas</translation>
    </message>
    <message>
        <source>Query your notes: {0}</source>
        <translation>Consultar las notas: {0}</translation>
    </message>
    <message>
        <source>Raise Context window in Settings (it is {0} tokens now), or start a new chat.</source>
        <translation>Aumente la ventana de contexto en Ajustes (ahora {0} tokens) o empiece un chat nuevo.</translation>
    </message>
    <message>
        <source>Raise Context window in Settings, or start a new chat.</source>
        <translation>Aumente la ventana de contexto en Ajustes o empiece un chat nuevo.</translation>
    </message>
    <message>
        <source>Raise fs.inotify.max_user_watches. Until then the folder is compared every minute, and whenever you return to the window.</source>
        <translation>Aumente fs.inotify.max_user_watches. Hasta entonces la carpeta se compara cada minuto y siempre que usted vuelve a la ventana.</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>Read a note</source>
        <translation>Leer una nota</translation>
    </message>
    <message>
        <source>Open it again to read it.</source>
        <translation>Ábrala de nuevo para leerla.</translation>
    </message>
    <message>
        <source>Read it and accept it again{0}</source>
        <translation>Léala y acéptela de nuevo{0}</translation>
    </message>
    <message>
        <source>Read notes</source>
        <translation>Leer notas</translation>
    </message>
    <message>
        <source>Read what its note says and accept it{0}</source>
        <translation>Lea lo que dice su nota y acéptela{0}</translation>
    </message>
    <message>
        <source>Read {0} note</source>
        <translation>Leer {0} nota</translation>
    </message>
    <message>
        <source>Read {0} notes</source>
        <translation>Leer {0} notas</translation>
    </message>
    <message>
        <source>Read “{0}” of</source>
        <translation>Leer «{0}» de</translation>
    </message>
    <message>
        <source>Read “{1}” of {0} note</source>
        <translation>Leer «{1}» de {0} nota</translation>
    </message>
    <message>
        <source>Read “{1}” of {0} notes</source>
        <translation>Leer «{1}» de {0} notas</translation>
    </message>
    <message>
        <source>Indexing for search by meaning stopped because of an error in VaultDesk.</source>
        <translation>La indexación para la búsqueda por significado se detuvo por un error de VaultDesk.</translation>
    </message>
    <message>
        <source>Reading notes</source>
        <translation>Lectura de notas</translation>
    </message>
    <message>
        <source>Refresh the search index</source>
        <translation>Actualizar el índice de búsqueda</translation>
    </message>
    <message>
        <source>Remember</source>
        <translation>Recordar</translation>
    </message>
    <message>
        <source>Remember “{0}”</source>
        <translation>Recordar «{0}»</translation>
    </message>
    <message>
        <source>Remove tags</source>
        <translation>Quitar etiquetas</translation>
    </message>
    <message>
        <source>Remove tags from</source>
        <translation>Quitar etiquetas de</translation>
    </message>
    <message>
        <source>Remove that character.</source>
        <translation>Quite ese carácter.</translation>
    </message>
    <message>
        <source>Remove the character.</source>
        <translation>Quite el carácter.</translation>
    </message>
    <message>
        <source>Remove {0} from</source>
        <translation>Quitar {0} de</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renombrar</translation>
    </message>
    <message>
        <source>Rename a note</source>
        <translation>Renombrar una nota</translation>
    </message>
    <message>
        <source>Rename one of each before you copy the vault there.</source>
        <translation>Renombre uno de cada par antes de copiar la bóveda allí.</translation>
    </message>
    <message>
        <source>Rename one of them first.</source>
        <translation>Renombre primero una de ellas.</translation>
    </message>
    <message>
        <source>Rename the file, then try again.</source>
        <translation>Cambie el nombre del archivo e inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>Rename {0} note</source>
        <translation>Renombrar {0} nota</translation>
    </message>
    <message>
        <source>Rename {0} notes</source>
        <translation>Renombrar {0} notas</translation>
    </message>
    <message>
        <source>Rename {0} to {1} in</source>
        <translation>Renombrar {0} a {1} en</translation>
    </message>
    <message>
        <source>Repair {0} link</source>
        <translation>Reparar {0} enlace</translation>
    </message>
    <message>
        <source>Repair {0} links</source>
        <translation>Reparar {0} enlaces</translation>
    </message>
    <message>
        <source>Run `codex login` in a terminal, then ask again.</source>
        <translation>Ejecute `codex login` en una terminal y pregunte de nuevo.</translation>
    </message>
    <message>
        <source>Run: ollama signin. Or choose a model that runs on this computer.</source>
        <translation>Ejecute: ollama signin. O elija un modelo que funcione en este equipo.</translation>
    </message>
    <message>
        <source>Running. Number of models: {0}.</source>
        <translation>En marcha. Número de modelos: {0}.</translation>
    </message>
    <message>
        <source>SQLite {0} has no full-text search: {1}</source>
        <translation>SQLite {0} no tiene búsqueda de texto completo: {1}</translation>
    </message>
    <message>
        <source>Save a copy without one.</source>
        <translation>Guarde una copia sin contraseña.</translation>
    </message>
    <message>
        <source>Save it as UTF-8 in an editor.</source>
        <translation>Guárdelo como UTF-8 en un editor.</translation>
    </message>
    <message>
        <source>Save it as a text or a PDF first.</source>
        <translation>Guárdelo primero como texto o PDF.</translation>
    </message>
    <message>
        <source>SearXNG does not return results as JSON</source>
        <translation>SearXNG no devuelve los resultados como JSON</translation>
    </message>
    <message>
        <source>Search again.</source>
        <translation>Busque de nuevo.</translation>
    </message>
    <message>
        <source>Search and read in “{0}” without asking</source>
        <translation>Buscar y leer en «{0}» sin preguntar</translation>
    </message>
    <message>
        <source>Search and read without asking</source>
        <translation>Buscar y leer sin preguntar</translation>
    </message>
    <message>
        <source>Search by meaning is not installed</source>
        <translation>La búsqueda por significado no está instalada</translation>
    </message>
    <message>
        <source>This transcript was generated by speech recognition. Words, names and numbers may be wrong.</source>
        <translation>Esta transcripción se generó mediante reconocimiento de voz. Puede haber palabras, nombres y números incorrectos.</translation>
    </message>
    <message>
        <source>Tools from other packages: {0}. Whether they can be created is checked when a vault is opened.</source>
        <translation>Herramientas de otros paquetes: {0}. Si se pueden crear, se comprueba al abrir una bóveda.</translation>
    </message>
    <message>
        <source>Use a shorter query.</source>
        <translation>Use una consulta más corta.</translation>
    </message>
    <message>
        <source>Search notes</source>
        <translation>Buscar notas</translation>
    </message>
    <message>
        <source>Search passages</source>
        <translation>Buscar pasajes</translation>
    </message>
    <message>
        <source>Search the web</source>
        <translation>Buscar en la web</translation>
    </message>
    <message>
        <source>Search the web for “{0}”</source>
        <translation>Buscar «{0}» en la web</translation>
    </message>
    <message>
        <source>Search your notes for {0}</source>
        <translation>Buscar {0} en las notas</translation>
    </message>
    <message>
        <source>Search your notes for “{0}”</source>
        <translation>Buscar «{0}» en las notas</translation>
    </message>
    <message>
        <source>Searches your notes first and answers only from them, with a source for each claim.</source>
        <translation>Busca primero en las notas y responde solo a partir de ellas, con una fuente para cada afirmación.</translation>
    </message>
    <message>
        <source>Searching</source>
        <translation>Búsqueda</translation>
    </message>
    <message>
        <source>Search by words still works.</source>
        <translation>La búsqueda por palabras sigue funcionando.</translation>
    </message>
    <message>
        <source>Check your plan at tavily.com.</source>
        <translation>Consulte su plan en tavily.com.</translation>
    </message>
    <message>
        <source>Check your plan there.</source>
        <translation>Consulte allí su plan.</translation>
    </message>
    <message>
        <source>Sees no notes.</source>
        <translation>No ve ninguna nota.</translation>
    </message>
    <message>
        <source>Sees pictures: {0}</source>
        <translation>Ve imágenes: {0}</translation>
    </message>
    <message>
        <source>Select less text.</source>
        <translation>Seleccione menos texto.</translation>
    </message>
    <message>
        <source>Send nothing of what was found to {0}</source>
        <translation>No enviar nada de lo encontrado a {0}</translation>
    </message>
    <message>
        <source>Send what was found to {0}</source>
        <translation>Enviar lo encontrado a {0}</translation>
    </message>
    <message>
        <source>Send {0} passage of “{1}” to {2}</source>
        <translation>Enviar {0} pasaje de «{1}» a {2}</translation>
    </message>
    <message>
        <source>Send {0} passages of {1} notes to {2}</source>
        <translation>Enviar {0} pasajes de {1} notas a {2}</translation>
    </message>
    <message>
        <source>Send {0} passages of “{1}” to {2}</source>
        <translation>Enviar {0} pasajes de «{1}» a {2}</translation>
    </message>
    <message>
        <source>Set HTTPS_PROXY to an address like http://proxy:3128, or unset ALL_PROXY.</source>
        <translation>Defina HTTPS_PROXY con una dirección como http://proxy:3128 o quite ALL_PROXY.</translation>
    </message>
    <message>
        <source>Set a larger context window in the server&apos;s settings, or choose another model.</source>
        <translation>Defina una ventana de contexto mayor en los ajustes del servidor o elija otro modelo.</translation>
    </message>
    <message>
        <source>Set its base_url, like http://localhost:8080/v1.</source>
        <translation>Defina su base_url, como http://localhost:8080/v1.</translation>
    </message>
    <message>
        <source>Set the variable, then start VaultDesk again.</source>
        <translation>Defina la variable e inicie VaultDesk de nuevo.</translation>
    </message>
    <message>
        <source>Set up with a key. {0} was not contacted.</source>
        <translation>Configurado con clave. No se contactó con {0}.</translation>
    </message>
    <message>
        <source>Set up without a key. {0} was not contacted.</source>
        <translation>Configurado sin clave. No se contactó con {0}.</translation>
    </message>
    <message>
        <source>Set {0} in</source>
        <translation>Fijar {0} en</translation>
    </message>
    <message>
        <source>Set {0} to a folder on this computer.</source>
        <translation>Ponga en {0} una carpeta de este equipo.</translation>
    </message>
    <message>
        <source>Set {0} to a folder that is not synchronized.</source>
        <translation>Defina en {0} una carpeta que no se sincronice.</translation>
    </message>
    <message>
        <source>Several programs synchronize this folder: {0}. They may overwrite each other&apos;s changes.</source>
        <translation>Varios programas sincronizan esta carpeta: {0}. Pueden sobrescribir los cambios unos de otros.</translation>
    </message>
    <message>
        <source>Show folders</source>
        <translation>Mostrar carpetas</translation>
    </message>
    <message>
        <source>Show the folders and names of notes in {0}</source>
        <translation>Mostrar las carpetas y los nombres de las notas de {0}</translation>
    </message>
    <message>
        <source>Showing a picture…</source>
        <translation>Se muestra una imagen…</translation>
    </message>
    <message>
        <source>A part of an unknown kind was left out.</source>
        <translation>Se omitió una parte de un tipo desconocido.</translation>
    </message>
    <message>
        <source>Split it into smaller notes.</source>
        <translation>Divídala en notas más pequeñas.</translation>
    </message>
    <message>
        <source>Restart VaultDesk.</source>
        <translation>Reinicie VaultDesk.</translation>
    </message>
    <message>
        <source>Start VaultDesk from a desktop session.</source>
        <translation>Inicie VaultDesk desde una sesión de escritorio.</translation>
    </message>
    <message>
        <source>Start a pomodoro of {0} minutes</source>
        <translation>Iniciar un pomodoro de {0} minutos</translation>
    </message>
    <message>
        <source>Start it, or check its address.</source>
        <translation>Inícielo o compruebe su dirección.</translation>
    </message>
    <message>
        <source>Start {0}, or check its address.</source>
        <translation>Inicie {0} o compruebe su dirección.</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Etiqueta</translation>
    </message>
    <message>
        <source>Attach only the part that matters.</source>
        <translation>Adjunte solo la parte que importa.</translation>
    </message>
    <message>
        <source>That is too much to undo in one step. Use the file manager for these files.</source>
        <translation>Es demasiado para deshacerlo en un solo paso. Use el gestor de archivos para estos archivos.</translation>
    </message>
    <message>
        <source>This is not a valid property name</source>
        <translation>Este no es un nombre de propiedad válido</translation>
    </message>
    <message>
        <source>The redirect was not followed, and nothing was sent there. Check the provider&apos;s address in Settings.</source>
        <translation>La redirección no se siguió y no se envió nada allí. Compruebe la dirección del proveedor en Ajustes.</translation>
    </message>
    <message>
        <source>The PDF “{0}” cannot be read</source>
        <translation>No se puede leer el PDF «{0}»</translation>
    </message>
    <message>
        <source>The PDF “{0}” has no page {1}</source>
        <translation>El PDF «{0}» no tiene la página {1}</translation>
    </message>
    <message>
        <source>The PDF “{0}” has no text</source>
        <translation>El PDF «{0}» no tiene texto</translation>
    </message>
    <message>
        <source>The PDF “{0}” is protected with a password</source>
        <translation>El PDF «{0}» está protegido con contraseña</translation>
    </message>
    <message>
        <source>The account at {0} has no credit left</source>
        <translation>La cuenta en {0} no tiene saldo</translation>
    </message>
    <message>
        <source>The address of {0} cannot be used</source>
        <translation>No se puede usar la dirección de {0}</translation>
    </message>
    <message>
        <source>The address of {0} is not set</source>
        <translation>La dirección de {0} no está definida</translation>
    </message>
    <message>
        <source>The agent {0} cannot be used</source>
        <translation>No se puede usar el agente {0}</translation>
    </message>
    <message>
        <source>The agent {0} has not been allowed yet</source>
        <translation>El agente {0} aún no se ha permitido</translation>
    </message>
    <message>
        <source>It uses the agent {0}, if you allowed that agent.</source>
        <translation>Usa el agente {0}, si usted permitió ese agente.</translation>
    </message>
    <message>
        <source>The answer was interrupted</source>
        <translation>La respuesta se interrumpió</translation>
    </message>
    <message>
        <source>The answer ended before its tool call was complete; the tool was not run.</source>
        <translation>La respuesta terminó antes de que su llamada a herramienta estuviera completa; la herramienta no se ejecutó.</translation>
    </message>
    <message>
        <source>The answer from {0} was interrupted</source>
        <translation>La respuesta de {0} se interrumpió</translation>
    </message>
    <message>
        <source>The answer from {0} cannot be used: {1}</source>
        <translation>No se puede usar la respuesta de {0}: {1}</translation>
    </message>
    <message>
        <source>Tell me to continue, or ask for a part of it.</source>
        <translation>Pídame que siga o pregunte por una parte.</translation>
    </message>
    <message>
        <source>The answer may be at most {0} tokens long, to stay within your limit.</source>
        <translation>La respuesta puede tener como máximo {0} tokens, para respetar su límite.</translation>
    </message>
    <message>
        <source>The answer repeats a tool call from text that the model read. It was not run.</source>
        <translation>La respuesta repite una llamada a herramienta de un texto que leyó el modelo. No se ejecutó.</translation>
    </message>
    <message>
        <source>The answer stopped because {0} is full. {1}</source>
        <translation>La respuesta se detuvo porque {0} está lleno. {1}</translation>
    </message>
    <message>
        <source>The answer was cut off, so its tool call was not run.</source>
        <translation>La respuesta quedó cortada, así que su llamada a herramienta no se ejecutó.</translation>
    </message>
    <message>
        <source>The arguments are not valid JSON: {0}.</source>
        <translation>Los argumentos no son JSON válido: {0}.</translation>
    </message>
    <message>
        <source>The arguments must be one JSON object.</source>
        <translation>Los argumentos deben ser un objeto JSON.</translation>
    </message>
    <message>
        <source>The block has changed.</source>
        <translation>El bloque ha cambiado.</translation>
    </message>
    <message>
        <source>The certificate of {0} cannot be trusted</source>
        <translation>No se puede confiar en el certificado de {0}</translation>
    </message>
    <message>
        <source>The chat could not be saved</source>
        <translation>No se pudo guardar el chat</translation>
    </message>
    <message>
        <source>The chat is longer than {0}, so {1} has probably left out its beginning. {2}</source>
        <translation>El chat es más largo que {0}, así que {1} probablemente omitió su comienzo. {2}</translation>
    </message>
    <message>
        <source>The chat is too long for this model of {0}</source>
        <translation>El chat es demasiado largo para este modelo de {0}</translation>
    </message>
    <message>
        <source>The chat is being written by another program</source>
        <translation>Otro programa está escribiendo el chat</translation>
    </message>
    <message>
        <source>The chat was not deleted</source>
        <translation>El chat no se eliminó</translation>
    </message>
    <message>
        <source>The chat was not renamed</source>
        <translation>El chat no se renombró</translation>
    </message>
    <message>
        <source>The chat&apos;s note changes faster than it can be written</source>
        <translation>La nota del chat cambia más deprisa de lo que se puede escribir</translation>
    </message>
    <message>
        <source>The check itself failed: {0}.</source>
        <translation>Falló la propia comprobación: {0}.</translation>
    </message>
    <message>
        <source>The connection to {0} was interrupted</source>
        <translation>Se interrumpió la conexión con {0}</translation>
    </message>
    <message>
        <source>The connection to {0} timed out or was interrupted</source>
        <translation>La conexión con {0} superó el tiempo de espera o se interrumpió</translation>
    </message>
    <message>
        <source>The conversation is too long for {0}: about {1} tokens, and {2} fit</source>
        <translation>La conversación es demasiado larga para {0}: unos {1} tokens, y caben {2}</translation>
    </message>
    <message>
        <source>The data is on a network drive ({0}), where a database may be damaged.</source>
        <translation>Los datos están en una unidad de red ({0}), donde una base de datos puede dañarse.</translation>
    </message>
    <message>
        <source>The disk reported an error for the search index.</source>
        <translation>El disco comunicó un error en el índice de búsqueda.</translation>
    </message>
    <message>
        <source>The disk is full: {0} free.</source>
        <translation>El disco está lleno: {0} libres.</translation>
    </message>
    <message>
        <source>The disk with the search index is full.</source>
        <translation>El disco con el índice de búsqueda está lleno.</translation>
    </message>
    <message>
        <source>The display this terminal names does not answer.</source>
        <translation>La pantalla que indica este terminal no responde.</translation>
    </message>
    <message>
        <source>The earlier version of “{0}” is no longer stored, or is damaged: {1}</source>
        <translation>La versión anterior de «{0}» ya no está guardada o está dañada: {1}</translation>
    </message>
    <message>
        <source>The update file is not signed by the developers of VaultDesk</source>
        <translation>El archivo de actualizaciones no está firmado por los desarrolladores de VaultDesk</translation>
    </message>
    <message>
        <source>The update file is older than one received before</source>
        <translation>El archivo de actualizaciones es más antiguo que uno recibido antes</translation>
    </message>
    <message>
        <source>The folder is named “{0}” here.</source>
        <translation>Aquí la carpeta se llama «{0}».</translation>
    </message>
    <message>
        <source>The folder “{0}” cannot be opened.</source>
        <translation>No se puede abrir la carpeta «{0}».</translation>
    </message>
    <message>
        <source>The properties of {0} no longer contain settings</source>
        <translation>Las propiedades de {0} ya no contienen ajustes</translation>
    </message>
    <message>
        <source>The input method {0} is configured, but this Qt does not support it.</source>
        <translation>El método de entrada {0} está configurado, pero este Qt no lo admite.</translation>
    </message>
    <message>
        <source>The input method {0} is used.</source>
        <translation>Se usa el método de entrada {0}.</translation>
    </message>
    <message>
        <source>The instructions are longer than {0} characters.</source>
        <translation>Las instrucciones tienen más de {0} caracteres.</translation>
    </message>
    <message>
        <source>The instructions contain invisible characters.</source>
        <translation>Las instrucciones contienen caracteres invisibles.</translation>
    </message>
    <message>
        <source>The key of {0} could not be removed</source>
        <translation>No se pudo quitar la clave de {0}</translation>
    </message>
    <message>
        <source>The key of {0} was entered for {1} and is not sent to {2}.</source>
        <translation>La clave de {0} se introdujo para {1} y no se envía a {2}.</translation>
    </message>
    <message>
        <source>The keyring of this computer reported an error: {0}. Remove the key there, under VaultDesk.</source>
        <translation>El llavero de este equipo comunicó un error: {0}. Elimine allí la clave, en VaultDesk.</translation>
    </message>
    <message>
        <source>The key could not be read from the keyring of this computer: {0}.</source>
        <translation>No se pudo leer la clave del llavero de este equipo: {0}.</translation>
    </message>
    <message>
        <source>The limit of {0} tool rounds was reached, so the model answers now.</source>
        <translation>Se alcanzó el límite de {0} rondas de herramientas, así que el modelo responde ahora.</translation>
    </message>
    <message>
        <source>The log has details. Please report it.</source>
        <translation>El registro contiene detalles. Le agradecemos que informe del problema.</translation>
    </message>
    <message>
        <source>The model alone: it sees none of your notes and uses no tools.</source>
        <translation>El modelo solo: no ve ninguna de las notas y no usa herramientas.</translation>
    </message>
    <message>
        <source>The model answered before it had the results. That part was left out.</source>
        <translation>El modelo respondió antes de tener los resultados. Esa parte se omitió.</translation>
    </message>
    <message>
        <source>The model asked for more than {0} tools at once. The rest was left out.</source>
        <translation>El modelo pidió más de {0} herramientas a la vez. El resto se omitió.</translation>
    </message>
    <message>
        <source>The model for search by meaning cannot be loaded</source>
        <translation>No se puede cargar el modelo para la búsqueda por significado</translation>
    </message>
    <message>
        <source>The model for search by meaning does not run on this computer</source>
        <translation>El modelo para la búsqueda por significado no funciona en este equipo</translation>
    </message>
    <message>
        <source>The model for search by meaning is damaged</source>
        <translation>El modelo para la búsqueda por significado está dañado</translation>
    </message>
    <message>
        <source>The model for search by meaning is missing</source>
        <translation>Falta el modelo para la búsqueda por significado</translation>
    </message>
    <message>
        <source>The model gave no meaning.</source>
        <translation>El modelo no dio ningún significado.</translation>
    </message>
    <message>
        <source>The model used the same id for two tool calls</source>
        <translation>El modelo usó el mismo id para dos llamadas a herramientas</translation>
    </message>
    <message>
        <source>The model was closed</source>
        <translation>El modelo se cerró</translation>
    </message>
    <message>
        <source>The model wrote at length before it asked for a tool.</source>
        <translation>El modelo escribió mucho antes de pedir una herramienta.</translation>
    </message>
    <message>
        <source>The model wrote no summary</source>
        <translation>El modelo no escribió ningún resumen</translation>
    </message>
    <message>
        <source>The model&apos;s tool calls could not be read</source>
        <translation>No se pudieron leer las llamadas a herramientas del modelo</translation>
    </message>
    <message>
        <source>The model&apos;s last tool call is incomplete and was not run.</source>
        <translation>La última llamada a herramienta del modelo está incompleta y no se ejecutó.</translation>
    </message>
    <message>
        <source>The name {0} cannot be found</source>
        <translation>No se encuentra el nombre {0}</translation>
    </message>
    <message>
        <source>The new name looks like that of another note, “{0}”.</source>
        <translation>El nombre nuevo se parece al de otra nota, «{0}».</translation>
    </message>
    <message>
        <source>The new text contains invisible characters; they are shown as &lt;U+…&gt;.</source>
        <translation>El texto nuevo contiene caracteres invisibles; se muestran como &lt;U+…&gt;.</translation>
    </message>
    <message>
        <source>The note has changed.</source>
        <translation>La nota ha cambiado.</translation>
    </message>
    <message>
        <source>The note could not be written.</source>
        <translation>No se pudo escribir la nota.</translation>
    </message>
    <message>
        <source>The note has no instructions: write them below the properties.</source>
        <translation>La nota no tiene instrucciones: escríbalas debajo de las propiedades.</translation>
    </message>
    <message>
        <source>The note itself is not affected. Check the disk where VaultDesk stores its data.</source>
        <translation>La nota en sí no se ve afectada. Compruebe el disco donde VaultDesk guarda sus datos.</translation>
    </message>
    <message>
        <source>The note itself is not affected. Check the disk.</source>
        <translation>La nota en sí no se ve afectada. Compruebe el disco.</translation>
    </message>
    <message>
        <source>The note of the agent {0} has changed since you allowed it</source>
        <translation>La nota del agente {0} ha cambiado desde que se permitió</translation>
    </message>
    <message>
        <source>The note of the agent {0} changed while you were reviewing it</source>
        <translation>La nota del agente {0} cambió mientras usted la revisaba</translation>
    </message>
    <message>
        <source>The note of the project {0} has changed since you accepted it</source>
        <translation>La nota del proyecto {0} ha cambiado desde que se aceptó</translation>
    </message>
    <message>
        <source>The note of the project {0} changed while you were reading it</source>
        <translation>La nota del proyecto {0} cambió mientras usted la leía</translation>
    </message>
    <message>
        <source>The note has changed since</source>
        <translation>La nota ha cambiado entretanto</translation>
    </message>
    <message>
        <source>The note “{0}” has no block “{1}”.</source>
        <translation>La nota «{0}» no tiene ningún bloque «{1}».</translation>
    </message>
    <message>
        <source>The note “{0}” has no heading “{1}”.</source>
        <translation>La nota «{0}» no tiene ningún encabezado «{1}».</translation>
    </message>
    <message>
        <source>The note&apos;s properties cannot be changed</source>
        <translation>No se pueden cambiar las propiedades de la nota</translation>
    </message>
    <message>
        <source>The offline assistant cannot rewrite</source>
        <translation>El asistente sin conexión no puede reescribir</translation>
    </message>
    <message>
        <source>The other entries were read.</source>
        <translation>Las demás entradas se leyeron.</translation>
    </message>
    <message>
        <source>The page cannot be displayed: {0}</source>
        <translation>No se puede mostrar la página: {0}</translation>
    </message>
    <message>
        <source>The page cannot be read</source>
        <translation>No se puede leer la página</translation>
    </message>
    <message>
        <source>The page contains hidden text, which was left out.</source>
        <translation>La página contiene texto oculto, que se omitió.</translation>
    </message>
    <message>
        <source>The page uses a compression that was not requested</source>
        <translation>La página usa una compresión que no se pidió</translation>
    </message>
    <message>
        <source>The compressed page is damaged and cannot be read</source>
        <translation>La página comprimida está dañada y no se puede leer</translation>
    </message>
    <message>
        <source>The page is too large</source>
        <translation>La página es demasiado grande</translation>
    </message>
    <message>
        <source>The Search index page lists each with its reason.</source>
        <translation>La página Índice de búsqueda muestra cada una con su motivo.</translation>
    </message>
    <message>
        <source>The page takes too long to read</source>
        <translation>La página tarda demasiado en leerse</translation>
    </message>
    <message>
        <source>The page {0} was not fetched.</source>
        <translation>No se obtuvo la página {0}.</translation>
    </message>
    <message>
        <source>The pattern {0} is invalid or too large; it is ignored.</source>
        <translation>El patrón {0} no es válido o es demasiado grande; se omite.</translation>
    </message>
    <message>
        <source>The pattern {0} uses lookahead or lookbehind, which is not supported; it is ignored.</source>
        <translation>El patrón {0} usa una búsqueda anticipada o retrospectiva (lookahead, lookbehind), que no se admite; se omite.</translation>
    </message>
    <message>
        <source>The pattern {0} uses a backreference, which is not supported; it is ignored.</source>
        <translation>El patrón {0} usa una retrorreferencia, que no se admite; se omite.</translation>
    </message>
    <message>
        <source>The custom instructions of that time were left out.</source>
        <translation>Se omitieron las instrucciones personalizadas de entonces.</translation>
    </message>
    <message>
        <source>The picture “{0}” is larger than {1} MB</source>
        <translation>La imagen «{0}» ocupa más de {1} MB</translation>
    </message>
    <message>
        <source>The price of {0} is not known: it is not counted for {1}.</source>
        <translation>No se conoce el precio de {0}: no se cuenta para {1}.</translation>
    </message>
    <message>
        <source>The program is in a folder whose name cannot be used in a startup entry. Move it to another folder.</source>
        <translation>El programa está en una carpeta cuyo nombre no se puede usar en una entrada de inicio. Muévalo a otra carpeta.</translation>
    </message>
    <message>
        <source>The path of the program is too long for a Windows startup entry. Move it to a shorter path.</source>
        <translation>La ruta del programa es demasiado larga para una entrada de inicio de Windows. Muévalo a una ruta más corta.</translation>
    </message>
    <message>
        <source>The project {0} cannot be used</source>
        <translation>No se puede usar el proyecto {0}</translation>
    </message>
    <message>
        <source>The project {0} has not been accepted yet</source>
        <translation>El proyecto {0} aún no se ha aceptado</translation>
    </message>
    <message>
        <source>The provider {0} has no address</source>
        <translation>El proveedor {0} no tiene dirección</translation>
    </message>
    <message>
        <source>The provider&apos;s address contains a user name or password</source>
        <translation>La dirección del proveedor contiene un nombre de usuario o una contraseña</translation>
    </message>
    <message>
        <source>The provider&apos;s address {0} cannot be used</source>
        <translation>No se puede usar la dirección del proveedor {0}</translation>
    </message>
    <message>
        <source>The provider&apos;s address {0} has a ? or # part</source>
        <translation>La dirección del proveedor {0} tiene una parte ? o #</translation>
    </message>
    <message>
        <source>The proxy in front of {0} rejected the request</source>
        <translation>El proxy delante de {0} rechazó la petición</translation>
    </message>
    <message>
        <source>The proxy settings of this computer cannot be used for {0}</source>
        <translation>Los ajustes de proxy de este equipo no se pueden usar para {0}</translation>
    </message>
    <message>
        <source>The record of changes cannot be created: {0}.</source>
        <translation>No se puede crear el registro de cambios: {0}.</translation>
    </message>
    <message>
        <source>The record of changes cannot be used: {0}.</source>
        <translation>No se puede usar el registro de cambios: {0}.</translation>
    </message>
    <message>
        <source>The record of tool calls cannot be cleared: {0}.</source>
        <translation>No se puede vaciar el registro de llamadas a herramientas: {0}.</translation>
    </message>
    <message>
        <source>The search index cannot be saved.</source>
        <translation>No se puede guardar el índice de búsqueda.</translation>
    </message>
    <message>
        <source>The search index cannot be opened.</source>
        <translation>No se puede abrir el índice de búsqueda.</translation>
    </message>
    <message>
        <source>The search index is being rebuilt, so an answer would be incomplete.</source>
        <translation>El índice de búsqueda se está reconstruyendo, así que una respuesta sería incompleta.</translation>
    </message>
    <message>
        <source>The search index is damaged.</source>
        <translation>El índice de búsqueda está dañado.</translation>
    </message>
    <message>
        <source>The search index is in use.</source>
        <translation>El índice de búsqueda está en uso.</translation>
    </message>
    <message>
        <source>The search index cannot be written.</source>
        <translation>No se puede escribir el índice de búsqueda.</translation>
    </message>
    <message>
        <source>The search index was just closed.</source>
        <translation>El índice de búsqueda se acaba de cerrar.</translation>
    </message>
    <message>
        <source>The search was stopped.</source>
        <translation>La búsqueda se detuvo.</translation>
    </message>
    <message>
        <source>The setting {0} cannot be used</source>
        <translation>No se puede usar el ajuste {0}</translation>
    </message>
    <message>
        <source>The settings could not be changed</source>
        <translation>No se pudieron cambiar los ajustes</translation>
    </message>
    <message>
        <source>The settings could not be saved</source>
        <translation>No se pudieron guardar los ajustes</translation>
    </message>
    <message>
        <source>The settings file cannot be read</source>
        <translation>No se puede leer el archivo de ajustes</translation>
    </message>
    <message>
        <source>The settings file has a mistake</source>
        <translation>El archivo de ajustes tiene un error</translation>
    </message>
    <message>
        <source>The settings file has a mistake in line {0}</source>
        <translation>El archivo de ajustes tiene un error en la línea {0}</translation>
    </message>
    <message>
        <source>The settings were written by a newer VaultDesk</source>
        <translation>Los ajustes los escribió un VaultDesk más reciente</translation>
    </message>
    <message>
        <source>The setting to start with the system could not be changed</source>
        <translation>No se pudo cambiar el ajuste de inicio con el sistema</translation>
    </message>
    <message>
        <source>The system sets no known limit.</source>
        <translation>El sistema no fija ningún límite conocido.</translation>
    </message>
    <message>
        <source>The text contains a NUL character and cannot be saved.</source>
        <translation>El texto contiene un carácter NUL y no se puede guardar.</translation>
    </message>
    <message>
        <source>The text contains an incomplete character and cannot be saved.</source>
        <translation>El texto contiene un carácter incompleto y no se puede guardar.</translation>
    </message>
    <message>
        <source>The text is larger than {0} MB and was not saved.</source>
        <translation>El texto ocupa más de {0} MB y no se guardó.</translation>
    </message>
    <message>
        <source>The text of these {0} notes, about {1}, leaves this computer for {2} at {3}.</source>
        <translation>El texto de estas {0} notas, unos {1}, sale de este equipo hacia {2} en {3}.</translation>
    </message>
    <message>
        <source>The text of this note, about {0}, leaves this computer for {1} at {2}.</source>
        <translation>El texto de esta nota, unos {0}, sale de este equipo hacia {1} en {2}.</translation>
    </message>
    <message>
        <source>The text of {0} note stayed on this computer: it could not be reviewed.</source>
        <translation>El texto de {0} nota se quedó en este equipo: no se pudo revisar.</translation>
    </message>
    <message>
        <source>The text of {0} notes stayed on this computer: it could not be reviewed.</source>
        <translation>El texto de {0} notas se quedó en este equipo: no se pudo revisar.</translation>
    </message>
    <message>
        <source>The test ended after {0} seconds. The remaining results are not known.</source>
        <translation>La prueba terminó a los {0} segundos. Los demás resultados no se conocen.</translation>
    </message>
    <message>
        <source>The vault cannot be opened for writing: {0}.</source>
        <translation>No se puede abrir la bóveda para escribir: {0}.</translation>
    </message>
    <message>
        <source>The vault&apos;s folder cannot be read.</source>
        <translation>No se puede leer la carpeta de la bóveda.</translation>
    </message>
    <message>
        <source>The folder of the vault no longer exists.</source>
        <translation>La carpeta de la bóveda ya no existe.</translation>
    </message>
    <message>
        <source>The connection uses the proxy {0}.</source>
        <translation>La conexión usa el proxy {0}.</translation>
    </message>
    <message>
        <source>The words above leave this computer for {0}. You see what comes back before the model does.</source>
        <translation>Las palabras de arriba salen de este equipo hacia {0}. Usted ve lo que vuelve antes que el modelo.</translation>
    </message>
    <message>
        <source>There are no notes in {0}.</source>
        <translation>No hay notas en {0}.</translation>
    </message>
    <message>
        <source>{0} was ignored: there are no words to search for.</source>
        <translation>Se omitió {0}: no hay palabras que buscar.</translation>
    </message>
    <message>
        <source>The vault contains no symbolic links.</source>
        <translation>La bóveda no contiene enlaces simbólicos.</translation>
    </message>
    <message>
        <source>There are {0} notes of this name.</source>
        <translation>Hay {0} notas con este nombre.</translation>
    </message>
    <message>
        <source>Available modes: {0}.</source>
        <translation>Modos disponibles: {0}.</translation>
    </message>
    <message>
        <source>A spell checker is installed, but no dictionary.</source>
        <translation>Hay un corrector instalado, pero ningún diccionario.</translation>
    </message>
    <message>
        <source>There is already a note “{0}” here.</source>
        <translation>Aquí ya hay una nota «{0}».</translation>
    </message>
    <message>
        <source>There is already a note “{0}” there.</source>
        <translation>Allí ya hay una nota «{0}».</translation>
    </message>
    <message>
        <source>A file or folder named “{0}” already exists here.</source>
        <translation>Aquí ya existe un archivo o una carpeta con el nombre «{0}».</translation>
    </message>
    <message>
        <source>A file or folder named “{0}” already exists.</source>
        <translation>Ya existe un archivo o una carpeta con el nombre «{0}».</translation>
    </message>
    <message>
        <source>There is now another note “{0}” at its earlier path.</source>
        <translation>En su ruta anterior hay ahora otra nota «{0}».</translation>
    </message>
    <message>
        <source>There is now another note “{0}” in its place.</source>
        <translation>En su lugar hay ahora otra nota «{0}».</translation>
    </message>
    <message>
        <source>There is no address yet.</source>
        <translation>Aún no hay dirección.</translation>
    </message>
    <message>
        <source>There is no agent {0}</source>
        <translation>No hay ningún agente {0}</translation>
    </message>
    <message>
        <source>The agent {0} no longer exists</source>
        <translation>El agente {0} ya no existe</translation>
    </message>
    <message>
        <source>Change {0} is not in the list of changes. It may have expired.</source>
        <translation>El cambio {0} no está en la lista de cambios. Puede que haya caducado.</translation>
    </message>
    <message>
        <source>There is no chat “{0}”.</source>
        <translation>No hay ningún chat «{0}».</translation>
    </message>
    <message>
        <source>@time was ignored: the time is not available here.</source>
        <translation>Se omitió @time: la hora no está disponible aquí.</translation>
    </message>
    <message>
        <source>There is no folder “{0}”.</source>
        <translation>No hay ninguna carpeta «{0}».</translation>
    </message>
    <message>
        <source>There is no key for {0}.</source>
        <translation>No hay clave para {0}.</translation>
    </message>
    <message>
        <source>@memory was ignored: memory is not available here.</source>
        <translation>Se omitió @memory: la memoria no está disponible aquí.</translation>
    </message>
    <message>
        <source>There is no note or file “{0}” in the vault.</source>
        <translation>No hay ninguna nota ni archivo «{0}» en la bóveda.</translation>
    </message>
    <message>
        <source>There is no note “{0}”.</source>
        <translation>No hay ninguna nota «{0}».</translation>
    </message>
    <message>
        <source>The search index cannot be created: {0}.</source>
        <translation>No se puede crear el índice de búsqueda: {0}.</translation>
    </message>
    <message>
        <source>There is no project {0}</source>
        <translation>No hay ningún proyecto {0}</translation>
    </message>
    <message>
        <source>There is no provider {0}</source>
        <translation>No hay ningún proveedor {0}</translation>
    </message>
    <message>
        <source>There is no question to ask again.</source>
        <translation>No hay ninguna pregunta que repetir.</translation>
    </message>
    <message>
        <source>There is no screen.</source>
        <translation>No hay pantalla.</translation>
    </message>
    <message>
        <source>@vault was ignored: search in notes is not available here.</source>
        <translation>Se omitió @vault: la búsqueda en notas no está disponible aquí.</translation>
    </message>
    <message>
        <source>Search in notes is not available here, so the model answers without them.</source>
        <translation>La búsqueda en notas no está disponible aquí, así que el modelo responde sin ellas.</translation>
    </message>
    <message>
        <source>There is no session bus, so no message is shown while you work elsewhere.</source>
        <translation>No hay bus de sesión, así que no se muestran mensajes mientras usted trabaja en otro lugar.</translation>
    </message>
    <message>
        <source>There is no setting {0}</source>
        <translation>No hay ningún ajuste {0}</translation>
    </message>
    <message>
        <source>There is no such page at {0} ({1})</source>
        <translation>No existe esa página en {0} ({1})</translation>
    </message>
    <message>
        <source>There is no text in this PDF</source>
        <translation>No hay texto en este PDF</translation>
    </message>
    <message>
        <source>There is no transcript of this video</source>
        <translation>No hay transcripción de este vídeo</translation>
    </message>
    <message>
        <source>There is no transcript of this video in {0}</source>
        <translation>No hay transcripción de este vídeo en {0}</translation>
    </message>
    <message>
        <source>There is no mode called {0}</source>
        <translation>No hay ningún modo llamado {0}</translation>
    </message>
    <message>
        <source>@web was ignored: web search is not available here.</source>
        <translation>Se omitió @web: la búsqueda web no está disponible aquí.</translation>
    </message>
    <message>
        <source>There is no word to add.</source>
        <translation>No hay ninguna palabra que añadir.</translation>
    </message>
    <message>
        <source>{0} no longer exists</source>
        <translation>{0} ya no existe</translation>
    </message>
    <message>
        <source>“{0}” is not in the list of changes. It may have expired.</source>
        <translation>«{0}» no está en la lista de cambios. Puede que haya caducado.</translation>
    </message>
    <message>
        <source>The request could not be reviewed, so nothing was sent</source>
        <translation>No se pudo revisar la petición, así que no se envió nada</translation>
    </message>
    <message>
        <source>There is not enough memory for the search index.</source>
        <translation>No hay memoria suficiente para el índice de búsqueda.</translation>
    </message>
    <message>
        <source>There is nothing to preview</source>
        <translation>No hay nada que previsualizar</translation>
    </message>
    <message>
        <source>Available: {0}.</source>
        <translation>Disponibles: {0}.</translation>
    </message>
    <message>
        <source>The passage could not be reviewed, so nothing was sent</source>
        <translation>No se pudo revisar el pasaje, así que no se envió nada</translation>
    </message>
    <message>
        <source>There will be a note “{0}” already.</source>
        <translation>Ya habrá una nota «{0}».</translation>
    </message>
    <message>
        <source>These files are larger than {0} MB together.</source>
        <translation>Estos archivos ocupan juntos más de {0} MB.</translation>
    </message>
    <message>
        <source>Names are not case-sensitive: Plan and plan are one note.</source>
        <translation>Los nombres no distinguen mayúsculas y minúsculas: Plan y plan son una sola nota.</translation>
    </message>
    <message>
        <source>Names are case-sensitive; VaultDesk never creates two names that differ only in case.</source>
        <translation>Los nombres distinguen mayúsculas y minúsculas; VaultDesk nunca crea dos nombres que solo difieran en eso.</translation>
    </message>
    <message>
        <source>This PDF cannot be read</source>
        <translation>No se puede leer este PDF</translation>
    </message>
    <message>
        <source>This PDF cannot be shown</source>
        <translation>No se puede mostrar este PDF</translation>
    </message>
    <message>
        <source>This PDF is protected by a password</source>
        <translation>Este PDF está protegido con contraseña</translation>
    </message>
    <message>
        <source>This address is longer than {0} characters</source>
        <translation>Esta dirección tiene más de {0} caracteres</translation>
    </message>
    <message>
        <source>This answer names no source from your notes.</source>
        <translation>Esta respuesta no cita ninguna fuente de sus notas.</translation>
    </message>
    <message>
        <source>This answer was made with a private note, and the note of this chat is not private</source>
        <translation>Esta respuesta se hizo con una nota privada, y la nota de este chat no es privada</translation>
    </message>
    <message>
        <source>This cannot be searched for: {0}.</source>
        <translation>Esto no se puede buscar: {0}.</translation>
    </message>
    <message>
        <source>This chat contains text from outside and from your notes: check everything that is sent or written.</source>
        <translation>Este chat contiene texto de fuera y de sus notas: revise todo lo que se envía o se escribe.</translation>
    </message>
    <message>
        <source>This desktop shows a tray.</source>
        <translation>Este escritorio muestra una bandeja del sistema.</translation>
    </message>
    <message>
        <source>This desktop shows no tray, so closing the last window ends VaultDesk.</source>
        <translation>Este escritorio no muestra bandeja del sistema, así que al cerrar la última ventana termina VaultDesk.</translation>
    </message>
    <message>
        <source>This file is not part of the request</source>
        <translation>Este archivo no forma parte de la petición</translation>
    </message>
    <message>
        <source>This is not the address of a YouTube video</source>
        <translation>Esta no es la dirección de un vídeo de YouTube</translation>
    </message>
    <message>
        <source>Start a new chat, attach less, or choose a model with a larger context window.</source>
        <translation>Empiece un chat nuevo, adjunte menos o elija un modelo con una ventana de contexto mayor.</translation>
    </message>
    <message>
        <source>Start a new chat, or attach less.</source>
        <translation>Empiece un chat nuevo o adjunte menos.</translation>
    </message>
    <message>
        <source>Switch on “Summarize long chats” in Settings, or start a new chat.</source>
        <translation>Active «Resumir los chats largos» en Ajustes o empiece un chat nuevo.</translation>
    </message>
    <message>
        <source>The account at {0} is disabled</source>
        <translation>La cuenta en {0} está desactivada</translation>
    </message>
    <message>
        <source>The account at {0} may not use this model</source>
        <translation>La cuenta en {0} no puede usar este modelo</translation>
    </message>
    <message>
        <source>The answer is not in the required form, so the model is asked again.</source>
        <translation>La respuesta no tiene la forma exigida, así que se pregunta de nuevo al modelo.</translation>
    </message>
    <message>
        <source>The chat template of this model fails at {0}</source>
        <translation>La plantilla de chat de este modelo falla en {0}</translation>
    </message>
    <message>
        <source>The content check of {0} rejected the question</source>
        <translation>El control de contenido de {0} rechazó la pregunta</translation>
    </message>
    <message>
        <source>The context window of {0} is too small for tools ({1} tokens)</source>
        <translation>La ventana de contexto de {0} es demasiado pequeña para usar herramientas ({1} tokens)</translation>
    </message>
    <message>
        <source>The context window of {0} is too small: it has {1} tokens, and a request takes {2} before the question</source>
        <translation>La ventana de contexto de {0} es demasiado pequeña: tiene {1} tokens, y una petición ocupa {2} antes de la pregunta</translation>
    </message>
    <message>
        <source>The daily limit of the account at {0} is reached</source>
        <translation>Se alcanzó el límite diario de la cuenta en {0}</translation>
    </message>
    <message>
        <source>The key contains a line break</source>
        <translation>La clave contiene un salto de línea</translation>
    </message>
    <message>
        <source>The key contains a space</source>
        <translation>La clave contiene un espacio</translation>
    </message>
    <message>
        <source>The key contains an invisible character ({0})</source>
        <translation>La clave contiene un carácter invisible ({0})</translation>
    </message>
    <message>
        <source>The key contains the character {0} ({1}), which is not allowed in a key</source>
        <translation>La clave contiene el carácter {0} ({1}), que no está permitido en una clave</translation>
    </message>
    <message>
        <source>The key in {0} cannot be used.</source>
        <translation>No se puede usar la clave guardada en {0}.</translation>
    </message>
    <message>
        <source>The key is empty</source>
        <translation>La clave está vacía</translation>
    </message>
    <message>
        <source>The model called a tool, but tools are not available for this answer. The call was left out.</source>
        <translation>El modelo llamó a una herramienta, pero no hay herramientas disponibles para esta respuesta. La llamada se omitió.</translation>
    </message>
    <message>
        <source>The model file {0} cannot be read: {1}</source>
        <translation>No se puede leer el archivo de modelo {0}: {1}</translation>
    </message>
    <message>
        <source>The model gave no answer. It is asked again.</source>
        <translation>El modelo no dio ninguna respuesta. Se le pregunta de nuevo.</translation>
    </message>
    <message>
        <source>The monthly limit of the account at {0} is reached</source>
        <translation>Se alcanzó el límite mensual de la cuenta en {0}</translation>
    </message>
    <message>
        <source>The offline assistant cannot answer in JSON or call a required tool</source>
        <translation>El asistente sin conexión no puede responder en JSON ni llamar a una herramienta obligatoria</translation>
    </message>
    <message>
        <source>The packaged program does not include it. Use Ollama or LM Studio instead.</source>
        <translation>El programa empaquetado no lo incluye. Use Ollama o LM Studio en su lugar.</translation>
    </message>
    <message>
        <source>The process that runs {0} cannot be started: {1}</source>
        <translation>No se puede iniciar el proceso que ejecuta {0}: {1}</translation>
    </message>
    <message>
        <source>The process that runs {0} ended unexpectedly</source>
        <translation>El proceso que ejecuta {0} terminó de forma inesperada</translation>
    </message>
    <message>
        <source>The properties at the top of the note would not be readable: {0}</source>
        <translation>No se podrían leer las propiedades del comienzo de la nota: {0}</translation>
    </message>
    <message>
        <source>The properties would begin at line {0}, so they would not be read any more. They must be the first lines of the note; put other text below the --- that closes them.</source>
        <translation>Las propiedades empezarían en la línea {0} y ya no se leerían. Deben ser las primeras líneas de la nota; ponga el resto del texto debajo del --- que las cierra.</translation>
    </message>
    <message>
        <source>The provider&apos;s address contains a key</source>
        <translation>La dirección del proveedor contiene una clave</translation>
    </message>
    <message>
        <source>The proxy for {0} requires a user name and password</source>
        <translation>El proxy para {0} requiere un nombre de usuario y una contraseña</translation>
    </message>
    <message>
        <source>The proxy {0} cannot be reached, so {1} was not asked</source>
        <translation>No se puede acceder al proxy {0}, así que no se preguntó a {1}</translation>
    </message>
    <message>
        <source>The question is too long for {0}: about {1} tokens, and {2} fit</source>
        <translation>La pregunta es demasiado larga para {0}: unos {1} tokens, y caben {2}</translation>
    </message>
    <message>
        <source>The request is larger than {0} lets this account send in one minute</source>
        <translation>La petición es mayor de lo que {0} permite enviar a esta cuenta en un minuto</translation>
    </message>
    <message>
        <source>The request is too large for {0}</source>
        <translation>La petición es demasiado grande para {0}</translation>
    </message>
    <message>
        <source>The server does not parse the tool calls of {0}; VaultDesk does.</source>
        <translation>El servidor no interpreta las llamadas a herramientas de {0}. Las interpreta VaultDesk.</translation>
    </message>
    <message>
        <source>The usage limit of the account at {0} is reached</source>
        <translation>Se alcanzó el límite de uso de la cuenta en {0}</translation>
    </message>
    <message>
        <source>The weekly limit of the account at {0} is reached</source>
        <translation>Se alcanzó el límite semanal de la cuenta en {0}</translation>
    </message>
    <message>
        <source>There is no model file {0}</source>
        <translation>No hay ningún archivo de modelo {0}</translation>
    </message>
    <message>
        <source>There is not enough memory to load {0}</source>
        <translation>No hay memoria suficiente para cargar {0}</translation>
    </message>
    <message>
        <source>This answer was not taken from your notes.</source>
        <translation>Esta respuesta no procede de sus notas.</translation>
    </message>
    <message>
        <source>This change is not undone, so there is nothing to redo.</source>
        <translation>Este cambio no está deshecho, así que no hay nada que rehacer.</translation>
    </message>
    <message>
        <source>This is too long to be rewritten at once</source>
        <translation>Esto es demasiado largo para reescribirlo de una vez</translation>
    </message>
    <message>
        <source>This change is already undone.</source>
        <translation>Este cambio ya está deshecho.</translation>
    </message>
    <message>
        <source>This link has an action that VaultDesk does not know</source>
        <translation>Este enlace contiene una acción que VaultDesk no conoce</translation>
    </message>
    <message>
        <source>This link cannot be used</source>
        <translation>Este enlace no se puede usar</translation>
    </message>
    <message>
        <source>This link refers to a vault that VaultDesk does not know</source>
        <translation>Este enlace se refiere a una bóveda que VaultDesk no conoce</translation>
    </message>
    <message>
        <source>This link matches several vaults of the same name</source>
        <translation>Este enlace coincide con varias bóvedas del mismo nombre</translation>
    </message>
    <message>
        <source>This model of {0} cannot see pictures</source>
        <translation>Este modelo de {0} no puede ver imágenes</translation>
    </message>
    <message>
        <source>This model of {0} cannot use tools</source>
        <translation>Este modelo de {0} no puede usar herramientas</translation>
    </message>
    <message>
        <source>This model of {0} is available through the Responses API only</source>
        <translation>Este modelo de {0} solo está disponible a través de la API Responses</translation>
    </message>
    <message>
        <source>This model of {0} does not support system messages</source>
        <translation>Este modelo de {0} no admite mensajes de sistema</translation>
    </message>
    <message>
        <source># | ^ : %% [[ and ]] break links to it</source>
        <translation># | ^ : %% [[ y ]] rompen los enlaces que apuntan a él</translation>
    </message>
    <message>
        <source>- and {0} more</source>
        <translation>- y {0} más</translation>
    </message>
    <message>
        <source>A note changed in the meantime, so nothing was done.</source>
        <translation>Una nota cambió entretanto, así que no se hizo nada.</translation>
    </message>
    <message>
        <source>A part of it is outside the folders that may be changed, so nothing was written.</source>
        <translation>Una parte está fuera de las carpetas que se pueden cambiar, así que no se escribió nada.</translation>
    </message>
    <message>
        <source>A rule of yours does not allow it.</source>
        <translation>Una regla suya no lo permite.</translation>
    </message>
    <message>
        <source>A rule or a limit does not allow it.</source>
        <translation>Una regla o un límite no lo permite.</translation>
    </message>
    <message>
        <source>Assistants may only read in this vault.</source>
        <translation>En esta bóveda los asistentes solo pueden leer.</translation>
    </message>
    <message>
        <source>Changed by another program in the meantime, so nothing was written: {0}.</source>
        <translation>Otro programa hizo cambios entretanto, así que no se escribió nada: {0}.</translation>
    </message>
    <message>
        <source>Choose a model in Settings for answers in its own words.</source>
        <translation>Si quiere respuestas redactadas por un modelo, elija uno en Ajustes.</translation>
    </message>
    <message>
        <source>Closest in your notes: {0}.</source>
        <translation>Lo más parecido en sus notas: {0}.</translation>
    </message>
    <message>
        <source>Deletions and changes of many notes are not allowed here.</source>
        <translation>Aquí no se permite eliminar notas ni cambiar muchas a la vez.</translation>
    </message>
    <message>
        <source>Done.</source>
        <translation>Hecho.</translation>
    </message>
    <message>
        <source>Download it in the Finder, then open it again.</source>
        <translation>Descárguela en el Finder y ábrala de nuevo.</translation>
    </message>
    <message>
        <source>Evaluate the base “{0}”</source>
        <translation>Evaluar la base «{0}»</translation>
    </message>
    <message>
        <source>Found but not read: {0}.</source>
        <translation>Encontradas, pero no leídas: {0}.</translation>
    </message>
    <message>
        <source>Friday</source>
        <translation>viernes</translation>
    </message>
    <message>
        <source>Hello. I am the built-in offline assistant: no model, no account, nothing leaves this computer. Ask about something in your notes, in words that occur in them, and I will quote what I find.</source>
        <translation>Hola. Soy el asistente sin conexión integrado: sin modelo, sin cuenta, y nada sale de este equipo. Pregunte por algo que esté en sus notas, con las palabras que aparecen en ellas; lo buscaré y citaré lo que encuentre.</translation>
    </message>
    <message>
        <source>The result cannot be read.</source>
        <translation>No se puede leer el resultado.</translation>
    </message>
    <message>
        <source>I searched for {0}.</source>
        <translation>Busqué {0}.</translation>
    </message>
    <message>
        <source>I cannot search your notes: switch on tool calling for this vault in Settings, then ask again. In Chat mode notes are never searched.</source>
        <translation>No puedo buscar en sus notas: active las llamadas a herramientas para esta bóveda en Ajustes y pregunte de nuevo. En el modo Chat nunca se busca en las notas.</translation>
    </message>
    <message>
        <source>Nothing is remembered about this.</source>
        <translation>No hay nada recordado sobre esto.</translation>
    </message>
    <message>
        <source>I will remember: {0}</source>
        <translation>Lo recordaré: {0}</translation>
    </message>
    <message>
        <source>Install it with: pip install pypdfium2.</source>
        <translation>Instálelo con: pip install pypdfium2.</translation>
    </message>
    <message>
        <source>It affects a private note, so nothing was written.</source>
        <translation>Afecta a una nota privada, así que no se escribió nada.</translation>
    </message>
    <message>
        <source>It could not be read.</source>
        <translation>No se pudo leer.</translation>
    </message>
    <message>
        <source>It could not be written.</source>
        <translation>No se pudo escribir.</translation>
    </message>
    <message>
        <source>It is {0} on {1}, {2} ({3}).</source>
        <translation>Son las {0} del {1}, {2} ({3}).</translation>
    </message>
    <message>
        <source>It is {0} on {1}, {2}.</source>
        <translation>Son las {0} del {1}, {2}.</translation>
    </message>
    <message>
        <source>It was not tried, because an earlier change of the same answer failed.</source>
        <translation>No se intentó, porque falló un cambio anterior de la misma respuesta.</translation>
    </message>
    <message>
        <source>It was too large.</source>
        <translation>Era demasiado grande.</translation>
    </message>
    <message>
        <source>It would make a hidden comment visible to the model, so nothing was written.</source>
        <translation>Haría visible para el modelo un comentario oculto, así que no se escribió nada.</translation>
    </message>
    <message>
        <source>Left out by you: {0}.</source>
        <translation>Omitidas por usted: {0}.</translation>
    </message>
    <message>
        <source>Monday</source>
        <translation>lunes</translation>
    </message>
    <message>
        <source>No note found ({0}).</source>
        <translation>No se encontró ninguna nota ({0}).</translation>
    </message>
    <message>
        <source>No note found.</source>
        <translation>No se encontró ninguna nota.</translation>
    </message>
    <message>
        <source>There are no notes from that time.</source>
        <translation>No hay ninguna nota de ese periodo.</translation>
    </message>
    <message>
        <source>No note was changed at that time.</source>
        <translation>No se cambió ninguna nota en ese periodo.</translation>
    </message>
    <message>
        <source>Not written: {0}.</source>
        <translation>No se escribió: {0}.</translation>
    </message>
    <message>
        <source>Notes that are not on this computer: {0}. Until they are opened they are found only by their names.</source>
        <translation>Notas que no están en este equipo: {0}. Hasta que se abran, solo se encuentran por su nombre.</translation>
    </message>
    <message>
        <source>Nothing was written to “{0}”.</source>
        <translation>No se escribió nada en «{0}».</translation>
    </message>
    <message>
        <source>One of your notes says:</source>
        <translation>Una de sus notas dice:</translation>
    </message>
    <message>
        <source>Query a base</source>
        <translation>Consultar una base</translation>
    </message>
    <message>
        <source>Saturday</source>
        <translation>sábado</translation>
    </message>
    <message>
        <source>Several notes have this name.</source>
        <translation>Varias notas tienen este nombre.</translation>
    </message>
    <message>
        <source>Sunday</source>
        <translation>domingo</translation>
    </message>
    <message>
        <source>The call would have sent words of a private note.</source>
        <translation>La llamada habría enviado palabras de una nota privada.</translation>
    </message>
    <message>
        <source>The list could not be created.</source>
        <translation>No se pudo crear la lista.</translation>
    </message>
    <message>
        <source>The model called the tool with invalid arguments and was told which.</source>
        <translation>El modelo llamó a la herramienta con argumentos no válidos y se le indicó cuáles.</translation>
    </message>
    <message>
        <source>The model has to read the note before it changes it, so nothing was written.</source>
        <translation>El modelo tiene que leer la nota antes de cambiarla, así que no se escribió nada.</translation>
    </message>
    <message>
        <source>The note changed since the model read it, so nothing was written.</source>
        <translation>La nota cambió después de que el modelo la leyera, así que no se escribió nada.</translation>
    </message>
    <message>
        <source>The note has no block ^{0}.</source>
        <translation>La nota no tiene ningún bloque ^{0}.</translation>
    </message>
    <message>
        <source>The note has no heading “{0}”.</source>
        <translation>La nota no tiene ningún encabezado «{0}».</translation>
    </message>
    <message>
        <source>The note {0} already has this value.</source>
        <translation>La nota {0} ya tiene este valor.</translation>
    </message>
    <message>
        <source>The note {0} was changed.</source>
        <translation>Se cambió la nota {0}.</translation>
    </message>
    <message>
        <source>The note {0} was created.</source>
        <translation>Se creó la nota {0}.</translation>
    </message>
    <message>
        <source>The notes changed while you were asked, so nothing was written.</source>
        <translation>Las notas cambiaron mientras se le preguntaba, así que no se escribió nada.</translation>
    </message>
    <message>
        <source>The request over the network failed.</source>
        <translation>Falló la petición por la red.</translation>
    </message>
    <message>
        <source>The search failed.</source>
        <translation>Falló la búsqueda.</translation>
    </message>
    <message>
        <source>The settings of the agent do not allow this tool.</source>
        <translation>Los ajustes del agente no permiten esta herramienta.</translation>
    </message>
    <message>
        <source>The text to replace occurs {0} times in the note.</source>
        <translation>El texto que se iba a reemplazar aparece {0} veces en la nota.</translation>
    </message>
    <message>
        <source>The text to replace is not in the note.</source>
        <translation>El texto que se iba a reemplazar no está en la nota.</translation>
    </message>
    <message>
        <source>The tool took too long, so it was stopped.</source>
        <translation>La herramienta tardó demasiado, así que se detuvo.</translation>
    </message>
    <message>
        <source>There is no such folder.</source>
        <translation>No existe esa carpeta.</translation>
    </message>
    <message>
        <source>There is no such note.</source>
        <translation>No existe esa nota.</translation>
    </message>
    <message>
        <source>There is no tool of this name.</source>
        <translation>No hay ninguna herramienta con ese nombre.</translation>
    </message>
    <message>
        <source>These notes are from that time:</source>
        <translation>Estas notas son de ese periodo:</translation>
    </message>
    <message>
        <source>These notes contain your words. I have no tool to read them:</source>
        <translation>Estas notas contienen sus palabras. No tengo ninguna herramienta para leerlas:</translation>
    </message>
    <message>
        <source>These notes were changed at that time:</source>
        <translation>Estas notas se cambiaron en ese periodo:</translation>
    </message>
    <message>
        <source>This agent may only read.</source>
        <translation>Este agente solo puede leer.</translation>
    </message>
    <message>
        <source>Remembered about this:</source>
        <translation>Recordado sobre esto:</translation>
    </message>
    <message>
        <source>This is the built-in offline assistant: it finds and quotes sentences from your notes, and does not reason. Choose a model in Settings for answers in its own words.</source>
        <translation>Este es el asistente sin conexión integrado: busca y cita frases de sus notas, y no razona. Elija un modelo en Ajustes para obtener respuestas con palabras propias.</translation>
    </message>
    <message>
        <source>This note already has a property “{0}”</source>
        <translation>Esta nota ya tiene una propiedad «{0}»</translation>
    </message>
    <message>
        <source>This note is not a chat</source>
        <translation>Esta nota no es un chat</translation>
    </message>
    <message>
        <source>This note is not a chat.</source>
        <translation>Esta nota no es un chat.</translation>
    </message>
    <message>
        <source>This note is private: your rules ask each time before its text goes to a model.</source>
        <translation>Esta nota es privada: sus reglas preguntan cada vez antes de que su texto vaya a un modelo.</translation>
    </message>
    <message>
        <source>This page takes too long to display</source>
        <translation>Esta página tarda demasiado en mostrarse</translation>
    </message>
    <message>
        <source>This regular expression is not valid or is too large.</source>
        <translation>Esta expresión regular no es válida o es demasiado grande.</translation>
    </message>
    <message>
        <source>This picture cannot be shown here.</source>
        <translation>Esta imagen no se puede mostrar aquí.</translation>
    </message>
    <message>
        <source>This picture takes too long to display</source>
        <translation>Esta imagen tarda demasiado en mostrarse</translation>
    </message>
    <message>
        <source>This question may use about {0}; {1} of {2} are left.</source>
        <translation>Esta pregunta puede usar unos {0}; quedan {1} de {2}.</translation>
    </message>
    <message>
        <source>This question was not sent: it would exceed your limit, {0}</source>
        <translation>Esta pregunta no se envió: superaría su límite, {0}</translation>
    </message>
    <message>
        <source>This removes or changes a private comment.</source>
        <translation>Esto elimina o cambia un comentario privado.</translation>
    </message>
    <message>
        <source>This removes {0} % of the note.</source>
        <translation>Esto elimina el {0} % de la nota.</translation>
    </message>
    <message>
        <source>This result is not part of the request</source>
        <translation>Este resultado no forma parte de la petición</translation>
    </message>
    <message>
        <source>This version of {0} does not accept tools</source>
        <translation>Esta versión de {0} no acepta herramientas</translation>
    </message>
    <message>
        <source>The built-in tools of this version of {0} cannot be switched off</source>
        <translation>Las herramientas integradas de esta versión de {0} no se pueden desactivar</translation>
    </message>
    <message>
        <source>This video does not exist or is private</source>
        <translation>Este vídeo no existe o es privado</translation>
    </message>
    <message>
        <source>This change was not made, so there is nothing to undo.</source>
        <translation>Este cambio no se hizo, así que no hay nada que deshacer.</translation>
    </message>
    <message>
        <source>Thursday</source>
        <translation>jueves</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Fecha y hora</translation>
    </message>
    <message>
        <source>Today’s note could not be written.</source>
        <translation>No se pudo escribir la nota de hoy.</translation>
    </message>
    <message>
        <source>Too long to be sent completely: {0}. The model is told.</source>
        <translation>Demasiado largo para enviarlo entero: {0}. Se le indica al modelo.</translation>
    </message>
    <message>
        <source>Too many calls, or the same one again, within a short time.</source>
        <translation>Demasiadas llamadas, o la misma repetida, en poco tiempo.</translation>
    </message>
    <message>
        <source>Tools are off in Settings.</source>
        <translation>Las herramientas están desactivadas en Ajustes.</translation>
    </message>
    <message>
        <source>Tools are switched off for this vault, so {0} answers without your notes.</source>
        <translation>Las herramientas están desactivadas para esta bóveda, así que {0} responde sin sus notas.</translation>
    </message>
    <message>
        <source>Tools are switched off for this vault.</source>
        <translation>Las herramientas están desactivadas para esta bóveda.</translation>
    </message>
    <message>
        <source>Text-based tools, &lt;tool_call&gt;: {0}</source>
        <translation>Herramientas basadas en texto, &lt;tool_call&gt;: {0}</translation>
    </message>
    <message>
        <source>Text-based tools, &lt;use_tool&gt;: {0}</source>
        <translation>Herramientas basadas en texto, &lt;use_tool&gt;: {0}</translation>
    </message>
    <message>
        <source>Native tool calls: {0}</source>
        <translation>Llamadas nativas a herramientas: {0}</translation>
    </message>
    <message>
        <source>Native tool calls: {0} (it rejected the tools)</source>
        <translation>Llamadas nativas a herramientas: {0} (las rechazó)</translation>
    </message>
    <message>
        <source>Native tool calls: {0} (its server does not pass the tools on)</source>
        <translation>Llamadas nativas a herramientas: {0} (su servidor no las pasa al modelo)</translation>
    </message>
    <message>
        <source>Transcript of a video</source>
        <translation>Transcripción de un vídeo</translation>
    </message>
    <message>
        <source>@youtube was ignored: video transcripts are not available here.</source>
        <translation>Se omitió @youtube: las transcripciones de vídeos no están disponibles aquí.</translation>
    </message>
    <message>
        <source>Try &apos;{&quot;query&quot;: &quot;boiler&quot;}&apos;.</source>
        <translation>Pruebe &apos;{&quot;query&quot;: &quot;boiler&quot;}&apos;.</translation>
    </message>
    <message>
        <source>Try again in a minute.</source>
        <translation>Inténtelo de nuevo en un minuto.</translation>
    </message>
    <message>
        <source>Try again in a few minutes, or choose another engine in Settings, Web.</source>
        <translation>Inténtelo de nuevo en unos minutos o elija otro buscador en Ajustes, Web.</translation>
    </message>
    <message>
        <source>Try again later, or choose another page.</source>
        <translation>Inténtelo de nuevo más tarde o elija otra página.</translation>
    </message>
    <message>
        <source>Try again later, or from another network.</source>
        <translation>Inténtelo más tarde o desde otra red.</translation>
    </message>
    <message>
        <source>Try again later.</source>
        <translation>Inténtelo de nuevo más tarde.</translation>
    </message>
    <message>
        <source>None of it was used. Try again later.</source>
        <translation>No se usó nada de él. Inténtelo de nuevo más tarde.</translation>
    </message>
    <message>
        <source>Try again later; the file may have moved.</source>
        <translation>Inténtelo más tarde; puede que el archivo se haya movido.</translation>
    </message>
    <message>
        <source>Try again.</source>
        <translation>Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>Tuesday</source>
        <translation>martes</translation>
    </message>
    <message>
        <source>Two calls in one answer: {0}</source>
        <translation>Dos llamadas en una respuesta: {0}</translation>
    </message>
    <message>
        <source>Two computers changed a note at the same time. The copies are marked in the file list: merge the two, then delete the copy.</source>
        <translation>Dos equipos cambiaron una nota a la vez. Las copias están marcadas en la lista de archivos: fusione las dos y elimine después la copia.</translation>
    </message>
    <message>
        <source>Two of these have the same name.</source>
        <translation>Dos de estas tienen el mismo nombre.</translation>
    </message>
    <message>
        <source>Enter it again in Settings, Web.</source>
        <translation>Escríbala de nuevo en Ajustes, Web.</translation>
    </message>
    <message>
        <source>Type one.</source>
        <translation>Escriba una.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Undo of “{0}”</source>
        <translation>Deshacer «{0}»</translation>
    </message>
    <message>
        <source>Unlock or install a keyring, or set the key in the environment.</source>
        <translation>Desbloquee o instale un llavero, o defina la clave en el entorno.</translation>
    </message>
    <message>
        <source>Unlock the keyring, or set the key in an environment variable.</source>
        <translation>Desbloquee el llavero o ponga la clave en una variable de entorno.</translation>
    </message>
    <message>
        <source>Unpack it and choose the folder.</source>
        <translation>Descomprímalo y elija la carpeta.</translation>
    </message>
    <message>
        <source>Update it with: npm install -g @openai/codex@latest.</source>
        <translation>Actualícelo con: npm install -g @openai/codex@latest.</translation>
    </message>
    <message>
        <source>Update the server or the model, or choose another model.</source>
        <translation>Actualice el servidor o el modelo, o elija otro modelo.</translation>
    </message>
    <message>
        <source>Update VaultDesk to continue the chat; as a note it can be read anywhere.</source>
        <translation>Actualice VaultDesk para continuar el chat; como nota se puede leer en cualquier sitio.</translation>
    </message>
    <message>
        <source>Update VaultDesk to change settings. {0} was not changed.{1}</source>
        <translation>Actualice VaultDesk para cambiar los ajustes. {0} no se modificó.{1}</translation>
    </message>
    <message>
        <source>Use `vaultdesk chat`, or start it from a desktop session.</source>
        <translation>Use `vaultdesk chat` o inícielo desde una sesión de escritorio.</translation>
    </message>
    <message>
        <source>Use a Python whose SQLite has FTS5.</source>
        <translation>Use un Python cuyo SQLite tenga FTS5.</translation>
    </message>
    <message>
        <source>Use a short name on one line.</source>
        <translation>Use un nombre corto en una sola línea.</translation>
    </message>
    <message>
        <source>Use ibus, or a desktop on Wayland, which passes the input method on by itself.</source>
        <translation>Use ibus, o un escritorio en Wayland, que transmite el método de entrada por sí mismo.</translation>
    </message>
    <message>
        <source>Use {0} in “{1}” without asking</source>
        <translation>Usar {0} en «{1}» sin preguntar</translation>
    </message>
    <message>
        <source>Use {0} without asking</source>
        <translation>Usar {0} sin preguntar</translation>
    </message>
    <message>
        <source>Use “{0}” in the path.</source>
        <translation>Use «{0}» en la ruta.</translation>
    </message>
    <message>
        <source>Uses all tools: {0}.</source>
        <translation>Usa todas las herramientas: {0}.</translation>
    </message>
    <message>
        <source>Uses the chat&apos;s model. Its note is sent with each question.</source>
        <translation>Usa el modelo del chat. Su nota se envía con cada pregunta.</translation>
    </message>
    <message>
        <source>Uses the model {0}, regardless of the chat&apos;s model. Its note is sent with each question.</source>
        <translation>Usa el modelo {0}, sea cual sea el modelo del chat. Su nota se envía con cada pregunta.</translation>
    </message>
    <message>
        <source>Uses these tools: {0}.</source>
        <translation>Usa estas herramientas: {0}.</translation>
    </message>
    <message>
        <source>VaultDesk ended normally.</source>
        <translation>VaultDesk se cerró con normalidad.</translation>
    </message>
    <message>
        <source>VaultDesk ended unexpectedly on {0}.</source>
        <translation>VaultDesk se cerró de forma inesperada el {0}.</translation>
    </message>
    <message>
        <source>VaultDesk uses text-based tools with it.</source>
        <translation>VaultDesk usa con él herramientas basadas en texto.</translation>
    </message>
    <message>
        <source>Verify the organization in the account at the provider, or choose another model.</source>
        <translation>Verifique la organización en la cuenta del proveedor o elija otro modelo.</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulario</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>Web</translation>
    </message>
    <message>
        <source>Wednesday</source>
        <translation>miércoles</translation>
    </message>
    <message>
        <source>The Tavily quota of this key is used up</source>
        <translation>La cuota de Tavily de esta clave está agotada</translation>
    </message>
    <message>
        <source>The download is not an update file</source>
        <translation>Lo descargado no es un archivo de actualizaciones</translation>
    </message>
    <message>
        <source>The download is too large for an update file</source>
        <translation>La descarga es demasiado grande para un archivo de actualizaciones</translation>
    </message>
    <message>
        <source>The PDF renderer is not installed; a PDF opens in another program.</source>
        <translation>El componente que dibuja los PDF no está instalado; los PDF se abren en otro programa.</translation>
    </message>
    <message>
        <source>The content at {0} is not text but {1}</source>
        <translation>El contenido de {0} no es texto, sino {1}</translation>
    </message>
    <message>
        <source>What is found leaves this computer for {0} at {1}: names of notes and short pieces of their text.</source>
        <translation>Lo que se encuentra sale de este equipo hacia {0} en {1}: nombres de notas y fragmentos cortos de su texto.</translation>
    </message>
    <message>
        <source>Its requests are shown to you first, according to your permissions.</source>
        <translation>Sus peticiones se le muestran primero a usted, según sus permisos.</translation>
    </message>
    <message>
        <source>The text of its note is sent with each question.</source>
        <translation>El texto de su nota se envía con cada pregunta.</translation>
    </message>
    <message>
        <source>The record of sent data cannot be written: {0}.</source>
        <translation>No se puede escribir el registro de datos enviados: {0}.</translation>
    </message>
    <message>
        <source>The record of sent data cannot be read: {0}.</source>
        <translation>No se puede leer el registro de datos enviados: {0}.</translation>
    </message>
    <message>
        <source>The quota of this key at {0} is used up</source>
        <translation>La cuota de esta clave en {0} está agotada</translation>
    </message>
    <message>
        <source>Add the address of the video after @youtube.</source>
        <translation>Añada la dirección del vídeo después de @youtube.</translation>
    </message>
    <message>
        <source>Windows does not allow &lt; &gt; &quot; ? and * in a name</source>
        <translation>Windows no permite &lt; &gt; &quot; ? ni * en un nombre</translation>
    </message>
    <message>
        <source>Windows reserves this name for a device</source>
        <translation>Windows reserva este nombre para un dispositivo</translation>
    </message>
    <message>
        <source>Windows reported: {0}.</source>
        <translation>Windows informa: {0}.</translation>
    </message>
    <message>
        <source>Removing the tag would change the meaning of a line of the note</source>
        <translation>Quitar la etiqueta cambiaría el significado de una línea de la nota</translation>
    </message>
    <message>
        <source>Works with the notes of one project and its instructions.</source>
        <translation>Trabaja con las notas de un proyecto y sus instrucciones.</translation>
    </message>
    <message>
        <source>Works step by step with tools until it can answer.</source>
        <translation>Trabaja paso a paso con herramientas hasta que puede responder.</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Escribir</translation>
    </message>
    <message>
        <source>Write a note</source>
        <translation>Escribir una nota</translation>
    </message>
    <message>
        <source>Write it as chat.model or vaults.&quot;/my/notes&quot;.tool_calling.</source>
        <translation>Escríbalo como chat.model o vaults.&quot;/my/notes&quot;.tool_calling.</translation>
    </message>
    <message>
        <source>Write it as https://host/path, without a user name.</source>
        <translation>Escríbala como https://host/path, sin nombre de usuario.</translation>
    </message>
    <message>
        <source>Write it as {0}/MODEL, or choose one in Settings.</source>
        <translation>Escríbalo como {0}/MODEL o elija uno en Ajustes.</translation>
    </message>
    <message>
        <source>Enter it in Settings, Web.</source>
        <translation>Escríbala en Ajustes, Web.</translation>
    </message>
    <message>
        <source>Use an address such as http://localhost:1234/v1 or https://api.example.com/v1.</source>
        <translation>Use una dirección como http://localhost:1234/v1 o https://api.example.com/v1.</translation>
    </message>
    <message>
        <source>Enter it, for example http://localhost:8080/v1.</source>
        <translation>Escríbala, por ejemplo http://localhost:8080/v1.</translation>
    </message>
    <message>
        <source>Enter the complete address, such as https://example.org/page.</source>
        <translation>Escriba la dirección completa, como https://example.org/page.</translation>
    </message>
    <message>
        <source>Enter the new address in {0}.</source>
        <translation>Escriba la dirección nueva en {0}.</translation>
    </message>
    <message>
        <source>Spell the word differently.</source>
        <translation>Escriba la palabra de otra manera.</translation>
    </message>
    <message>
        <source>Writing notes</source>
        <translation>Escritura de notas</translation>
    </message>
    <message>
        <source>Your approval could not be requested, so nothing was sent</source>
        <translation>No se pudo pedir su aprobación, así que no se envió nada</translation>
    </message>
    <message>
        <source>You did not ask for this to be remembered. It would be used in every later chat.</source>
        <translation>Usted no pidió que esto se recordara. Se usaría en todos los chats posteriores.</translation>
    </message>
    <message>
        <source>You declined this request, so nothing was sent</source>
        <translation>Usted rechazó esta petición, así que no se envió nada</translation>
    </message>
    <message>
        <source>You withheld the passage, so nothing was sent</source>
        <translation>Usted retuvo el pasaje, así que no se envió nada</translation>
    </message>
    <message>
        <source>The answer of YouTube has an unknown format</source>
        <translation>La respuesta de YouTube tiene un formato desconocido</translation>
    </message>
    <message>
        <source>YouTube did not answer in time</source>
        <translation>YouTube no respondió a tiempo</translation>
    </message>
    <message>
        <source>YouTube did not answer the request for this video</source>
        <translation>YouTube no respondió a la petición de este vídeo</translation>
    </message>
    <message>
        <source>YouTube does not play this video</source>
        <translation>YouTube no reproduce este vídeo</translation>
    </message>
    <message>
        <source>YouTube redirects to {0}, which is not followed</source>
        <translation>YouTube redirige a {0}, y esa redirección no se sigue</translation>
    </message>
    <message>
        <source>YouTube shows this video only to signed-in users</source>
        <translation>YouTube muestra este vídeo solo a quienes han iniciado sesión</translation>
    </message>
    <message>
        <source>YouTube blocks automated requests from this computer</source>
        <translation>YouTube bloquea las peticiones automáticas de este equipo</translation>
    </message>
    <message>
        <source>Your notes are as they were saved. Details are in {0}, which contains no note text.</source>
        <translation>Sus notas están como se guardaron. Los detalles están en {0}, que no contiene texto de notas.</translation>
    </message>
    <message>
        <source>Your notes contain nothing about this.</source>
        <translation>Sus notas no contienen nada sobre esto.</translation>
    </message>
    <message>
        <source>Your notes contain nothing about this. I searched for {0}.</source>
        <translation>Sus notas no contienen nada sobre esto. Busqué {0}.</translation>
    </message>
    <message>
        <source>Your notes from that time say:</source>
        <translation>Sus notas de ese periodo dicen:</translation>
    </message>
    <message>
        <source>Your notes say:</source>
        <translation>Sus notas dicen:</translation>
    </message>
    <message>
        <source>Your question was not lost. Send it again, or remove notes from it.</source>
        <translation>Su pregunta no se ha perdido. Envíela de nuevo o quítele notas.</translation>
    </message>
    <message>
        <source>`vaultdesk index` lists them with the reasons. Give them other names.</source>
        <translation>`vaultdesk index` los enumera con los motivos. Deles otros nombres.</translation>
    </message>
    <message>
        <source>a model elsewhere reads notes for their meaning</source>
        <translation>un modelo fuera de este equipo indexa las notas para la búsqueda por significado</translation>
    </message>
    <message>
        <source>a part of it is not JSON</source>
        <translation>una parte de ella no es JSON</translation>
    </message>
    <message>
        <source>a part of it is not an object</source>
        <translation>una parte de ella no es un objeto</translation>
    </message>
    <message>
        <source>a part of it has no type</source>
        <translation>una parte de ella no tiene tipo</translation>
    </message>
    <message>
        <source>a rejected handshake</source>
        <translation>una negociación rechazada</translation>
    </message>
    <message>
        <source>a rejected handshake ({0})</source>
        <translation>una negociación rechazada ({0})</translation>
    </message>
    <message>
        <source>a stream that does not begin with a message</source>
        <translation>un flujo que no empieza con un mensaje</translation>
    </message>
    <message>
        <source>a stream that is not a response</source>
        <translation>un flujo que no es una respuesta</translation>
    </message>
    <message>
        <source>a tool call in it is longer than {0} characters</source>
        <translation>una llamada a herramienta en ella tiene más de {0} caracteres</translation>
    </message>
    <message>
        <source>a tool call in it names no tool</source>
        <translation>una llamada a herramienta en ella no nombra ninguna</translation>
    </message>
    <message>
        <source>a web page</source>
        <translation>una página web</translation>
    </message>
    <message>
        <source>a web page (status {0})</source>
        <translation>una página web (estado {0})</translation>
    </message>
    <message>
        <source>adds tags to the properties of a note.</source>
        <translation>añade etiquetas a las propiedades de una nota.</translation>
    </message>
    <message>
        <source>adds {0}</source>
        <translation>añade {0}</translation>
    </message>
    <message>
        <source>another program is writing to this vault.</source>
        <translation>otro programa está escribiendo en esta bóveda.</translation>
    </message>
    <message>
        <source>fetches the transcript of a video from YouTube. You see it before the model does.</source>
        <translation>descarga de YouTube la transcripción de un vídeo. Usted la ve antes que el modelo.</translation>
    </message>
    <message>
        <source>fetches one page from a web site. You see its text before the model does.</source>
        <translation>descarga una página de un sitio web. Usted ve su texto antes que el modelo.</translation>
    </message>
    <message>
        <source>by a rule that cannot be read</source>
        <translation>por una regla que no se puede leer</translation>
    </message>
    <message>
        <source>by name</source>
        <translation>por su nombre</translation>
    </message>
    <message>
        <source>changes one part of a note and leaves the rest as it is.</source>
        <translation>cambia una parte de una nota y deja el resto como está.</translation>
    </message>
    <message>
        <source>changes properties at the head of a note and leaves every other line as it is.</source>
        <translation>cambia propiedades al comienzo de una nota y deja todas las demás líneas como están.</translation>
    </message>
    <message>
        <source>compares the search index with your notes; the notes are not changed.</source>
        <translation>compara el índice de búsqueda con sus notas; las notas no cambian.</translation>
    </message>
    <message>
        <source>creates a note, or replaces or extends the text of an existing one.</source>
        <translation>crea una nota, o reemplaza o amplía el texto de una que ya existe.</translation>
    </message>
    <message>
        <source>evaluates a view of a base and gives its rows to the model.</source>
        <translation>evalúa una vista de una base y da sus filas al modelo.</translation>
    </message>
    <message>
        <source>every note</source>
        <translation>todas las notas</translation>
    </message>
    <message>
        <source>every tool</source>
        <translation>todas las herramientas</translation>
    </message>
    <message>
        <source>finished tasks</source>
        <translation>tareas hechas</translation>
    </message>
    <message>
        <source>found for “{0}”</source>
        <translation>encontrado para «{0}»</translation>
    </message>
    <message>
        <source>would change nothing; the reason that the model is given may repeat words of your notes.</source>
        <translation>no cambiaría nada; el motivo que se da al modelo puede repetir palabras de sus notas.</translation>
    </message>
    <message>
        <source>gives names, sizes and dates of the notes in a folder to the model.</source>
        <translation>da al modelo nombres, tamaños y fechas de las notas de una carpeta.</translation>
    </message>
    <message>
        <source>gives the links of a note, and the lines in other notes that link to it, to the model.</source>
        <translation>da al modelo los enlaces de una nota y las líneas de otras notas que la enlazan.</translation>
    </message>
    <message>
        <source>gives the names of notes and how they are linked to the model.</source>
        <translation>da al modelo los nombres de las notas y cómo están enlazadas.</translation>
    </message>
    <message>
        <source>gives the names of your folders and notes to the model.</source>
        <translation>da al modelo los nombres de las carpetas y las notas.</translation>
    </message>
    <message>
        <source>hidden files and folders are not notes</source>
        <translation>los archivos y carpetas ocultos no son notas</translation>
    </message>
    <message>
        <source>in this vault</source>
        <translation>en esta bóveda</translation>
    </message>
    <message>
        <source>in {0}</source>
        <translation>en {0}</translation>
    </message>
    <message>
        <source>is complete. The model has not received any of it yet; it reads what you leave ticked.</source>
        <translation>ha terminado. El modelo aún no ha recibido nada de ello; lee lo que usted deje marcado.</translation>
    </message>
    <message>
        <source>it announces a tool call but contains none</source>
        <translation>anuncia una llamada a herramienta, pero no contiene ninguna</translation>
    </message>
    <message>
        <source>it asks for more than {0} tools at once</source>
        <translation>pide más de {0} herramientas a la vez</translation>
    </message>
    <message>
        <source>it did not start a thread</source>
        <translation>no inició ningún hilo</translation>
    </message>
    <message>
        <source>it cannot be read</source>
        <translation>no se puede leer</translation>
    </message>
    <message>
        <source>it could not be opened</source>
        <translation>no se pudo abrir</translation>
    </message>
    <message>
        <source>it did not start in time</source>
        <translation>no se inició a tiempo</translation>
    </message>
    <message>
        <source>it does not respond</source>
        <translation>no responde</translation>
    </message>
    <message>
        <source>the stored key could not be read back</source>
        <translation>la clave guardada no se pudo volver a leer</translation>
    </message>
    <message>
        <source>it does not start at the vault&apos;s root</source>
        <translation>no empieza en la raíz de la bóveda</translation>
    </message>
    <message>
        <source>it ended with {0}</source>
        <translation>terminó con {0}</translation>
    </message>
    <message>
        <source>it failed</source>
        <translation>falló</translation>
    </message>
    <message>
        <source>it continues without any content</source>
        <translation>continúa sin ningún contenido</translation>
    </message>
    <message>
        <source>it has a backslash</source>
        <translation>contiene una barra invertida</translation>
    </message>
    <message>
        <source>it has an empty name</source>
        <translation>tiene un nombre vacío</translation>
    </message>
    <message>
        <source>it has control characters</source>
        <translation>contiene caracteres de control</translation>
    </message>
    <message>
        <source>it has invisible characters</source>
        <translation>contiene caracteres invisibles</translation>
    </message>
    <message>
        <source>it does not contain one vector for each text</source>
        <translation>no contiene un vector para cada texto</translation>
    </message>
    <message>
        <source>it contains too many items</source>
        <translation>contiene demasiados elementos</translation>
    </message>
    <message>
        <source>it contains too many or too long items</source>
        <translation>contiene demasiados elementos o elementos demasiado largos</translation>
    </message>
    <message>
        <source>it is a link, or no regular file</source>
        <translation>es un enlace o no es un archivo normal</translation>
    </message>
    <message>
        <source>it is a Windows short name that may refer to a hidden folder</source>
        <translation>es un nombre corto de Windows que puede referirse a una carpeta oculta</translation>
    </message>
    <message>
        <source>it is empty</source>
        <translation>está vacía</translation>
    </message>
    <message>
        <source>it is larger than the file system allows.</source>
        <translation>es mayor de lo que permite el sistema de archivos.</translation>
    </message>
    <message>
        <source>it is locked</source>
        <translation>está bloqueado</translation>
    </message>
    <message>
        <source>it is longer than {0} bytes</source>
        <translation>ocupa más de {0} bytes</translation>
    </message>
    <message>
        <source>it is more than {0} folders deep</source>
        <translation>está a más de {0} carpetas de profundidad</translation>
    </message>
    <message>
        <source>it is not UTF-8 text</source>
        <translation>no es texto UTF-8</translation>
    </message>
    <message>
        <source>it is too long</source>
        <translation>es demasiado larga</translation>
    </message>
    <message>
        <source>it refused to delete the key</source>
        <translation>se negó a eliminar la clave</translation>
    </message>
    <message>
        <source>it refused to store the key</source>
        <translation>se negó a guardar la clave</translation>
    </message>
    <message>
        <source>it started but reported nothing</source>
        <translation>se inició, pero no informó de nada</translation>
    </message>
    <message>
        <source>it starts at a home folder</source>
        <translation>empieza en una carpeta personal</translation>
    </message>
    <message>
        <source>it starts or ends with a space or a dot</source>
        <translation>empieza o termina con un espacio o un punto</translation>
    </message>
    <message>
        <source>it only reports that the model was loaded</source>
        <translation>solo informa de la carga del modelo</translation>
    </message>
    <message>
        <source>it only reports that the model was unloaded</source>
        <translation>solo informa de la descarga del modelo de la memoria</translation>
    </message>
    <message>
        <source>it contains two different versions of the arguments of a tool call</source>
        <translation>contiene dos versiones distintas de los argumentos de una llamada a herramienta</translation>
    </message>
    <message>
        <source>its parts are out of order</source>
        <translation>sus partes están desordenadas</translation>
    </message>
    <message>
        <source>finds notes by words, folder, tags, properties and dates and gives short excerpts to the model.</source>
        <translation>busca notas por palabras, carpeta, etiquetas, propiedades y fechas y da al modelo extractos breves.</translation>
    </message>
    <message>
        <source>finds the passages of your notes that answer a question and gives them to the model.</source>
        <translation>busca los pasajes de sus notas que responden a una pregunta y se los da al modelo.</translation>
    </message>
    <message>
        <source>searches the names and the text of your notes and gives short excerpts to the model.</source>
        <translation>busca en los nombres y el texto de sus notas y da al modelo extractos breves.</translation>
    </message>
    <message>
        <source>searches your earlier chats and your memory note and gives passages to the model.</source>
        <translation>busca en sus chats anteriores y en su nota de memoria y da pasajes al modelo.</translation>
    </message>
    <message>
        <source>looks up which of its tools the model can use for a task; reads no notes.</source>
        <translation>busca cuáles de sus herramientas puede usar el modelo para una tarea; no lee ninguna nota.</translation>
    </message>
    <message>
        <source>creates a note for a word that you want to learn.</source>
        <translation>crea una nota para una palabra que quiera aprender.</translation>
    </message>
    <message>
        <source>creates a note from one of your templates, or adds a template to a note.</source>
        <translation>crea una nota a partir de una de sus plantillas o añade una plantilla a una nota.</translation>
    </message>
    <message>
        <source>moves to {0}</source>
        <translation>mueve a {0}</translation>
    </message>
    <message>
        <source>must be a list of names (numbers in quotes). Remove it for {0}, write [] for none</source>
        <translation>debe ser una lista de nombres (números entre comillas). Quítelo para {0}, escriba [] para ninguno</translation>
    </message>
    <message>
        <source>must be a whole number from {0}</source>
        <translation>debe ser un número entero desde {0}</translation>
    </message>
    <message>
        <source>must be one of {0}</source>
        <translation>debe ser uno de {0}</translation>
    </message>
    <message>
        <source>must be text</source>
        <translation>debe ser texto</translation>
    </message>
    <message>
        <source>must be true or false</source>
        <translation>debe ser true o false</translation>
    </message>
    <message>
        <source>must be written as provider/name, or removed to use the chat&apos;s model</source>
        <translation>debe escribirse como proveedor/nombre o quitarse para usar el modelo del chat</translation>
    </message>
    <message>
        <source>named by the model</source>
        <translation>nombrada por el modelo</translation>
    </message>
    <message>
        <source>names a model that is not available. {0}</source>
        <translation>nombra un modelo que no está disponible. {0}</translation>
    </message>
    <message>
        <source>names an unknown tool: {0}</source>
        <translation>nombra una herramienta desconocida: {0}</translation>
    </message>
    <message>
        <source>names an unknown tool: {0} (did you mean {1}?)</source>
        <translation>nombra una herramienta desconocida: {0} (¿quiso decir {1}?)</translation>
    </message>
    <message>
        <source>names a folder that is not in the vault: “{0}”</source>
        <translation>nombra una carpeta que no está en la bóveda: «{0}»</translation>
    </message>
    <message>
        <source>no</source>
        <translation>no</translation>
    </message>
    <message>
        <source>no answer at this address (status {0})</source>
        <translation>ninguna respuesta en esta dirección (estado {0})</translation>
    </message>
    <message>
        <source>no message</source>
        <translation>ningún mensaje</translation>
    </message>
    <message>
        <source>not known</source>
        <translation>no se sabe</translation>
    </message>
    <message>
        <source>not tagged {0}</source>
        <translation>sin la etiqueta {0}</translation>
    </message>
    <message>
        <source>an event in it is too long</source>
        <translation>un evento en ella es demasiado largo</translation>
    </message>
    <message>
        <source>a line in it is too long</source>
        <translation>una línea en ella es demasiado larga</translation>
    </message>
    <message>
        <source>open tasks</source>
        <translation>tareas pendientes</translation>
    </message>
    <message>
        <source>perhaps: the note cannot be read</source>
        <translation>quizá: la nota no se puede leer</translation>
    </message>
    <message>
        <source>perhaps: the note no longer exists</source>
        <translation>quizá: la nota ya no existe</translation>
    </message>
    <message>
        <source>finds notes by properties, tags, folders, dates and links, and gives a table to the model.</source>
        <translation>busca notas por propiedades, etiquetas, carpetas, fechas y enlaces y da una tabla al modelo.</translation>
    </message>
    <message>
        <source>asks you a question with choices and gives your answer to the model.</source>
        <translation>le hace una pregunta con opciones y da su respuesta al modelo.</translation>
    </message>
    <message>
        <source>reads, creates or extends the daily note of a day, by your settings for daily notes.</source>
        <translation>lee, crea o amplía la nota diaria de un día, según sus ajustes para las notas diarias.</translation>
    </message>
    <message>
        <source>removes {0}</source>
        <translation>quita {0}</translation>
    </message>
    <message>
        <source>renames or moves a note and repairs the links to it.</source>
        <translation>renombra o mueve una nota y repara los enlaces a ella.</translation>
    </message>
    <message>
        <source>renames {0} to {1}</source>
        <translation>renombra {0} a {1}</translation>
    </message>
    <message>
        <source>repairs {0} link to the new name</source>
        <translation>repara {0} enlace al nombre nuevo</translation>
    </message>
    <message>
        <source>repairs {0} links to the new name</source>
        <translation>repara {0} enlaces al nombre nuevo</translation>
    </message>
    <message>
        <source>sets {0}</source>
        <translation>fija {0}</translation>
    </message>
    <message>
        <source>something that cannot be read</source>
        <translation>algo que no se puede leer</translation>
    </message>
    <message>
        <source>something that is not JSON</source>
        <translation>algo que no es JSON</translation>
    </message>
    <message>
        <source>start, {0} minutes</source>
        <translation>iniciar, {0} minutos</translation>
    </message>
    <message>
        <source>starts, pauses or stops the timer in the status bar.</source>
        <translation>inicia, pausa o detiene el temporizador de la barra de estado.</translation>
    </message>
    <message>
        <source>tagged #{0}</source>
        <translation>con la etiqueta #{0}</translation>
    </message>
    <message>
        <source>tagged {0}</source>
        <translation>con la etiqueta {0}</translation>
    </message>
    <message>
        <source>removes tags from the properties and the text of a note.</source>
        <translation>quita etiquetas de las propiedades y del texto de una nota.</translation>
    </message>
    <message>
        <source>gives the model the date and time, local or in another time zone.</source>
        <translation>da al modelo la fecha y la hora, locales o de otra zona horaria.</translation>
    </message>
    <message>
        <source>the context window of {0} tokens</source>
        <translation>la ventana de contexto de {0} tokens</translation>
    </message>
    <message>
        <source>the daily note</source>
        <translation>la nota diaria</translation>
    </message>
    <message>
        <source>the disk is full.</source>
        <translation>el disco está lleno.</translation>
    </message>
    <message>
        <source>the disk is read-only.</source>
        <translation>el disco es de solo lectura.</translation>
    </message>
    <message>
        <source>the disk reported an error.</source>
        <translation>el disco informó de un error.</translation>
    </message>
    <message>
        <source>the environment variable {0}</source>
        <translation>la variable de entorno {0}</translation>
    </message>
    <message>
        <source>the keyring of this computer</source>
        <translation>el llavero de este equipo</translation>
    </message>
    <message>
        <source>the keyring of this computer cannot be used, {0}</source>
        <translation>el llavero de este equipo no se puede usar, {0}</translation>
    </message>
    <message>
        <source>the keyring of this computer refused the key, {0}</source>
        <translation>el llavero de este equipo rechazó la clave, {0}</translation>
    </message>
    <message>
        <source>the memory of VaultDesk</source>
        <translation>la memoria de VaultDesk</translation>
    </message>
    <message>
        <source>the model asked for a tool in a way that cannot be read</source>
        <translation>el modelo pidió una herramienta de forma ilegible</translation>
    </message>
    <message>
        <source>the model asked for a tool that it was not offered</source>
        <translation>el modelo pidió una herramienta que no se le ofreció</translation>
    </message>
    <message>
        <source>the model asked for too many tools</source>
        <translation>el modelo pidió demasiadas herramientas</translation>
    </message>
    <message>
        <source>the model behind it failed</source>
        <translation>falló el modelo que hay detrás</translation>
    </message>
    <message>
        <source>the model returned none; the question may have been blocked</source>
        <translation>el modelo no dio ninguna; puede que la pregunta se haya bloqueado</translation>
    </message>
    <message>
        <source>the model on this computer</source>
        <translation>el modelo en este equipo</translation>
    </message>
    <message>
        <source>the preset “{0}” of this vault</source>
        <translation>el preajuste «{0}» de esta bóveda</translation>
    </message>
    <message>
        <source>the server aborted it</source>
        <translation>el servidor la interrumpió</translation>
    </message>
    <message>
        <source>the server ran out of space for it</source>
        <translation>el servidor se quedó sin espacio para ella</translation>
    </message>
    <message>
        <source>the signatures of earlier answers were lost</source>
        <translation>se perdieron las firmas de respuestas anteriores</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>la raíz de la bóveda</translation>
    </message>
    <message>
        <source>the whole vault</source>
        <translation>toda la bóveda</translation>
    </message>
    <message>
        <source>no keyring is installed</source>
        <translation>no hay ningún llavero instalado</translation>
    </message>
    <message>
        <source>this agent&apos;s daily {0}</source>
        <translation>{0} diarios de este agente</translation>
    </message>
    <message>
        <source>this chat&apos;s {0}</source>
        <translation>{0} de este chat</translation>
    </message>
    <message>
        <source>this computer has no keyring that stores secrets encrypted</source>
        <translation>este equipo no tiene ningún llavero que guarde los secretos cifrados</translation>
    </message>
    <message>
        <source>this model</source>
        <translation>este modelo</translation>
    </message>
    <message>
        <source>to the trash of this computer</source>
        <translation>a la papelera de este equipo</translation>
    </message>
    <message>
        <source>to the vault&apos;s .trash</source>
        <translation>a la carpeta .trash de la bóveda</translation>
    </message>
    <message>
        <source>today&apos;s {0}</source>
        <translation>{0} de hoy</translation>
    </message>
    <message>
        <source>two tool calls in it have the same id</source>
        <translation>dos llamadas a herramientas en ella tienen el mismo id</translation>
    </message>
    <message>
        <source>version cannot be set</source>
        <translation>version no se puede definir</translation>
    </message>
    <message>
        <source>with a link to “{0}”</source>
        <translation>con un enlace a «{0}»</translation>
    </message>
    <message>
        <source>with the alias “{0}”</source>
        <translation>con el alias «{0}»</translation>
    </message>
    <message>
        <source>with {0}</source>
        <translation>con {0}</translation>
    </message>
    <message>
        <source>with “{0}”</source>
        <translation>con «{0}»</translation>
    </message>
    <message>
        <source>without links</source>
        <translation>sin enlaces</translation>
    </message>
    <message>
        <source>without tags</source>
        <translation>sin etiquetas</translation>
    </message>
    <message>
        <source>without “{0}”</source>
        <translation>sin «{0}»</translation>
    </message>
    <message>
        <source>adds a line to your memory note, which later chats receive.</source>
        <translation>añade una línea a su nota de memoria, que reciben los chats posteriores.</translation>
    </message>
    <message>
        <source>writing there is not allowed.</source>
        <translation>no se permite escribir allí.</translation>
    </message>
    <message>
        <source>yes</source>
        <translation>sí</translation>
    </message>
    <message>
        <source>your answer for this chat</source>
        <translation>su respuesta para este chat</translation>
    </message>
    <message>
        <source>your notes</source>
        <translation>sus notas</translation>
    </message>
    <message>
        <source>{0} (A tool of {1}.)</source>
        <translation>{0} (Una herramienta de {1}.)</translation>
    </message>
    <message>
        <source>{0} ({1} times)</source>
        <translation>{0} ({1} veces)</translation>
    </message>
    <message>
        <source>{0} ({1} times).</source>
        <translation>{0} ({1} veces).</translation>
    </message>
    <message>
        <source>{0} ({1})</source>
        <translation>{0} ({1})</translation>
    </message>
    <message>
        <source>{0} and send it to {1}</source>
        <translation>{0} y enviarla a {1}</translation>
    </message>
    <message>
        <source>{0} and send them to {1}</source>
        <translation>{0} y enviarlas a {1}</translation>
    </message>
    <message>
        <source>{0} and send what is found to {1}</source>
        <translation>{0} y enviar lo encontrado a {1}</translation>
    </message>
    <message>
        <source>{0} and {1:lower}</source>
        <translation>{0} y {1:lower}</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} y {1}</translation>
    </message>
    <message>
        <source>{0} and {1} more</source>
        <translation>{0} y {1} más</translation>
    </message>
    <message>
        <source>{0} answered in {1} s and has no list of models.</source>
        <translation>{0} respondió en {1} s y no tiene lista de modelos.</translation>
    </message>
    <message>
        <source>The answer of {0} cannot be understood</source>
        <translation>La respuesta de {0} no se puede entender</translation>
    </message>
    <message>
        <source>{0} at {1} cannot be reached</source>
        <translation>No se puede acceder a {0} en {1}</translation>
    </message>
    <message>
        <source>{0} at {1}, with its key.</source>
        <translation>{0} en {1}, con su clave.</translation>
    </message>
    <message>
        <source>{0} at {1}.</source>
        <translation>{0} en {1}.</translation>
    </message>
    <message>
        <source>{0} before today</source>
        <translation>{0} anterior a hoy</translation>
    </message>
    <message>
        <source>{0} called a tool when it was tested.</source>
        <translation>{0} llamó a una herramienta cuando se probó.</translation>
    </message>
    <message>
        <source>{0} called no tool in any form when it was tested.</source>
        <translation>Al probarlo, {0} no llamó a ninguna herramienta en ningún formato.</translation>
    </message>
    <message>
        <source>{0} made no native tool call when it was tested.</source>
        <translation>{0} no hizo ninguna llamada nativa a herramientas cuando se probó.</translation>
    </message>
    <message>
        <source>{0} can be read, but nothing in it may be changed.</source>
        <translation>{0} se puede leer, pero no se puede cambiar nada dentro.</translation>
    </message>
    <message>
        <source>{0} cannot be listed: {1}.</source>
        <translation>No se puede listar {0}: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be loaded</source>
        <translation>No se puede cargar {0}</translation>
    </message>
    <message>
        <source>{0} cannot be loaded: {1}</source>
        <translation>No se puede cargar {0}: {1}</translation>
    </message>
    <message>
        <source>{0} cannot be reached</source>
        <translation>No se puede acceder a {0}</translation>
    </message>
    <message>
        <source>{0} cannot be read</source>
        <translation>No se puede leer {0}</translation>
    </message>
    <message>
        <source>{0} cannot be read completely: {1}{2}.</source>
        <translation>{0} no se puede leer por completo: {1}{2}.</translation>
    </message>
    <message>
        <source>{0} cannot be read: {1}.</source>
        <translation>No se puede leer {0}: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be set by a note: addresses, keys, commands, servers, rules and presets are set only in Settings.</source>
        <translation>{0} no se puede definir en una nota: direcciones, claves, comandos, servidores, reglas y preajustes se definen solo en Ajustes.</translation>
    </message>
    <message>
        <source>{0} cannot be started</source>
        <translation>No se puede iniciar {0}</translation>
    </message>
    <message>
        <source>{0} cannot be used</source>
        <translation>No se puede usar {0}</translation>
    </message>
    <message>
        <source>{0} cannot be written: {1}.</source>
        <translation>No se puede escribir en {0}: {1}.</translation>
    </message>
    <message>
        <source>{0} cannot be {1}</source>
        <translation>{0} no puede ser {1}</translation>
    </message>
    <message>
        <source>{0} cannot see pictures, so they were left out.</source>
        <translation>{0} no puede ver imágenes, así que se omitieron.</translation>
    </message>
    <message>
        <source>{0} changed since you were asked. Please look again.</source>
        <translation>{0} cambió desde que se le preguntó. Mírelo de nuevo.</translation>
    </message>
    <message>
        <source>{0} characters per tool result</source>
        <translation>{0} caracteres por resultado de herramienta</translation>
    </message>
    <message>
        <source>{0} closed the connection without an answer</source>
        <translation>{0} cerró la conexión sin responder</translation>
    </message>
    <message>
        <source>{0} could not load the model</source>
        <translation>{0} no pudo cargar el modelo</translation>
    </message>
    <message>
        <source>{0} could not read the answer of its model</source>
        <translation>{0} no pudo leer la respuesta de su modelo</translation>
    </message>
    <message>
        <source>{0} did not answer ({1})</source>
        <translation>{0} no respondió ({1})</translation>
    </message>
    <message>
        <source>{0} did not answer in the required form: {1}</source>
        <translation>{0} no respondió en la forma exigida: {1}</translation>
    </message>
    <message>
        <source>{0} did not answer in time</source>
        <translation>{0} no respondió a tiempo</translation>
    </message>
    <message>
        <source>{0} did not answer within {1} seconds</source>
        <translation>{0} no respondió en {1} segundos</translation>
    </message>
    <message>
        <source>{0} did not answer within {1} seconds.</source>
        <translation>{0} no respondió en {1} segundos.</translation>
    </message>
    <message>
        <source>{0} did not return the page ({1})</source>
        <translation>{0} no devolvió la página ({1})</translation>
    </message>
    <message>
        <source>{0} did not pass the tools on to the model</source>
        <translation>{0} no pasó las herramientas al modelo</translation>
    </message>
    <message>
        <source>{0} did not pass the tools on to {1}.</source>
        <translation>{0} no pasó las herramientas a {1}.</translation>
    </message>
    <message>
        <source>{0} did not accept its earlier reasoning, so the request was sent without it.</source>
        <translation>{0} no aceptó su razonamiento anterior, así que la petición se envió sin él.</translation>
    </message>
    <message>
        <source>{0} does not accept requests from this network</source>
        <translation>{0} no acepta peticiones desde esta red</translation>
    </message>
    <message>
        <source>{0} does not accept the key</source>
        <translation>{0} no acepta la clave</translation>
    </message>
    <message>
        <source>{0} does not allow this request</source>
        <translation>{0} no permite esta petición</translation>
    </message>
    <message>
        <source>{0} does not allow this request (status {1})</source>
        <translation>{0} no permite esta petición (estado {1})</translation>
    </message>
    <message>
        <source>{0} does not have the model {1}</source>
        <translation>{0} no tiene el modelo {1}</translation>
    </message>
    <message>
        <source>{0} does not resolve to this computer, so nothing was sent</source>
        <translation>{0} no corresponde a este equipo, así que no se envió nada</translation>
    </message>
    <message>
        <source>{0} denies access to this page ({1})</source>
        <translation>{0} deniega el acceso a esta página ({1})</translation>
    </message>
    <message>
        <source>{0} does not offer this model</source>
        <translation>{0} no ofrece este modelo</translation>
    </message>
    <message>
        <source>{0} does not report whether {1} supports tools. If it rejects them, VaultDesk uses text-based tools.</source>
        <translation>{0} no indica si {1} admite herramientas. Si las rechaza, VaultDesk usa herramientas basadas en texto.</translation>
    </message>
    <message>
        <source>{0} does not accept the query</source>
        <translation>{0} no acepta la consulta</translation>
    </message>
    <message>
        <source>{0} earlier answer stayed on this computer: it may repeat private text.</source>
        <translation>{0} respuesta anterior se quedó en este equipo: puede repetir texto privado.</translation>
    </message>
    <message>
        <source>{0} earlier answers stayed on this computer: they may repeat private text.</source>
        <translation>{0} respuestas anteriores se quedaron en este equipo: pueden repetir texto privado.</translation>
    </message>
    <message>
        <source>{0} ended unexpectedly</source>
        <translation>{0} terminó de forma inesperada</translation>
    </message>
    <message>
        <source>{0} folders can be watched.</source>
        <translation>Se pueden vigilar {0} carpetas.</translation>
    </message>
    <message>
        <source>{0} folders can be watched; the vault has {1}.</source>
        <translation>Se pueden vigilar {0} carpetas; la bóveda tiene {1}.</translation>
    </message>
    <message>
        <source>{0} headings of the note are called “{1}”.</source>
        <translation>{0} encabezados de la nota se llaman «{1}».</translation>
    </message>
    <message>
        <source>{0} is not {1}</source>
        <translation>{0} no es {1}</translation>
    </message>
    <message>
        <source>{0} keeps changing, so nothing was written.</source>
        <translation>{0} cambia continuamente, así que no se escribió nada.</translation>
    </message>
    <message>
        <source>{0} left.</source>
        <translation>Quedan {0}.</translation>
    </message>
    <message>
        <source>{0} note could not be changed.</source>
        <translation>{0} nota no se pudo cambiar.</translation>
    </message>
    <message>
        <source>{0} note found ({1}):</source>
        <translation>{0} nota encontrada ({1}):</translation>
    </message>
    <message>
        <source>{0} note found:</source>
        <translation>{0} nota encontrada:</translation>
    </message>
    <message>
        <source>{0} note already had this value.</source>
        <translation>{0} nota ya tenía este valor.</translation>
    </message>
    <message>
        <source>{0} note was changed.</source>
        <translation>Se cambió {0} nota.</translation>
    </message>
    <message>
        <source>{0} notes could not be changed.</source>
        <translation>{0} notas no se pudieron cambiar.</translation>
    </message>
    <message>
        <source>{0} notes found ({1}):</source>
        <translation>{0} notas encontradas ({1}):</translation>
    </message>
    <message>
        <source>{0} notes found:</source>
        <translation>{0} notas encontradas:</translation>
    </message>
    <message>
        <source>{0} notes already had this value.</source>
        <translation>{0} notas ya tenían este valor.</translation>
    </message>
    <message>
        <source>{0} notes were changed.</source>
        <translation>Se cambiaron {0} notas.</translation>
    </message>
    <message>
        <source>{0} received too many requests from this account</source>
        <translation>{0} recibió demasiadas peticiones de esta cuenta</translation>
    </message>
    <message>
        <source>{0} changed while you were reading it</source>
        <translation>{0} cambió mientras usted leía</translation>
    </message>
    <message>
        <source>{0} has more than {1} files.</source>
        <translation>{0} tiene más de {1} archivos.</translation>
    </message>
    <message>
        <source>{0} has no update file ({1})</source>
        <translation>{0} no tiene archivo de actualizaciones ({1})</translation>
    </message>
    <message>
        <source>{0} does not have enough memory for this model</source>
        <translation>{0} no tiene memoria suficiente para este modelo</translation>
    </message>
    <message>
        <source>{0} reports an error of its own ({1})</source>
        <translation>{0} comunica un error propio ({1})</translation>
    </message>
    <message>
        <source>{0} contains no list of conversations.</source>
        <translation>{0} no contiene ninguna lista de conversaciones.</translation>
    </message>
    <message>
        <source>{0} contains no chat messages.</source>
        <translation>{0} no contiene mensajes de chat.</translation>
    </message>
    <message>
        <source>{0} contains no {1}.</source>
        <translation>{0} no contiene {1}.</translation>
    </message>
    <message>
        <source>{0} is a damaged archive.</source>
        <translation>{0} es un archivo comprimido dañado.</translation>
    </message>
    <message>
        <source>{0} is a name of a private network, not of a public web site</source>
        <translation>{0} es el nombre de una red privada, no de un sitio web público</translation>
    </message>
    <message>
        <source>{0} is a small model that was not tested with tools</source>
        <translation>{0} es un modelo pequeño que no se ha probado con herramientas</translation>
    </message>
    <message>
        <source>{0} received too many requests</source>
        <translation>{0} recibió demasiadas peticiones</translation>
    </message>
    <message>
        <source>{0} received too many requests ({1})</source>
        <translation>{0} recibió demasiadas peticiones ({1})</translation>
    </message>
    <message>
        <source>{0} is being changed by another VaultDesk. Try again.</source>
        <translation>Otro VaultDesk está cambiando {0}. Inténtelo de nuevo.</translation>
    </message>
    <message>
        <source>{0} is installed and complete.</source>
        <translation>{0} está instalado y completo.</translation>
    </message>
    <message>
        <source>VaultDesk cannot edit {0} because of its layout. Edit the file by hand.</source>
        <translation>VaultDesk no puede editar {0} por su disposición. Edite el archivo a mano.</translation>
    </message>
    <message>
        <source>{0} is loading the model or reading a long chat; this can take a few minutes.</source>
        <translation>{0} está cargando el modelo o leyendo un chat largo; puede tardar unos minutos.</translation>
    </message>
    <message>
        <source>{0} is loading the model. The question is sent as soon as it is ready.</source>
        <translation>{0} está cargando el modelo. La pregunta se envía en cuanto esté listo.</translation>
    </message>
    <message>
        <source>{0} is protected with a password.</source>
        <translation>{0} está protegido con una contraseña.</translation>
    </message>
    <message>
        <source>{0} is missing.</source>
        <translation>Falta {0}.</translation>
    </message>
    <message>
        <source>{0} is neither {1} nor a skill</source>
        <translation>{0} no es ni {1} ni una habilidad</translation>
    </message>
    <message>
        <source>{0} is not the address of a web page</source>
        <translation>{0} no es la dirección de una página web</translation>
    </message>
    <message>
        <source>{0} is not an agent that can be allowed</source>
        <translation>{0} no es un agente que se pueda permitir</translation>
    </message>
    <message>
        <source>{0} is not a valid host</source>
        <translation>{0} no es un host válido</translation>
    </message>
    <message>
        <source>{0} is not a project</source>
        <translation>{0} no es un proyecto</translation>
    </message>
    <message>
        <source>{0} is not a model file in the GGUF format, or it is damaged</source>
        <translation>{0} no es un archivo de modelo en formato GGUF, o está dañado</translation>
    </message>
    <message>
        <source>{0} is not a public web site: it is this computer or is in a private network</source>
        <translation>{0} no es un sitio web público: es este equipo o está en una red privada</translation>
    </message>
    <message>
        <source>{0} is not a server address</source>
        <translation>{0} no es la dirección de un servidor</translation>
    </message>
    <message>
        <source>{0} is not in the agents folder</source>
        <translation>{0} no está en la carpeta de agentes</translation>
    </message>
    <message>
        <source>{0} is not installed on this computer</source>
        <translation>{0} no está instalado en este equipo</translation>
    </message>
    <message>
        <source>{0} is not known and may be meant to limit the agent. Known properties: {1}.</source>
        <translation>{0} no se conoce y quizá pretenda limitar al agente. Propiedades conocidas: {1}.</translation>
    </message>
    <message>
        <source>{0} is not logged in</source>
        <translation>{0} no ha iniciado sesión</translation>
    </message>
    <message>
        <source>{0} is not offered in this country or region</source>
        <translation>{0} no se ofrece en este país o región</translation>
    </message>
    <message>
        <source>{0} is not set.</source>
        <translation>{0} no está definida.</translation>
    </message>
    <message>
        <source>{0} is not the name of a setting</source>
        <translation>{0} no es el nombre de un ajuste</translation>
    </message>
    <message>
        <source>{0} is overloaded</source>
        <translation>{0} está sobrecargado</translation>
    </message>
    <message>
        <source>Tools are switched off for {0}</source>
        <translation>Las herramientas están desactivadas para {0}</translation>
    </message>
    <message>
        <source>{0} is still loading the model</source>
        <translation>{0} aún está cargando el modelo</translation>
    </message>
    <message>
        <source>The note of {0} keeps changing</source>
        <translation>La nota de {0} no deja de cambiar</translation>
    </message>
    <message>
        <source>{0} synchronizes the data with other computers, which may damage a database.</source>
        <translation>{0} sincroniza los datos con otros equipos, lo que puede dañar una base de datos.</translation>
    </message>
    <message>
        <source>{0} synchronizes this folder. Conflict copies of notes: {1}.</source>
        <translation>{0} sincroniza esta carpeta. Copias en conflicto de notas: {1}.</translation>
    </message>
    <message>
        <source>{0} synchronizes this folder. If it stores a note only online, VaultDesk has to wait for its download, and cannot read it offline.</source>
        <translation>{0} sincroniza esta carpeta. Si guarda una nota solo en línea, VaultDesk tiene que esperar a que se descargue y no puede leerla sin conexión.</translation>
    </message>
    <message>
        <source>{0} synchronizes this folder. If two computers change a note at the same time, it creates a conflict copy next to the note, which VaultDesk marks.</source>
        <translation>{0} sincroniza esta carpeta. Si dos equipos cambian una nota a la vez, crea junto a la nota una copia en conflicto, que VaultDesk marca.</translation>
    </message>
    <message>
        <source>{0} left out: a rule of yours denies it.</source>
        <translation>{0} se omitió: una regla suya lo prohíbe.</translation>
    </message>
    <message>
        <source>{0} left out: it would show the model a private comment.</source>
        <translation>{0} se omitió: mostraría al modelo un comentario privado.</translation>
    </message>
    <message>
        <source>{0} left out: outside {1}.</source>
        <translation>{0} se omitió: fuera de {1}.</translation>
    </message>
    <message>
        <source>{0} left out: the note changed since the model read it.</source>
        <translation>{0} se omitió: la nota cambió desde que el modelo la leyó.</translation>
    </message>
    <message>
        <source>{0} left out: the note is private for this model.</source>
        <translation>{0} se omitió: la nota es privada para este modelo.</translation>
    </message>
    <message>
        <source>{0} lost the connection and is reconnecting.</source>
        <translation>{0} perdió la conexión y se está reconectando.</translation>
    </message>
    <message>
        <source>{0} does not provide embeddings</source>
        <translation>{0} no ofrece embeddings</translation>
    </message>
    <message>
        <source>{0} does not provide embeddings.</source>
        <translation>{0} no ofrece embeddings.</translation>
    </message>
    <message>
        <source>{0} is not used by VaultDesk.</source>
        <translation>VaultDesk no usa {0}.</translation>
    </message>
    <message>
        <source>{0} message no longer fits and could not be summarized, so it was left out. {1}</source>
        <translation>{0} mensaje ya no cabe y no se pudo resumir, así que se omitió. {1}</translation>
    </message>
    <message>
        <source>{0} message of this chat is too old to be summarized and was left out.</source>
        <translation>{0} mensaje de este chat es demasiado antiguo para resumirlo y se omitió.</translation>
    </message>
    <message>
        <source>{0} messages no longer fit and could not be summarized, so they were left out. {1}</source>
        <translation>{0} mensajes ya no caben y no se pudieron resumir, así que se omitieron. {1}</translation>
    </message>
    <message>
        <source>{0} messages of this chat are too old to be summarized and were left out.</source>
        <translation>{0} mensajes de este chat son demasiado antiguos para resumirlos y se omitieron.</translation>
    </message>
    <message>
        <source>{0} more note will be read under a permission you gave before.</source>
        <translation>{0} nota más se leerá con un permiso que usted dio antes.</translation>
    </message>
    <message>
        <source>{0} more notes will be read under a permission you gave before.</source>
        <translation>{0} notas más se leerán con un permiso que usted dio antes.</translation>
    </message>
    <message>
        <source>{0} has no valid port</source>
        <translation>{0} no tiene un puerto válido</translation>
    </message>
    <message>
        <source>{0} needs about {1} GB of memory, and this computer has {2} GB</source>
        <translation>{0} necesita unos {1} GB de memoria, y este equipo tiene {2} GB</translation>
    </message>
    <message>
        <source>{0} needs its key in the environment variable {1}</source>
        <translation>{0} necesita su clave en la variable de entorno {1}</translation>
    </message>
    <message>
        <source>{0} no longer offers this model</source>
        <translation>{0} ya no ofrece este modelo</translation>
    </message>
    <message>
        <source>{0} note</source>
        <translation>{0} nota</translation>
    </message>
    <message>
        <source>{0} note will not be read: a rule of yours denies it.</source>
        <translation>{0} nota no se leerá: una regla suya lo prohíbe.</translation>
    </message>
    <message>
        <source>{0} note will not be read: private, or outside the allowed folders.</source>
        <translation>{0} nota no se leerá: es privada o está fuera de las carpetas permitidas.</translation>
    </message>
    <message>
        <source>{0} notes</source>
        <translation>{0} notas</translation>
    </message>
    <message>
        <source>{0} notes will not be read: a rule of yours denies it.</source>
        <translation>{0} notas no se leerán: una regla suya lo prohíbe.</translation>
    </message>
    <message>
        <source>{0} notes will not be read: private, or outside the allowed folders.</source>
        <translation>{0} notas no se leerán: son privadas o están fuera de las carpetas permitidas.</translation>
    </message>
    <message>
        <source>{0} notes, {1}, last written: {2}. No errors were found.</source>
        <translation>{0} notas, {1}, última escritura: {2}. No se encontraron errores.</translation>
    </message>
    <message>
        <source>{0} notes, {1}, last written: {2}. No error was found within the time limit.</source>
        <translation>{0} notas, {1}, última escritura: {2}. No se encontró ningún error dentro del tiempo límite.</translation>
    </message>
    <message>
        <source>{0} has the effect {1}, so it must be a {2}.</source>
        <translation>{0} tiene el efecto {1}, por lo que debe ser de la clase {2}.</translation>
    </message>
    <message>
        <source>{0} notes, {1}, last written: {2}. Notes that could not be read: {3}.</source>
        <translation>{0} notas, {1}, última escritura: {2}. Notas que no se pudieron leer: {3}.</translation>
    </message>
    <message>
        <source>{0} notes, {1}, last written: {2}; the folder has {3}.</source>
        <translation>{0} notas, {1}, última escritura: {2}; la carpeta tiene {3}.</translation>
    </message>
    <message>
        <source>{0} of {1} left</source>
        <translation>quedan {0} de {1}</translation>
    </message>
    <message>
        <source>{0} of {1} statements in this answer name no source from your notes.</source>
        <translation>{0} de {1} afirmaciones de esta respuesta no citan ninguna fuente de sus notas.</translation>
    </message>
    <message>
        <source>{0} offers this model to verified organizations only</source>
        <translation>{0} ofrece este modelo solo a organizaciones verificadas</translation>
    </message>
    <message>
        <source>{0} on Python {1}, {2}</source>
        <translation>{0} en Python {1}, {2}</translation>
    </message>
    <message>
        <source>{0} private note of this conversation stayed on this computer.</source>
        <translation>{0} nota privada de esta conversación se quedó en este equipo.</translation>
    </message>
    <message>
        <source>{0} private note of {1} stayed on this computer.</source>
        <translation>{0} nota privada de {1} se quedó en este equipo.</translation>
    </message>
    <message>
        <source>{0} private notes of this conversation stayed on this computer.</source>
        <translation>{0} notas privadas de esta conversación se quedaron en este equipo.</translation>
    </message>
    <message>
        <source>{0} private notes of {1} stayed on this computer.</source>
        <translation>{0} notas privadas de {1} se quedaron en este equipo.</translation>
    </message>
    <message>
        <source>{0} refused the request</source>
        <translation>{0} rechazó la petición</translation>
    </message>
    <message>
        <source>{0} refused the request (status {1})</source>
        <translation>{0} rechazó la petición (estado {1})</translation>
    </message>
    <message>
        <source>{0} rejected the tools.</source>
        <translation>{0} rechazó las herramientas.</translation>
    </message>
    <message>
        <source>{0} does not accept a thinking level, so the request was sent without one.</source>
        <translation>{0} no acepta un nivel de razonamiento, así que la petición se envió sin él.</translation>
    </message>
    <message>
        <source>{0} reports an error of its own</source>
        <translation>{0} informa de un error propio</translation>
    </message>
    <message>
        <source>{0} reports an error of its own (status {1})</source>
        <translation>{0} informa de un error propio (estado {1})</translation>
    </message>
    <message>
        <source>{0} tool round per question</source>
        <translation>{0} ronda de herramientas por pregunta</translation>
    </message>
    <message>
        <source>{0} tool rounds per question</source>
        <translation>{0} rondas de herramientas por pregunta</translation>
    </message>
    <message>
        <source>{0} repeats “{1}”.</source>
        <translation>{0} repite «{1}».</translation>
    </message>
    <message>
        <source>{0} reports that {1} does not support tools.</source>
        <translation>{0} indica que {1} no admite herramientas.</translation>
    </message>
    <message>
        <source>{0} reports that {1} supports tools.</source>
        <translation>{0} indica que {1} admite herramientas.</translation>
    </message>
    <message>
        <source>{0} redirects too many times</source>
        <translation>{0} redirige demasiadas veces</translation>
    </message>
    <message>
        <source>{0} redirects to another address, which is not followed</source>
        <translation>{0} redirige a otra dirección, y esa redirección no se sigue</translation>
    </message>
    <message>
        <source>{0} redirects to another address</source>
        <translation>{0} redirige a otra dirección</translation>
    </message>
    <message>
        <source>The answer of {0} is too large</source>
        <translation>La respuesta de {0} es demasiado grande</translation>
    </message>
    <message>
        <source>{0} sent nothing for {1} seconds</source>
        <translation>{0} no envió nada durante {1} segundos</translation>
    </message>
    <message>
        <source>{0} settings cannot be used</source>
        <translation>{0} ajustes no se pueden usar</translation>
    </message>
    <message>
        <source>{0} reserves the account&apos;s credit for earlier requests that still run</source>
        <translation>{0} reserva el saldo de la cuenta para peticiones anteriores que aún están en curso</translation>
    </message>
    <message>
        <source>Embeddings of {0} are computed only while the window is open</source>
        <translation>Los embeddings de {0} solo se calculan mientras la ventana está abierta</translation>
    </message>
    <message>
        <source>Your notes from that time contain nothing about this.</source>
        <translation>Sus notas de ese periodo no contienen nada sobre esto.</translation>
    </message>
    <message>
        <source>it goes up to a parent folder, or has an empty name</source>
        <translation>sube a una carpeta superior o tiene un nombre vacío</translation>
    </message>
    <message>
        <source>it names a data stream, not a file</source>
        <translation>designa un flujo de datos, no un archivo</translation>
    </message>
    <message>
        <source>{0} needs about {1} GB of memory with a window of {2} tokens.</source>
        <translation>{0} necesita unos {1} GB de memoria con una ventana de {2} tokens.</translation>
    </message>
    <message>
        <source>{0} does not accept a limit on the length of an answer, so the request was sent without one.</source>
        <translation>{0} no acepta un límite de longitud de la respuesta, así que la petición se envió sin él.</translation>
    </message>
    <message>
        <source>{0} does not accept a temperature above 1, so 1 was used.</source>
        <translation>{0} no acepta una temperatura superior a 1, así que se usó 1.</translation>
    </message>
    <message>
        <source>{0} does not accept a temperature, so the request was sent without one.</source>
        <translation>{0} no acepta una temperatura, así que la petición se envió sin ella.</translation>
    </message>
    <message>
        <source>{0} task in {2} ({1}):</source>
        <translation>{0} tarea en {2} ({1}):</translation>
    </message>
    <message>
        <source>{0} tasks in {2} ({1}):</source>
        <translation>{0} tareas en {2} ({1}):</translation>
    </message>
    <message>
        <source>{0} token</source>
        <translation>{0} token</translation>
    </message>
    <message>
        <source>{0} tokens</source>
        <translation>{0} tokens</translation>
    </message>
    <message>
        <source>{0} tool calls per minute</source>
        <translation>{0} llamadas a herramientas por minuto</translation>
    </message>
    <message>
        <source>{0} tried to use a tool of its own ({1}), so it was stopped</source>
        <translation>{0} intentó usar una herramienta propia ({1}), así que se detuvo</translation>
    </message>
    <message>
        <source>{0} used up</source>
        <translation>{0} agotados</translation>
    </message>
    <message>
        <source>{0} requires a key</source>
        <translation>{0} requiere una clave</translation>
    </message>
    <message>
        <source>{0} redirects the question to another address</source>
        <translation>{0} redirige la pregunta a otra dirección</translation>
    </message>
    <message>
        <source>{0} requires you to sign in for this model</source>
        <translation>{0} requiere iniciar sesión para este modelo</translation>
    </message>
    <message>
        <source>{0} was not loaded within {1} seconds</source>
        <translation>{0} no se cargó en {1} segundos</translation>
    </message>
    <message>
        <source>{0} is {1}; {2} is used.</source>
        <translation>{0} es {1}; se usa {2}.</translation>
    </message>
    <message>
        <source>{0} is set to use another server than {1}, so nothing was sent</source>
        <translation>{0} está configurado para usar un servidor distinto de {1}, así que no se envió nada</translation>
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
        <translation>El modelo {0}, que indexaba antes las notas, ya no está disponible.</translation>
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
        <translation>{0}, {1} libres; los nombres no distinguen mayúsculas y minúsculas.</translation>
    </message>
    <message>
        <source>{0}, {1} free; names are case-sensitive.</source>
        <translation>{0}, {1} libres; los nombres distinguen mayúsculas y minúsculas.</translation>
    </message>
    <message>
        <source>{0}, {1} notes</source>
        <translation>{0}, {1} notas</translation>
    </message>
    <message>
        <source>{0}.</source>
        <translation>{0}.</translation>
    </message>
    <message>
        <source>{0}: It no longer exists.</source>
        <translation>{0}: ya no existe.</translation>
    </message>
    <message>
        <source>{0}: It has changed since it was read.</source>
        <translation>{0}: ha cambiado desde que se leyó.</translation>
    </message>
    <message>
        <source>${0}</source>
        <translation>{0} $</translation>
    </message>
    <message>
        <source>Added “{0}” to the vocabulary</source>
        <translation>Se añadió «{0}» al vocabulario</translation>
    </message>
    <message>
        <source>An earlier version of the note cannot be read: {0}.</source>
        <translation>No se puede leer una versión anterior de la nota: {0}.</translation>
    </message>
    <message>
        <source>An earlier version of the note cannot be stored: {0}.</source>
        <translation>No se puede guardar una versión anterior de la nota: {0}.</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Preguntar</translation>
    </message>
    <message>
        <source>Attachment added by you</source>
        <translation>Adjunto añadido por usted</translation>
    </message>
    <message>
        <source>Changed the meaning of “{0}”</source>
        <translation>Se modificó el significado de «{0}»</translation>
    </message>
    <message>
        <source>Deleted the chat “{0}”</source>
        <translation>Se eliminó el chat «{0}»</translation>
    </message>
    <message>
        <source>Deleted the word “{0}”</source>
        <translation>Se eliminó la palabra «{0}»</translation>
    </message>
    <message>
        <source>Did you mean {0}? Available: {1}.</source>
        <translation>¿Quiso decir {0}? Disponibles: {1}.</translation>
    </message>
    <message>
        <source>Drafts notes and edits them in place</source>
        <translation>Redacta notas y las edita en su sitio</translation>
    </message>
    <message>
        <source>Edit in scope</source>
        <translation>Editar en su ámbito</translation>
    </message>
    <message>
        <source>Edit the note to correct it. Until then the properties are shown as text.</source>
        <translation>Edite la nota para corregirla. Hasta entonces, las propiedades se muestran como texto.</translation>
    </message>
    <message>
        <source>Edited by you</source>
        <translation>Editado por usted</translation>
    </message>
    <message>
        <source>Finds orphans, duplicates and broken links</source>
        <translation>Notas sueltas, copias y enlaces rotos</translation>
    </message>
    <message>
        <source>Finds, files, links and tags notes</source>
        <translation>Busca, archiva, enlaza y etiqueta notas</translation>
    </message>
    <message>
        <source>Get the time left of the pomodoro</source>
        <translation>Consultar el tiempo restante del pomodoro</translation>
    </message>
    <message>
        <source>Imported chats from {0}</source>
        <translation>Chats importados de {0}</translation>
    </message>
    <message>
        <source>Install or update the packages of these toolsets, or switch them off in Settings, Assistant.</source>
        <translation>Instale o actualice los paquetes de estos conjuntos de herramientas, o desactívelos en Ajustes, Asistente.</translation>
    </message>
    <message>
        <source>It cannot be read as a base.</source>
        <translation>No se puede leer como base.</translation>
    </message>
    <message>
        <source>It could not be parsed ({0}).</source>
        <translation>No se pudo analizar ({0}).</translation>
    </message>
    <message>
        <source>It failed.</source>
        <translation>Falló.</translation>
    </message>
    <message>
        <source>It is not a canvas.</source>
        <translation>No es un canvas.</translation>
    </message>
    <message>
        <source>It is not a canvas: its text is not valid JSON.</source>
        <translation>No es un canvas: su texto no es JSON válido.</translation>
    </message>
    <message>
        <source>It was not done.</source>
        <translation>No se hizo.</translation>
    </message>
    <message>
        <source>Its text is not on this computer. It is downloaded when the note is opened.</source>
        <translation>Su texto no está en este equipo. Se descarga al abrir la nota.</translation>
    </message>
    <message>
        <source>Its text was lost, for example in a power failure. Restore it from a backup.</source>
        <translation>Su texto se perdió, por ejemplo en un corte de corriente. Restáurela desde una copia de seguridad.</translation>
    </message>
    <message>
        <source>Keeps the daily note and its tasks</source>
        <translation>Lleva la nota diaria y sus tareas</translation>
    </message>
    <message>
        <source>No note has the tag {0}.</source>
        <translation>Ninguna nota tiene la etiqueta {0}.</translation>
    </message>
    <message>
        <source>No task found ({0}).</source>
        <translation>No se encontró ninguna tarea ({0}).</translation>
    </message>
    <message>
        <source>Obsidian has not stored any settings in this vault.</source>
        <translation>Obsidian no ha guardado ningún ajuste en esta bóveda.</translation>
    </message>
    <message>
        <source>Obsidian&apos;s excluded files: the pattern {0} cannot be read and is left out.</source>
        <translation>Archivos excluidos de Obsidian: el patrón {0} no se puede leer y se omite.</translation>
    </message>
    <message>
        <source>Obsidian&apos;s setting {0} cannot be read; its default is used.</source>
        <translation>El ajuste {0} de Obsidian no se puede leer; se usa su valor predeterminado.</translation>
    </message>
    <message>
        <source>Obsidian&apos;s setting {0} has an unknown value; its default is used.</source>
        <translation>El ajuste {0} de Obsidian tiene un valor desconocido; se usa su valor predeterminado.</translation>
    </message>
    <message>
        <source>Obsidian&apos;s settings in {0} cannot be read.</source>
        <translation>Los ajustes de Obsidian en {0} no se pueden leer.</translation>
    </message>
    <message>
        <source>Pause the pomodoro</source>
        <translation>Pausar el pomodoro</translation>
    </message>
    <message>
        <source>Pomodoro logged</source>
        <translation>Pomodoro registrado</translation>
    </message>
    <message>
        <source>Read it again.</source>
        <translation>Léala de nuevo.</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>Solo lectura</translation>
    </message>
    <message>
        <source>Reads many notes and writes one report</source>
        <translation>Lee muchas notas y escribe un informe</translation>
    </message>
    <message>
        <source>Redo of “{0}”</source>
        <translation>Rehacer «{0}»</translation>
    </message>
    <message>
        <source>Renamed the chat to “{0}”</source>
        <translation>Se renombró el chat como «{0}»</translation>
    </message>
    <message>
        <source>Requested in a private chat</source>
        <translation>Solicitado en un chat privado</translation>
    </message>
    <message>
        <source>Reviewed “{0}”</source>
        <translation>Se repasó «{0}»</translation>
    </message>
    <message>
        <source>Saved the chat “{0}”</source>
        <translation>Se guardó el chat «{0}»</translation>
    </message>
    <message>
        <source>Set these values again in Obsidian, then reopen the vault in VaultDesk.</source>
        <translation>Vuelva a establecer estos valores en Obsidian y después abra de nuevo la bóveda en VaultDesk.</translation>
    </message>
    <message>
        <source>Stop the pomodoro</source>
        <translation>Detener el pomodoro</translation>
    </message>
    <message>
        <source>Symbolic links in the vault: {0}. VaultDesk does not follow them.</source>
        <translation>Enlaces simbólicos en la bóveda: {0}. VaultDesk no los sigue.</translation>
    </message>
    <message>
        <source>Symbolic links to targets outside the vault: {0}. VaultDesk does not follow them: their targets are not found, shown or changed.</source>
        <translation>Enlaces simbólicos a destinos fuera de la bóveda: {0}. VaultDesk no los sigue: sus destinos no se encuentran, muestran ni cambian.</translation>
    </message>
    <message>
        <source>The certificates for encrypted connections cannot be read</source>
        <translation>No se pueden leer los certificados de las conexiones cifradas</translation>
    </message>
    <message>
        <source>The file is unchanged.</source>
        <translation>El archivo no ha cambiado.</translation>
    </message>
    <message>
        <source>The notes that were found were not read.</source>
        <translation>Las notas encontradas no se leyeron.</translation>
    </message>
    <message>
        <source>The notes were not searched.</source>
        <translation>No se buscó en las notas.</translation>
    </message>
    <message>
        <source>The page is longer than can be read. The end of its text is missing.</source>
        <translation>La página es demasiado larga para leerla entera. Falta el final de su texto.</translation>
    </message>
    <message>
        <source>The record of tool calls cannot be read: {0}.</source>
        <translation>No se puede leer el registro de llamadas a herramientas: {0}.</translation>
    </message>
    <message>
        <source>The record of tool calls cannot be written: {0}.</source>
        <translation>No se puede escribir el registro de llamadas a herramientas: {0}.</translation>
    </message>
    <message>
        <source>The settings of Obsidian in this vault can be read.</source>
        <translation>Los ajustes de Obsidian en esta bóveda se pueden leer.</translation>
    </message>
    <message>
        <source>The variables SSL_CERT_FILE and SSL_CERT_DIR must name existing certificates, or be unset.</source>
        <translation>Las variables SSL_CERT_FILE y SSL_CERT_DIR deben indicar certificados existentes o no estar definidas.</translation>
    </message>
    <message>
        <source>Trusted</source>
        <translation>De confianza</translation>
    </message>
    <message>
        <source>You refused it.</source>
        <translation>Usted lo denegó.</translation>
    </message>
    <message>
        <source>Your notes may answer this:</source>
        <translation>Puede que sus notas respondan a esto:</translation>
    </message>
    <message>
        <source>a model outside this computer indexes notes for search by meaning</source>
        <translation>un modelo fuera de este equipo indexa las notas para la búsqueda por significado</translation>
    </message>
    <message>
        <source>makes one change to several notes; you can leave some out of it.</source>
        <translation>hace un mismo cambio en varias notas; se pueden excluir algunas.</translation>
    </message>
    <message>
        <source>not in {0}</source>
        <translation>no en {0}</translation>
    </message>
    <message>
        <source>not {0}</source>
        <translation>no {0}</translation>
    </message>
    <message>
        <source>reads a note and gives its text, properties, tags and links to the model.</source>
        <translation>lee una nota y da al modelo su texto, propiedades, etiquetas y enlaces.</translation>
    </message>
    <message>
        <source>reads several notes and gives their text to the model.</source>
        <translation>lee varias notas y da su texto al modelo.</translation>
    </message>
    <message>
        <source>removed from the disk; VaultDesk can undo it for {0} day, up to {1} MB of earlier versions</source>
        <translation>se borra del disco; VaultDesk puede deshacerlo durante {0} día, hasta {1} MB de versiones anteriores</translation>
    </message>
    <message>
        <source>removed from the disk; VaultDesk can undo it for {0} days, up to {1} MB of earlier versions</source>
        <translation>se borra del disco; VaultDesk puede deshacerlo durante {0} días, hasta {1} MB de versiones anteriores</translation>
    </message>
    <message>
        <source>removes a note from the vault; links to it will be broken.</source>
        <translation>quita una nota de la bóveda; los enlaces a ella quedarán rotos.</translation>
    </message>
    <message>
        <source>sends search words to a search engine. You see what it finds before the model does.</source>
        <translation>envía palabras de búsqueda a un buscador. Usted ve lo que encuentra antes que el modelo.</translation>
    </message>
    <message>
        <source>the name {0} is taken.</source>
        <translation>el nombre {0} ya está en uso.</translation>
    </message>
    <message>
        <source>the parameters of {0} are not Parameters that can be written as JSON Schema.</source>
        <translation>los parámetros de {0} no son Parameters que se puedan escribir como JSON Schema.</translation>
    </message>
    <message>
        <source>without a link to “{0}”</source>
        <translation>sin enlace a «{0}»</translation>
    </message>
    <message>
        <source>{0} bytes</source>
        <translation>{0} bytes</translation>
    </message>
    <message>
        <source>{0} cannot be created ({1}).</source>
        <translation>{0} no se puede crear ({1}).</translation>
    </message>
    <message>
        <source>{0} could not be read.</source>
        <translation>No se pudo leer {0}.</translation>
    </message>
    <message>
        <source>{0} does not use the {1} protocol: it sent {2}</source>
        <translation>{0} no usa el protocolo «{1}»: envió {2}</translation>
    </message>
    <message>
        <source>{0} has no name in snake_case.</source>
        <translation>{0} no tiene un nombre en snake_case.</translation>
    </message>
    <message>
        <source>{0} is not a Tool class.</source>
        <translation>{0} no es una clase de Tool.</translation>
    </message>
    <message>
        <source>{0} must have the effect read, write, delete or network.</source>
        <translation>{0} debe tener el efecto read, write, delete o network.</translation>
    </message>
    <message>
        <source>{0} needs a {1} of at most {2} characters.</source>
        <translation>{0} necesita {1} de {2} caracteres como máximo.</translation>
    </message>
    <message>
        <source>{0} of {1} tasks ({2}):</source>
        <translation>{0} de {1} tareas ({2}):</translation>
    </message>
    <message>
        <source>{0} old message no longer fits and was summarized for the model. The chat itself is not changed.</source>
        <translation>{0} mensaje antiguo ya no cabe y se resumió para el modelo. El chat en sí no cambia.</translation>
    </message>
    <message>
        <source>{0} old messages no longer fit and were summarized for the model. The chat itself is not changed.</source>
        <translation>{0} mensajes antiguos ya no caben y se resumieron para el modelo. El chat en sí no cambia.</translation>
    </message>
    <message>
        <source>{0}&apos;s own model</source>
        <translation>el modelo propio de {0}</translation>
    </message>
    <message>
        <source>{0}, line {1}: {2}: {3}. It is not used.</source>
        <translation>{0}, línea {1}: {2}: {3}. No se usa.</translation>
    </message>
    <message>
        <source>{0}: folders that cannot be listed: {1}.</source>
        <translation>{0}: carpetas que no se pueden listar: {1}.</translation>
    </message>
    <message>
        <source>{0}: it cannot be loaded ({1}).</source>
        <translation>{0}: no se puede cargar ({1}).</translation>
    </message>
    <message>
        <source>{0}: it contains no tools.</source>
        <translation>{0}: no contiene herramientas.</translation>
    </message>
    <message>
        <source>{0}: more than {1} notes; not all were counted in time.</source>
        <translation>{0}: más de {1} notas; no dio tiempo a contarlas todas.</translation>
    </message>
    <message>
        <source>{0}: no toolset of this name is installed.</source>
        <translation>{0}: no hay ningún conjunto de herramientas con este nombre instalado.</translation>
    </message>
    <message>
        <source>{0}: only the first {1} of its {2} tools are used.</source>
        <translation>{0}: solo se usan las primeras {1} de sus {2} herramientas.</translation>
    </message>
    <message>
        <source>{0}: {1}</source>
        <translation>{0}: {1}</translation>
    </message>
    <message>
        <source>{0}: {1} notes in {2} folders.</source>
        <translation>{0}: {1} notas en {2} carpetas.</translation>
    </message>
    <message>
        <source>{0}: {1} notes in {2} folders. Files and folders left out because of their names: {3}.</source>
        <translation>{0}: {1} notas en {2} carpetas. Archivos y carpetas omitidos por su nombre: {3}.</translation>
    </message>
    <message>
        <source>{0}: {1}.</source>
        <translation>{0}: {1}.</translation>
    </message>
    <message>
        <source>{0}: {1}. Correct the file or move it away; until then VaultDesk uses default settings and saves none.</source>
        <translation>{0}: {1}. Corrija el archivo o muévalo a otro lugar; hasta entonces VaultDesk usa los ajustes predeterminados y no guarda ninguno.</translation>
    </message>
    <message>
        <source>{0}: {1}. The file was not changed.</source>
        <translation>{0}: {1}. El archivo no se cambió.</translation>
    </message>
    <message>
        <source>{0}: {1}. Until it can be read, VaultDesk uses default settings.</source>
        <translation>{0}: {1}. Hasta que se pueda leer, VaultDesk usa los ajustes predeterminados.</translation>
    </message>
    <message>
        <source>{0}: {1}: {2}. It is not used.</source>
        <translation>{0}: {1}: {2}. No se usa.</translation>
    </message>
    <message>
        <source>{0}; it stays on this computer</source>
        <translation>{0}; se queda en este equipo</translation>
    </message>
    <message>
        <source>{0}; they stay on this computer</source>
        <translation>{0}; se quedan en este equipo</translation>
    </message>
    <message>
        <source>{0}; what is found stays on this computer</source>
        <translation>{0}; lo encontrado se queda en este equipo</translation>
    </message>
    <message>
        <source>{0}” and “{1}</source>
        <translation>{0}» y «{1}</translation>
    </message>
    <message>
        <source>{0}”, “{1}</source>
        <translation>{0}», «{1}</translation>
    </message>
    <message>
        <source>{1} and {0} more</source>
        <translation>{1} y {0} más</translation>
    </message>
    <message>
        <source>{1} and {0} more folder</source>
        <translation>{1} y {0} carpeta más</translation>
    </message>
    <message>
        <source>{1} and {0} more folders</source>
        <translation>{1} y {0} carpetas más</translation>
    </message>
    <message>
        <source>{1} answered in {2} s and offers {0} model.</source>
        <translation>{1} respondió en {2} s y ofrece {0} modelo.</translation>
    </message>
    <message>
        <source>{1} answered in {2} s and offers {0} models.</source>
        <translation>{1} respondió en {2} s y ofrece {0} modelos.</translation>
    </message>
    <message>
        <source>“folders” names a folder that is not in the vault: “{0}”.</source>
        <translation>«folders» nombra una carpeta que no está en la bóveda: «{0}».</translation>
    </message>
    <message>
        <source>“links” names a note that does not exist: “{0}”.</source>
        <translation>«links» nombra una nota que no existe: «{0}».</translation>
    </message>
    <message>
        <source>“model” names a model that is not available. {0}.</source>
        <translation>«model» nombra un modelo que no está disponible. {0}.</translation>
    </message>
    <message>
        <source>“tags” contains an invalid tag: “{0}”.</source>
        <translation>«tags» contiene una etiqueta no válida: «{0}».</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>«{0}»</translation>
    </message>
    <message>
        <source>“{0}” cannot be a note&apos;s name: {1}.</source>
        <translation>«{0}» no puede ser el nombre de una nota: {1}.</translation>
    </message>
    <message>
        <source>“{0}” cannot be moved into itself.</source>
        <translation>«{0}» no se puede mover dentro de sí misma.</translation>
    </message>
    <message>
        <source>“{0}” cannot be read</source>
        <translation>No se puede leer «{0}»</translation>
    </message>
    <message>
        <source>“{0}” cannot be read from the disk.</source>
        <translation>No se puede leer «{0}» del disco.</translation>
    </message>
    <message>
        <source>“{0}” cannot be read: {1}</source>
        <translation>No se puede leer «{0}»: {1}</translation>
    </message>
    <message>
        <source>“{0}” cannot be read: {1}.</source>
        <translation>No se puede leer «{0}»: {1}.</translation>
    </message>
    <message>
        <source>“{0}” cannot be set by a note, only in Settings.</source>
        <translation>«{0}» no se puede definir en una nota, solo en Ajustes.</translation>
    </message>
    <message>
        <source>“{0}” changed since it was read.</source>
        <translation>«{0}» cambió desde que se leyó.</translation>
    </message>
    <message>
        <source>“{0}” contains invisible characters; they are shown as &lt;U+…&gt;.</source>
        <translation>«{0}» contiene caracteres invisibles; se muestran como &lt;U+…&gt;.</translation>
    </message>
    <message>
        <source>“{0}” contains only zero bytes.</source>
        <translation>«{0}» solo contiene bytes nulos.</translation>
    </message>
    <message>
        <source>“{0}” could not be moved to the system&apos;s trash: {1}.</source>
        <translation>No se pudo mover «{0}» a la papelera del sistema: {1}.</translation>
    </message>
    <message>
        <source>“{0}” has a conflict copy of a sync program: “{1}”.</source>
        <translation>«{0}» tiene una copia en conflicto de un programa de sincronización: «{1}».</translation>
    </message>
    <message>
        <source>“{0}” is a file, not a folder.</source>
        <translation>«{0}» es un archivo, no una carpeta.</translation>
    </message>
    <message>
        <source>“{0}” is a link, or is reached through one.</source>
        <translation>«{0}» es un enlace o se llega a él a través de uno.</translation>
    </message>
    <message>
        <source>“{0}” is among the files you excluded in Obsidian.</source>
        <translation>«{0}» está entre los archivos que usted excluyó en Obsidian.</translation>
    </message>
    <message>
        <source>“{0}” is in iCloud and not on this computer.</source>
        <translation>«{0}» está en iCloud y no en este equipo.</translation>
    </message>
    <message>
        <source>“{0}” is larger than {1} MB</source>
        <translation>«{0}» ocupa más de {1} MB</translation>
    </message>
    <message>
        <source>“{0}” is larger than {1} MB.</source>
        <translation>«{0}» ocupa más de {1} MB.</translation>
    </message>
    <message>
        <source>“{0}” is not a chat.</source>
        <translation>«{0}» no es un chat.</translation>
    </message>
    <message>
        <source>“{0}” is not a file that can be read</source>
        <translation>«{0}» no es un archivo que se pueda leer</translation>
    </message>
    <message>
        <source>“{0}” is not a valid tag</source>
        <translation>«{0}» no es una etiqueta válida</translation>
    </message>
    <message>
        <source>“{0}” is not a text, PDF or picture that can be read</source>
        <translation>«{0}» no es un texto, PDF o imagen que se pueda leer</translation>
    </message>
    <message>
        <source>“{0}” is not UTF-8 text and was not changed.</source>
        <translation>«{0}» no es texto UTF-8 y no se modificó.</translation>
    </message>
    <message>
        <source>“{0}” is not UTF-8 text.</source>
        <translation>«{0}» no es texto UTF-8.</translation>
    </message>
    <message>
        <source>“{0}” is not a note&apos;s name.</source>
        <translation>«{0}» no es el nombre de una nota.</translation>
    </message>
    <message>
        <source>“{0}” is not a note.</source>
        <translation>«{0}» no es una nota.</translation>
    </message>
    <message>
        <source>“{0}” is not a path in this vault: {1}.</source>
        <translation>«{0}» no es una ruta de esta bóveda: {1}.</translation>
    </message>
    <message>
        <source>“{0}” is not a regular file.</source>
        <translation>«{0}» no es un archivo normal.</translation>
    </message>
    <message>
        <source>“{0}” is not a text file.</source>
        <translation>«{0}» no es un archivo de texto.</translation>
    </message>
    <message>
        <source>“{0}” is not known and may be meant to limit the project. Known properties: {1}.</source>
        <translation>«{0}» no se conoce y quizá pretenda limitar el proyecto. Propiedades conocidas: {1}.</translation>
    </message>
    <message>
        <source>“{0}” no longer exists.</source>
        <translation>«{0}» ya no existe.</translation>
    </message>
    <message>
        <source>“{0}” is outside the folders of this agent or project.</source>
        <translation>«{0}» está fuera de las carpetas de este agente o proyecto.</translation>
    </message>
    <message>
        <source>“{0}” is private ({1}), so nothing was sent to {2}</source>
        <translation>«{0}» es privada ({1}), así que no se envió nada a {2}</translation>
    </message>
    <message>
        <source>“{0}” is private, so nothing was sent to {1}</source>
        <translation>«{0}» es privada, así que no se envió nada a {1}</translation>
    </message>
    <message>
        <source>“{0}” is set twice</source>
        <translation>«{0}» está definida dos veces</translation>
    </message>
    <message>
        <source>“{0}” is written in UTF-16.</source>
        <translation>«{0}» está escrito en UTF-16.</translation>
    </message>
    <message>
        <source>“{0}” is reached through a link.</source>
        <translation>A «{0}» se llega a través de un enlace.</translation>
    </message>
    <message>
        <source>“{0}” may not be read.</source>
        <translation>No se permite leer «{0}».</translation>
    </message>
    <message>
        <source>“{0}” is not used by VaultDesk.</source>
        <translation>VaultDesk no usa «{0}».</translation>
    </message>
    <message>
        <source>“{0}” mixes {1} letters in one word; it may imitate another name.</source>
        <translation>«{0}» mezcla letras {1} en una palabra; quizá imite otro nombre.</translation>
    </message>
    <message>
        <source>“{0}” must be a list of names (numbers in quotes).</source>
        <translation>«{0}» debe ser una lista de nombres (números entre comillas).</translation>
    </message>
    <message>
        <source>“{0}” must be text on one line.</source>
        <translation>«{0}» debe ser texto en una sola línea.</translation>
    </message>
    <message>
        <source>“{0}” names more than {1}.</source>
        <translation>«{0}» nombra más de {1}.</translation>
    </message>
    <message>
        <source>“{0}” repeats another property.</source>
        <translation>«{0}» repite otra propiedad.</translation>
    </message>
    <message>
        <source>Creating “{0}” was interrupted. The note does not exist.</source>
        <translation>La creación de «{0}» se interrumpió. La nota no existe.</translation>
    </message>
    <message>
        <source>“{0}” has changed since it was created.</source>
        <translation>«{0}» ha cambiado desde que se creó.</translation>
    </message>
    <message>
        <source>“{0}” has since changed.</source>
        <translation>«{0}» ha cambiado entretanto.</translation>
    </message>
    <message>
        <source>“{0}” was changed, but its content is different now.</source>
        <translation>«{0}» se modificó, pero ahora su contenido es distinto.</translation>
    </message>
    <message>
        <source>“{0}” was changed, but the disk reported an error.</source>
        <translation>«{0}» se cambió, pero el disco comunicó un error.</translation>
    </message>
    <message>
        <source>“{0}” has since been deleted or moved by another program.</source>
        <translation>Otro programa ha eliminado o movido «{0}» entretanto.</translation>
    </message>
    <message>
        <source>“{0}” has since been deleted.</source>
        <translation>«{0}» se ha eliminado entretanto.</translation>
    </message>
    <message>
        <source>“{0}” has since been moved to “{1}”.</source>
        <translation>«{0}» se ha movido entretanto a «{1}».</translation>
    </message>
    <message>
        <source>“{0}” was not saved: {1}</source>
        <translation>«{0}» no se guardó: {1}</translation>
    </message>
    <message>
        <source>“{0}” was saved, but the disk did not confirm it.</source>
        <translation>«{0}» se guardó, pero el disco no lo confirmó.</translation>
    </message>
    <message>
        <source>“{0}” was written by a newer VaultDesk.</source>
        <translation>«{0}» lo escribió un VaultDesk más reciente.</translation>
    </message>
    <message>
        <source>“{0}” was written by another program while a change of it was interrupted. The version of that program remains; the earlier versions are in the list of changes.</source>
        <translation>Otro programa escribió «{0}» mientras se interrumpía un cambio de la nota. Queda la versión de ese programa; las versiones anteriores están en la lista de cambios.</translation>
    </message>
    <message>
        <source>A line of the properties is not valid YAML.</source>
        <translation>Una línea de las propiedades no es YAML válido.</translation>
    </message>
    <message>
        <source>Line {0} is not valid YAML.</source>
        <translation>La línea {0} no es YAML válido.</translation>
    </message>
    <message>
        <source>Line {0} is not valid YAML: {1}.</source>
        <translation>La línea {0} no es YAML válido: {1}.</translation>
    </message>
    <message>
        <source>The properties have characters that YAML does not allow.</source>
        <translation>Las propiedades contienen caracteres que YAML no permite.</translation>
    </message>
    <message>
        <source>The properties are more than one YAML document.</source>
        <translation>Las propiedades forman más de un documento YAML.</translation>
    </message>
    <message>
        <source>The block between the --- lines is not a list of properties.</source>
        <translation>El bloque entre las líneas --- no es una lista de propiedades.</translation>
    </message>
    <message>
        <source>Line {0} uses a YAML anchor or alias; those are not read.</source>
        <translation>La línea {0} usa un ancla o un alias de YAML; no se leen.</translation>
    </message>
    <message>
        <source>Line {0} uses a YAML tag; those are not read.</source>
        <translation>La línea {0} usa una etiqueta de YAML; no se leen.</translation>
    </message>
    <message>
        <source>The properties are nested more than {0} deep.</source>
        <translation>Las propiedades están anidadas más de {0} niveles.</translation>
    </message>
    <message>
        <source>Line {0} has a placeholder or a list where a name should be.</source>
        <translation>La línea {0} tiene un marcador o una lista donde debería haber un nombre.</translation>
    </message>
    <message>
        <source>Line {0} sets “{1}” a second time.</source>
        <translation>La línea {0} define «{1}» por segunda vez.</translation>
    </message>
    <message>
        <source>The properties are longer than {0} kB.</source>
        <translation>Las propiedades ocupan más de {0} kB.</translation>
    </message>
    <message>
        <source>They are written as JSON.</source>
        <translation>Están escritas como JSON.</translation>
    </message>
    <message>
        <source>Change one of them in Obsidian, which then writes them as YAML.</source>
        <translation>Cambie una de ellas en Obsidian, que las escribirá como YAML.</translation>
    </message>
    <message>
        <source>Correct them in an editor first.</source>
        <translation>Corríjalas primero en un editor.</translation>
    </message>
    <message>
        <source>They have both “{0}” and “{1}”.</source>
        <translation>Contienen tanto «{0}» como «{1}».</translation>
    </message>
    <message>
        <source>Name one of them exactly.</source>
        <translation>Indique exactamente una de ellas.</translation>
    </message>
    <message>
        <source>“{0}” is not on lines of its own.</source>
        <translation>«{0}» no está en líneas propias.</translation>
    </message>
    <message>
        <source>Their layout does not allow changing single lines.</source>
        <translation>Su disposición no permite cambiar líneas sueltas.</translation>
    </message>
    <message>
        <source>Their “tags” property is not a list.</source>
        <translation>Su propiedad «tags» no es una lista.</translation>
    </message>
</context>
<context>
    <name>CountCard</name>
    <message>
        <source>{n} note</source>
        <translation>{n} nota</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notas</translation>
    </message>
    <message>
        <source>all ask first</source>
        <translation>todas preguntan antes</translation>
    </message>
    <message>
        <source>{0} ask first</source>
        <translation>{0} preguntan antes</translation>
    </message>
</context>
<context>
    <name>CrashDialog</name>
    <message>
        <source>Details of the unexpected exit</source>
        <translation>Detalles del cierre inesperado</translation>
    </message>
    <message>
        <source>Details of the error</source>
        <translation>Detalles del error</translation>
    </message>
    <message>
        <source>Report</source>
        <translation>Informe</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Show Folder</source>
        <translation>Mostrar carpeta</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>The report contains no text of your notes and no API keys. Nothing was sent. To report the problem, copy this text.</source>
        <translation>El informe no contiene texto de sus notas ni claves API. No se envió nada. Para informar del problema, copie este texto.</translation>
    </message>
    <message>
        <source>Copied</source>
        <translation>Copiado</translation>
    </message>
    <message>
        <source>Show details</source>
        <translation>Mostrar detalles</translation>
    </message>
</context>
<context>
    <name>DBusNotifications</name>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
</context>
<context>
    <name>DailyNoteNavigation</name>
    <message>
        <source>Daily note of {day}</source>
        <translation>Nota diaria de {day}</translation>
    </message>
    <message>
        <source>The template for daily notes cannot be read, so the note starts empty.</source>
        <translation>La plantilla de las notas diarias no se puede leer, así que la nota empieza vacía.</translation>
    </message>
    <message>
        <source>There is no daily note after {day}.</source>
        <translation>No hay ninguna nota diaria posterior ({day}).</translation>
    </message>
    <message>
        <source>There is no daily note before {day}.</source>
        <translation>No hay ninguna nota diaria anterior ({day}).</translation>
    </message>
</context>
<context>
    <name>Dates</name>
    <message>
        <source>1 day ago</source>
        <translation>hace 1 día</translation>
    </message>
    <message>
        <source>1 hour ago</source>
        <translation>hace 1 hora</translation>
    </message>
    <message>
        <source>1 minute ago</source>
        <translation>hace 1 minuto</translation>
    </message>
    <message>
        <source>MMM yyyy</source>
        <translation>MMM yyyy</translation>
    </message>
    <message>
        <source>MMMM yyyy</source>
        <translation>MMMM &apos;de&apos; yyyy</translation>
    </message>
    <message>
        <source>Today, {day}</source>
        <translation>Hoy, {day}</translation>
    </message>
    <message>
        <source>Yesterday</source>
        <translation>Ayer</translation>
    </message>
    <message>
        <source>Yesterday, {day}</source>
        <translation>Ayer, {day}</translation>
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
        <translation>d &apos;de&apos; MMMM</translation>
    </message>
    <message>
        <source>d MMMM yyyy</source>
        <translation>d &apos;de&apos; MMMM &apos;de&apos; yyyy</translation>
    </message>
    <message>
        <source>just now</source>
        <translation>ahora mismo</translation>
    </message>
    <message>
        <source>on {day}</source>
        <translation>el {day}</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>ayer</translation>
    </message>
    <message>
        <source>{n} days ago</source>
        <translation>hace {n} días</translation>
    </message>
    <message>
        <source>{n} hours ago</source>
        <translation>hace {n} horas</translation>
    </message>
    <message>
        <source>{n} min ago</source>
        <translation>hace {n} min</translation>
    </message>
    <message>
        <source>{n} minutes ago</source>
        <translation>hace {n} minutos</translation>
    </message>
    <message>
        <source>{weekday}, {day}</source>
        <translation>{weekday}, {day}</translation>
    </message>
    <message>
        <source>Changed: {when}</source>
        <translation>Modificada: {when}</translation>
    </message>
    <message>
        <source>Indexed {when}</source>
        <translation>Indexada {when}</translation>
    </message>
</context>
<context>
    <name>DesktopSheet</name>
    <message>
        <source>Desktop</source>
        <translation>Escritorio</translation>
    </message>
    <message>
        <source>What VaultDesk does outside its windows.</source>
        <translation>Lo que hace VaultDesk fuera de sus ventanas.</translation>
    </message>
    <message>
        <source>This desktop shows a tray.</source>
        <translation>Este escritorio muestra una bandeja del sistema.</translation>
    </message>
    <message>
        <source>This desktop shows no tray, so closing the last window ends VaultDesk.</source>
        <translation>Este escritorio no muestra bandeja del sistema, así que al cerrar la última ventana termina VaultDesk.</translation>
    </message>
</context>
<context>
    <name>DetailsButton</name>
    <message>
        <source>Details</source>
        <translation>Detalles</translation>
    </message>
</context>
<context>
    <name>DiagnosisSheet</name>
    <message>
        <source>Tests what works on this computer and shows how to fix what does not.</source>
        <translation>Prueba qué funciona en este equipo y muestra cómo arreglar lo que no funciona.</translation>
    </message>
    <message>
        <source>This computer</source>
        <translation>Este equipo</translation>
    </message>
    <message>
        <source>Check This Computer</source>
        <translation>Comprobar este equipo</translation>
    </message>
    <message>
        <source>Ask the Providers Too</source>
        <translation>Preguntar también a los proveedores</translation>
    </message>
    <message>
        <source>Copy Report</source>
        <translation>Copiar informe</translation>
    </message>
    <message>
        <source>Checks done</source>
        <translation>Comprobaciones hechas</translation>
    </message>
    <message>
        <source>Show only what needs attention</source>
        <translation>Mostrar solo lo que requiere atención</translation>
    </message>
    <message>
        <source>“{button}” asks {hosts} for the list of models. No note text is sent.</source>
        <translation>«{button}» pide a {hosts} la lista de modelos. No se envía texto de notas.</translation>
    </message>
    <message>
        <source>The checks are not finished yet.</source>
        <translation>Las comprobaciones aún no han terminado.</translation>
    </message>
    <message>
        <source>Checking…</source>
        <translation>Comprobando…</translation>
    </message>
    <message>
        <source>Checking… {done} of {total}</source>
        <translation>Comprobando… {done} de {total}</translation>
    </message>
    <message>
        <source>Check Again</source>
        <translation>Comprobar de nuevo</translation>
    </message>
    <message>
        <source>Copied. API keys, note names, your name and your home folder are left out.</source>
        <translation>Copiado. Se omiten las claves API, los nombres de notas, su nombre y su carpeta personal.</translation>
    </message>
    <message>
        <source>Nothing has been checked yet.</source>
        <translation>Aún no se ha comprobado nada.</translation>
    </message>
    <message>
        <source>Nothing has been checked yet. Checking takes a few seconds.</source>
        <translation>Aún no se ha comprobado nada. La comprobación tarda unos segundos.</translation>
    </message>
    <message>
        <source>No problems found. Works: {fine}.</source>
        <translation>No se encontraron problemas. Funciona: {fine}.</translation>
    </message>
    <message>
        <source>Cache folder</source>
        <translation>Carpeta de caché</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>Carpeta de datos</translation>
    </message>
    <message>
        <source>Disk with the data</source>
        <translation>Disco con los datos</translation>
    </message>
    <message>
        <source>Disk with the vault</source>
        <translation>Disco con la bóveda</translation>
    </message>
    <message>
        <source>Display</source>
        <translation>Pantalla</translation>
    </message>
    <message>
        <source>Does not work: {failed}. Worth knowing: {known}. Works: {fine}.</source>
        <translation>No funciona: {failed}. Conviene saber: {known}. Funciona: {fine}.</translation>
    </message>
    <message>
        <source>Folders and keys</source>
        <translation>Carpetas y claves</translation>
    </message>
    <message>
        <source>Full-text search</source>
        <translation>Búsqueda de texto completo</translation>
    </message>
    <message>
        <source>Input method</source>
        <translation>Método de entrada</translation>
    </message>
    <message>
        <source>API keys</source>
        <translation>Claves API</translation>
    </message>
    <message>
        <source>Quick ask shortcut</source>
        <translation>Atajo de la pregunta rápida</translation>
    </message>
    <message>
        <source>Last exit</source>
        <translation>Último cierre</translation>
    </message>
    <message>
        <source>Symbolic links</source>
        <translation>Enlaces simbólicos</translation>
    </message>
    <message>
        <source>Log folder</source>
        <translation>Carpeta de registros</translation>
    </message>
    <message>
        <source>Desktop notifications</source>
        <translation>Notificaciones del escritorio</translation>
    </message>
    <message>
        <source>Models and the web</source>
        <translation>Modelos y la web</translation>
    </message>
    <message>
        <source>Models on this computer</source>
        <translation>Modelos en este equipo</translation>
    </message>
    <message>
        <source>No failures. Worth knowing: {known}. Works: {fine}.</source>
        <translation>No hay fallos. Conviene saber: {known}. Funciona: {fine}.</translation>
    </message>
    <message>
        <source>Program files</source>
        <translation>Archivos del programa</translation>
    </message>
    <message>
        <source>PDF pages</source>
        <translation>Páginas PDF</translation>
    </message>
    <message>
        <source>Folder locations</source>
        <translation>Ubicación de las carpetas</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Búsqueda</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Búsqueda por significado</translation>
    </message>
    <message>
        <source>Search index</source>
        <translation>Índice de búsqueda</translation>
    </message>
    <message>
        <source>Settings file</source>
        <translation>Archivo de ajustes</translation>
    </message>
    <message>
        <source>Settings folder</source>
        <translation>Carpeta de ajustes</translation>
    </message>
    <message>
        <source>Settings of Obsidian</source>
        <translation>Ajustes de Obsidian</translation>
    </message>
    <message>
        <source>Show the Desktop Settings</source>
        <translation>Mostrar los ajustes de escritorio</translation>
    </message>
    <message>
        <source>Show the Providers</source>
        <translation>Mostrar los proveedores</translation>
    </message>
    <message>
        <source>Show the Search Index</source>
        <translation>Mostrar el índice de búsqueda</translation>
    </message>
    <message>
        <source>Show the Web Settings</source>
        <translation>Mostrar los ajustes de la web</translation>
    </message>
    <message>
        <source>Spelling</source>
        <translation>Ortografía</translation>
    </message>
    <message>
        <source>Sync folder</source>
        <translation>Carpeta sincronizada</translation>
    </message>
    <message>
        <source>The vault</source>
        <translation>La bóveda</translation>
    </message>
    <message>
        <source>This program</source>
        <translation>Este programa</translation>
    </message>
    <message>
        <source>Toolsets</source>
        <translation>Conjuntos de herramientas</translation>
    </message>
    <message>
        <source>Tray</source>
        <translation>Bandeja del sistema</translation>
    </message>
    <message>
        <source>Upper and lower case</source>
        <translation>Mayúsculas y minúsculas</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>Bóveda</translation>
    </message>
    <message>
        <source>VaultDesk</source>
        <translation>VaultDesk</translation>
    </message>
    <message>
        <source>Change detection</source>
        <translation>Detección de cambios</translation>
    </message>
    <message>
        <source>Web search</source>
        <translation>Búsqueda web</translation>
    </message>
    <message>
        <source>Window and desktop</source>
        <translation>Ventana y escritorio</translation>
    </message>
    <message>
        <source>Window toolkit (Qt)</source>
        <translation>Biblioteca de ventanas (Qt)</translation>
    </message>
    <message>
        <source>does not work</source>
        <translation>no funciona</translation>
    </message>
    <message>
        <source>works</source>
        <translation>funciona</translation>
    </message>
    <message>
        <source>worth knowing</source>
        <translation>conviene saber</translation>
    </message>
</context>
<context>
    <name>DiffHeadPainter</name>
    <message>
        <source>1 unchanged line</source>
        <translation>1 línea sin cambios</translation>
    </message>
    <message>
        <source>Move</source>
        <translation>Mover</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renombrar</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>editada por usted</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>omitida</translation>
    </message>
    <message>
        <source>line {0}</source>
        <translation>línea {0}</translation>
    </message>
    <message>
        <source>lines {0}–{1}</source>
        <translation>líneas {0}–{1}</translation>
    </message>
    <message>
        <source>new note</source>
        <translation>nota nueva</translation>
    </message>
    <message>
        <source>new note, {0}</source>
        <translation>nota nueva, {0}</translation>
    </message>
    <message>
        <source>ticked</source>
        <translation>marcada</translation>
    </message>
    <message>
        <source>will be deleted</source>
        <translation>se eliminará</translation>
    </message>
    <message>
        <source>will be deleted, {0}</source>
        <translation>se eliminará, {0}</translation>
    </message>
    <message>
        <source>{0} blank lines</source>
        <translation>{0} líneas en blanco</translation>
    </message>
    <message>
        <source>{0} more lines</source>
        <translation>{0} líneas más</translation>
    </message>
    <message>
        <source>{0} more lines, {1} of them removed</source>
        <translation>{0} líneas más, {1} de ellas quitadas</translation>
    </message>
    <message>
        <source>{0} unchanged lines</source>
        <translation>{0} líneas sin cambios</translation>
    </message>
</context>
<context>
    <name>DisclosureDialog</name>
    <message>
        <source>**Nothing leaves this computer.**</source>
        <translation>**Nada sale de este equipo.**</translation>
    </message>
    <message>
        <source>1 comment is removed from the notes before sending.</source>
        <translation>Se quita 1 comentario de las notas antes de enviarlas.</translation>
    </message>
    <message>
        <source>1 earlier answer is not sent because it may repeat private text.</source>
        <translation>1 respuesta anterior no se envía porque puede repetir texto privado.</translation>
    </message>
    <message>
        <source>About **{n} tokens** leave this computer for **{host}**, none of them from your notes</source>
        <translation>Unos **{n} tokens** salen de este equipo hacia **{host}**, ninguno de sus notas</translation>
    </message>
    <message>
        <source>About **{n} tokens** leave this computer for **{host}**, {notes} of them from your notes</source>
        <translation>Unos **{n} tokens** salen de este equipo hacia **{host}**, {notes} de ellos de sus notas</translation>
    </message>
    <message>
        <source>Instruction to the model: “{question}”</source>
        <translation>Instrucción para el modelo: «{question}»</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Enviar</translation>
    </message>
    <message>
        <source>Send without Notes</source>
        <translation>Enviar sin notas</translation>
    </message>
    <message>
        <source>With the chat and the instructions it is about {n} tokens, {money}.</source>
        <translation>Con el chat y las instrucciones son unos {n} tokens, {money}.</translation>
    </message>
    <message>
        <source>Your question: “{question}”</source>
        <translation>Su pregunta: «{question}»</translation>
    </message>
    <message>
        <source>{model} at {who}</source>
        <translation>{model} en {who}</translation>
    </message>
    <message>
        <source>{n} comments are removed from the notes before sending.</source>
        <translation>Se quitan {n} comentarios de las notas antes de enviarlas.</translation>
    </message>
    <message>
        <source>{n} earlier answers are not sent because they may repeat private text.</source>
        <translation>{n} respuestas anteriores no se envían porque pueden repetir texto privado.</translation>
    </message>
    <message>
        <source>What leaves this computer</source>
        <translation>Qué sale de este equipo</translation>
    </message>
</context>
<context>
    <name>DisclosureFilters</name>
    <message>
        <source>Receiver</source>
        <translation>Destinatario</translation>
    </message>
    <message>
        <source>All providers</source>
        <translation>Todos los proveedores</translation>
    </message>
    <message>
        <source>Month</source>
        <translation>Mes</translation>
    </message>
    <message>
        <source>All months</source>
        <translation>Todos los meses</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Decisión</translation>
    </message>
    <message>
        <source>Any decision</source>
        <translation>Cualquier decisión</translation>
    </message>
    <message>
        <source>Allowed by you</source>
        <translation>Permitidas por usted</translation>
    </message>
    <message>
        <source>Allowed by a rule</source>
        <translation>Permitidas por una regla</translation>
    </message>
    <message>
        <source>Allowed for a chat</source>
        <translation>Permitidas para un chat</translation>
    </message>
    <message>
        <source>Needed no approval</source>
        <translation>No necesitaron aprobación</translation>
    </message>
    <message>
        <source>Withheld</source>
        <translation>Retenidas</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>All kinds</source>
        <translation>Todos los tipos</translation>
    </message>
    <message>
        <source>Questions</source>
        <translation>Preguntas</translation>
    </message>
    <message>
        <source>Rewrites</source>
        <translation>Reescrituras</translation>
    </message>
    <message>
        <source>Titles and summaries</source>
        <translation>Títulos y resúmenes</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Búsqueda por significado</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>Web</translation>
    </message>
    <message>
        <source>Other programs</source>
        <translation>Otros programas</translation>
    </message>
    <message>
        <source>Connections only</source>
        <translation>Solo conexiones</translation>
    </message>
</context>
<context>
    <name>DisclosureReviewController</name>
    <message>
        <source>An answer is in progress. Wait for it or stop it.</source>
        <translation>Hay una respuesta en curso. Espérela o deténgala.</translation>
    </message>
    <message>
        <source>Type a question to send it.</source>
        <translation>Escriba una pregunta para enviarla.</translation>
    </message>
</context>
<context>
    <name>DisclosureView</name>
    <message>
        <source>What would leave this computer</source>
        <translation>Qué saldría de este equipo</translation>
    </message>
    <message>
        <source>What {who} would read, on this computer</source>
        <translation>Lo que leería {who}, en este equipo</translation>
    </message>
    <message>
        <source>Review before each send in this chat</source>
        <translation>Revisar antes de cada envío en este chat</translation>
    </message>
    <message>
        <source>Don’t Send</source>
        <translation>No enviar</translation>
    </message>
    <message>
        <source>What is sent</source>
        <translation>Qué se envía</translation>
    </message>
    <message>
        <source>The model rewrites this passage of your note. Your instruction goes with it.</source>
        <translation>El modelo reescribe este pasaje de su nota. Su instrucción va con él.</translation>
    </message>
    <message>
        <source>The model uses this passage of your note to define a word.</source>
        <translation>El modelo usa este pasaje de su nota para definir una palabra.</translation>
    </message>
    <message>
        <source>This text of your notes goes with the chat.</source>
        <translation>Este texto de sus notas va con el chat.</translation>
    </message>
    <message>
        <source>This text of your notes goes with “{question}”.</source>
        <translation>Este texto de sus notas va con «{question}».</translation>
    </message>
    <message>
        <source>Send your question to {who}?</source>
        <translation>¿Enviar su pregunta a {who}?</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>No text of your notes goes with it: only what is written in this chat, and how tools are used.</source>
        <translation>No va ningún texto de sus notas: solo lo escrito en este chat y cómo se usan las herramientas.</translation>
    </message>
</context>
<context>
    <name>DisclosuresPage</name>
    <message>
        <source>Search by note or question</source>
        <translation>Buscar por nota o pregunta</translation>
    </message>
    <message>
        <source>Note or question</source>
        <translation>Nota o pregunta</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>Only what was sent of “{note}” is shown.</source>
        <translation>Solo se muestra lo que se envió de «{note}».</translation>
    </message>
    <message>
        <source>What left this computer</source>
        <translation>Qué salió de este equipo</translation>
    </message>
    <message>
        <source>Where “{note}” was sent</source>
        <translation>Adónde se envió «{note}»</translation>
    </message>
    <message>
        <source>Sent notes, by question</source>
        <translation>Notas enviadas, por pregunta</translation>
    </message>
    <message>
        <source>No matches</source>
        <translation>No hay coincidencias</translation>
    </message>
    <message>
        <source>Nothing has left this computer</source>
        <translation>Nada ha salido de este equipo</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Mostrar todo</translation>
    </message>
    <message>
        <source>Only what was sent in this chat is shown.</source>
        <translation>Solo se muestra lo que se envió en este chat.</translation>
    </message>
    <message>
        <source>Everything that is sent from this computer is recorded here first.</source>
        <translation>Todo lo que se envía desde este equipo se registra antes aquí.</translation>
    </message>
    <message>
        <source>Try other words, or all months.</source>
        <translation>Pruebe con otras palabras o con todos los meses.</translation>
    </message>
    <message>
        <source>Nothing has left this computer in {month}</source>
        <translation>Nada ha salido de este equipo en {month}</translation>
    </message>
    <message>
        <source>Nothing has left this computer this month.</source>
        <translation>Este mes no ha salido nada de este equipo.</translation>
    </message>
    <message>
        <source>Nothing of yours has left this computer this month.</source>
        <translation>Este mes no ha salido nada suyo de este equipo.</translation>
    </message>
    <message>
        <source>No note has left this computer this month, only {tokens} of questions and instructions.</source>
        <translation>Este mes no ha salido de este equipo ninguna nota, pero sí {tokens} de preguntas e instrucciones.</translation>
    </message>
    <message>
        <source>This month: {notes} in {questions}, {tokens}.</source>
        <translation>Este mes: {notes} en {questions}, {tokens}.</translation>
    </message>
    <message>
        <source>1 question</source>
        <translation>1 pregunta</translation>
    </message>
    <message>
        <source>{n} questions</source>
        <translation>{n} preguntas</translation>
    </message>
    <message>
        <source>With today’s rules, {n} of them would not be sent.</source>
        <translation>Con las reglas de hoy, {n} de ellas no se enviarían.</translation>
    </message>
    <message>
        <source>No private notes.</source>
        <translation>No hay notas privadas.</translation>
    </message>
    <message>
        <source>Other vaults and programs sent {tokens} more.</source>
        <translation>Otras bóvedas y programas enviaron {tokens} más.</translation>
    </message>
    <message>
        <source>Spreadsheet table (CSV)</source>
        <translation>Tabla para hoja de cálculo (CSV)</translation>
    </message>
    <message>
        <source>JSON</source>
        <translation>JSON</translation>
    </message>
    <message>
        <source>Export what left this computer</source>
        <translation>Exportar lo que salió de este equipo</translation>
    </message>
    <message>
        <source>The file could not be written: {why}.</source>
        <translation>No se pudo escribir el archivo: {why}.</translation>
    </message>
    <message>
        <source>Written to {file}.</source>
        <translation>Escrito en {file}.</translation>
    </message>
    <message>
        <source>1 note was withheld</source>
        <translation>Se retuvo 1 nota</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Copiar ruta</translation>
    </message>
    <message>
        <source>Earlier answers and results</source>
        <translation>Respuestas y resultados anteriores</translation>
    </message>
    <message>
        <source>Instructions and tools</source>
        <translation>Instrucciones y herramientas</translation>
    </message>
    <message>
        <source>Never send it again</source>
        <translation>No volver a enviarla nunca</translation>
    </message>
    <message>
        <source>Open note</source>
        <translation>Abrir nota</translation>
    </message>
    <message>
        <source>Rewrite of {note}</source>
        <translation>Reescritura de {note}</translation>
    </message>
    <message>
        <source>Where this note was sent</source>
        <translation>Adónde se envió esta nota</translation>
    </message>
    <message>
        <source>Your words</source>
        <translation>Sus palabras</translation>
    </message>
    <message>
        <source>in 1 request</source>
        <translation>en 1 petición</translation>
    </message>
    <message>
        <source>in {n} requests</source>
        <translation>en {n} peticiones</translation>
    </message>
    <message>
        <source>nothing of yours</source>
        <translation>nada suyo</translation>
    </message>
    <message>
        <source>sent before</source>
        <translation>enviada antes</translation>
    </message>
    <message>
        <source>stayed here</source>
        <translation>se quedó aquí</translation>
    </message>
    <message>
        <source>this computer</source>
        <translation>este equipo</translation>
    </message>
    <message>
        <source>{note} was requested, and withheld by the rule for private notes</source>
        <translation>Se pidió {note} y la regla de notas privadas la retuvo</translation>
    </message>
    <message>
        <source>{note} was withheld by you</source>
        <translation>Usted retuvo {note}</translation>
    </message>
    <message>
        <source>{note} was withheld: it could not be reviewed</source>
        <translation>Se retuvo {note}: no se pudo revisar</translation>
    </message>
    <message>
        <source>{n} notes were withheld</source>
        <translation>Se retuvieron {n} notas</translation>
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
        <translation>Otro programa cambió esta nota mientras usted la editaba. No se sobrescribió nada.</translation>
    </message>
    <message>
        <source>Reload</source>
        <translation>Recargar</translation>
    </message>
    <message>
        <source>Merge…</source>
        <translation>Fusionar…</translation>
    </message>
    <message>
        <source>Keep mine</source>
        <translation>Conservar la mía</translation>
    </message>
    <message>
        <source>This note was deleted by another program. Its text is kept here until you close it.</source>
        <translation>Otro programa eliminó esta nota. Su texto se conserva aquí hasta que la cierre.</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Descartar</translation>
    </message>
    <message>
        <source>Save again</source>
        <translation>Guardar de nuevo</translation>
    </message>
    <message>
        <source>Not saved. {reason}</source>
        <translation>No guardada. {reason}</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Copy text</source>
        <translation>Copiar texto</translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message>
        <source>With {0} it opens in a new window</source>
        <translation>Con {0} se abre en una ventana nueva</translation>
    </message>
    <message>
        <source>Drop to open this folder in a new window</source>
        <translation>Suelte para abrir esta carpeta en una ventana nueva</translation>
    </message>
    <message>
        <source>Drop to open this folder as a vault</source>
        <translation>Suelte para abrir esta carpeta como bóveda</translation>
    </message>
    <message>
        <source>Drop to open this note</source>
        <translation>Suelte para abrir esta nota</translation>
    </message>
    <message numerus="yes">
        <source>Drop to open %n files, or to add them to the vault</source>
        <translation>
            <numerusform>Suelte para abrir %n archivo o añadirlo a la bóveda</numerusform>
            <numerusform>Suelte para abrir %n archivos o añadirlos a la bóveda</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>EditorController</name>
    <message>
        <source>The text to insert has a line that is too long for this editor, so it was not inserted.</source>
        <translation>El texto que se iba a insertar tiene una línea demasiado larga para este editor, así que no se insertó.</translation>
    </message>
</context>
<context>
    <name>EditorMenu</name>
    <message>
        <source>Bold</source>
        <translation>Negrita</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Cortar</translation>
    </message>
    <message>
        <source>Follow the link</source>
        <translation>Seguir el enlace</translation>
    </message>
    <message>
        <source>Italic</source>
        <translation>Cursiva</translation>
    </message>
    <message>
        <source>Link</source>
        <translation>Enlace</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>No hay nada seleccionado.</translation>
    </message>
    <message>
        <source>The clipboard is empty.</source>
        <translation>El portapapeles está vacío.</translation>
    </message>
    <message>
        <source>There is nothing to redo.</source>
        <translation>No hay nada que rehacer.</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Pegar</translation>
    </message>
    <message>
        <source>Paste as plain text</source>
        <translation>Pegar como texto sin formato</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rehacer</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Seleccionar todo</translation>
    </message>
    <message>
        <source>Toggle task</source>
        <translation>Marcar o desmarcar la tarea</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>There is nothing to undo.</source>
        <translation>No hay nada que deshacer.</translation>
    </message>
    <message>
        <source>This note is read-only here.</source>
        <translation>Esta nota es aquí de solo lectura.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
</context>
<context>
    <name>ElicitationCard</name>
    <message>
        <source>The assistant asks</source>
        <translation>El asistente pregunta</translation>
    </message>
    <message>
        <source>Your own words</source>
        <translation>Con sus palabras</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>Skip</source>
        <translation>Omitir</translation>
    </message>
    <message>
        <source>Or in your own words…</source>
        <translation>O con sus palabras…</translation>
    </message>
    <message>
        <source>Your answer…</source>
        <translation>Su respuesta…</translation>
    </message>
</context>
<context>
    <name>EmbeddingCard</name>
    <message>
        <source>Passages indexed</source>
        <translation>Pasajes indexados</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausar</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Búsqueda por significado</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
</context>
<context>
    <name>EmbeddingStatus</name>
    <message>
        <source>1 passage can be found by meaning.</source>
        <translation>1 pasaje se puede encontrar por significado.</translation>
    </message>
    <message>
        <source>By links and tags only. {why}</source>
        <translation>Solo por enlaces y etiquetas. {why}</translation>
    </message>
    <message>
        <source>Indexing for search by meaning starts once all notes are indexed.</source>
        <translation>La indexación para la búsqueda por significado empieza cuando todas las notas están indexadas.</translation>
    </message>
    <message>
        <source>Indexing for search by meaning: {done} of {total} passages</source>
        <translation>Indexando para la búsqueda por significado: {done} de {total} pasajes</translation>
    </message>
    <message>
        <source>Related by meaning: {done} of {total} passages indexed</source>
        <translation>Relacionadas por significado: {done} de {total} pasajes indexados</translation>
    </message>
    <message>
        <source>Search by meaning failed.</source>
        <translation>La búsqueda por significado falló.</translation>
    </message>
    <message>
        <source>Search by meaning is not installed.</source>
        <translation>La búsqueda por significado no está instalada.</translation>
    </message>
    <message>
        <source>Search by meaning is turned off in Settings.</source>
        <translation>La búsqueda por significado está desactivada en los ajustes.</translation>
    </message>
    <message>
        <source>{done} of {total} passages are indexed.</source>
        <translation>{done} de {total} pasajes están indexados.</translation>
    </message>
    <message>
        <source>Until then, {model} is used.</source>
        <translation>Hasta entonces se usa {model}.</translation>
    </message>
    <message>
        <source>{n} passages can be found by meaning.</source>
        <translation>{n} pasajes se pueden encontrar por significado.</translation>
    </message>
</context>
<context>
    <name>EmbeddingStatusItem</name>
    <message>
        <source>Click to resume.</source>
        <translation>Pulse para reanudar.</translation>
    </message>
    <message>
        <source>Click to pause.</source>
        <translation>Pulse para pausar.</translation>
    </message>
    <message>
        <source>{percent} %</source>
        <translation>{percent} %</translation>
    </message>
    <message>
        <source>Indexing for search by meaning · {share}</source>
        <translation>Indexando para la búsqueda por significado · {share}</translation>
    </message>
    <message>
        <source>Indexing for search by meaning is paused · {share}</source>
        <translation>Indexación para la búsqueda por significado en pausa · {share}</translation>
    </message>
    <message>
        <source>Search by meaning failed</source>
        <translation>Falló la búsqueda por significado</translation>
    </message>
</context>
<context>
    <name>Embeds</name>
    <message>
        <source>The note has no such heading or block.</source>
        <translation>La nota no tiene ese encabezado o bloque.</translation>
    </message>
    <message>
        <source>Open the note to read more</source>
        <translation>Abrir la nota para seguir leyendo</translation>
    </message>
    <message>
        <source>page {number}</source>
        <translation>página {number}</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Imagen</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Sonido</translation>
    </message>
    <message>
        <source>Video</source>
        <translation>Vídeo</translation>
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
        <translation>Archivo {ending}</translation>
    </message>
</context>
<context>
    <name>ExcerptList</name>
    <message>
        <source>withheld by you before</source>
        <translation>retenido antes por usted</translation>
    </message>
    <message>
        <source>private: {why}</source>
        <translation>privado: {why}</translation>
    </message>
    <message>
        <source>sent there before</source>
        <translation>ya enviado allí antes</translation>
    </message>
</context>
<context>
    <name>ExcerptText</name>
    <message>
        <source>Send all of it</source>
        <translation>Enviar todo</translation>
    </message>
    <message>
        <source>Back to the list</source>
        <translation>Volver a la lista</translation>
    </message>
    <message>
        <source>The text to send from this passage; you can shorten it</source>
        <translation>El texto que se envía de este pasaje; puede acortarlo</translation>
    </message>
    <message>
        <source>This passage is too long to be edited here. Leave it out instead.</source>
        <translation>Este pasaje es demasiado largo para editarlo aquí. Es mejor omitirlo.</translation>
    </message>
</context>
<context>
    <name>ExchangeView</name>
    <message>
        <source>Asking…</source>
        <translation>Preguntando…</translation>
    </message>
    <message>
        <source>Reading the notes: {0} %</source>
        <translation>Leyendo las notas: {0} %</translation>
    </message>
    <message>
        <source>The answer failed.</source>
        <translation>La respuesta falló.</translation>
    </message>
    <message>
        <source>Stopped. The answer so far is kept.</source>
        <translation>Detenida. La respuesta hasta ahora se conserva.</translation>
    </message>
    <message>
        <source>Stopped.</source>
        <translation>Detenido.</translation>
    </message>
    <message>
        <source>This answer was cut off.</source>
        <translation>Esta respuesta quedó cortada.</translation>
    </message>
    <message>
        <source>This question has no answer.</source>
        <translation>Esta pregunta no tiene respuesta.</translation>
    </message>
    <message>
        <source>Ask Again</source>
        <translation>Preguntar de nuevo</translation>
    </message>
    <message>
        <source>The answer is complete.</source>
        <translation>La respuesta está completa.</translation>
    </message>
    <message>
        <source>Not from your notes.</source>
        <translation>No procede de sus notas.</translation>
    </message>
    <message>
        <source>Show quotes from my notes</source>
        <translation>Citar lo que dicen mis notas</translation>
    </message>
    <message>
        <source>Quotes from your notes</source>
        <translation>Citas de sus notas</translation>
    </message>
    <message>
        <source>The answer was cut off at the length limit of the model. Ask the model to continue.</source>
        <translation>La respuesta se cortó en el límite de longitud del modelo. Pida al modelo que continúe.</translation>
    </message>
    <message>
        <source>The model only repeated itself, so the answer was stopped.</source>
        <translation>El modelo no hacía más que repetirse, así que se detuvo la respuesta.</translation>
    </message>
    <message>
        <source>The model declined to answer. The question is not sent to it again.</source>
        <translation>El modelo se negó a responder. La pregunta no se le vuelve a enviar.</translation>
    </message>
    <message>
        <source>The model gave no answer in two attempts. Rephrase the question, or choose another model.</source>
        <translation>El modelo no dio ninguna respuesta en dos intentos. Reformule la pregunta o elija otro modelo.</translation>
    </message>
    <message>
        <source>A content filter of the provider ended this answer.</source>
        <translation>Un filtro de contenido del proveedor puso fin a esta respuesta.</translation>
    </message>
    <message>
        <source>Ended early: {0}</source>
        <translation>Terminó antes de tiempo: {0}</translation>
    </message>
</context>
<context>
    <name>ExpandButton</name>
    <message>
        <source>Smaller box</source>
        <translation>Cuadro más pequeño</translation>
    </message>
    <message>
        <source>Larger box</source>
        <translation>Cuadro más grande</translation>
    </message>
</context>
<context>
    <name>ExternalPrograms</name>
    <message>
        <source>No program on this computer can open such links.</source>
        <translation>Ningún programa de este equipo puede abrir enlaces de este tipo.</translation>
    </message>
    <message>
        <source>No program on this computer can open “{name}”.</source>
        <translation>Ningún programa de este equipo puede abrir «{name}».</translation>
    </message>
    <message>
        <source>The link cannot be opened.</source>
        <translation>No se puede abrir el enlace.</translation>
    </message>
    <message>
        <source>No file manager is available to show it.</source>
        <translation>No hay ningún gestor de archivos disponible para mostrarlo.</translation>
    </message>
    <message>
        <source>“{name}” is a program. VaultDesk does not run programs.</source>
        <translation>«{name}» es un programa. VaultDesk no ejecuta programas.</translation>
    </message>
    <message>
        <source>“{name}” no longer exists.</source>
        <translation>«{name}» ya no existe.</translation>
    </message>
    <message>
        <source>Obsidian is not installed on this computer, or does not open links.</source>
        <translation>Obsidian no está instalado en este equipo o no abre enlaces.</translation>
    </message>
</context>
<context>
    <name>FailureBanner</name>
    <message>
        <source>Your question is kept.</source>
        <translation>La pregunta se conserva.</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Ask {0} instead</source>
        <translation>Preguntar a {0}</translation>
    </message>
</context>
<context>
    <name>FieldCompletion</name>
    <message>
        <source>Suggestions</source>
        <translation>Sugerencias</translation>
    </message>
</context>
<context>
    <name>FileActions</name>
    <message>
        <source>“{name}” no longer exists.</source>
        <translation>«{name}» ya no existe.</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Nueva carpeta</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Sin título</translation>
    </message>
    <message>
        <source>Renamed “{old}” to “{new}”</source>
        <translation>Se renombró «{old}» como «{new}»</translation>
    </message>
    <message>
        <source>Find a folder</source>
        <translation>Buscar una carpeta</translation>
    </message>
    <message>
        <source>Move to a folder</source>
        <translation>Mover a una carpeta</translation>
    </message>
    <message>
        <source>Moves {count} files to the vault root.</source>
        <translation>Mueve {count} archivos a la raíz de la bóveda.</translation>
    </message>
    <message>
        <source>Moves {count} files to “{folder}”.</source>
        <translation>Mueve {count} archivos a «{folder}».</translation>
    </message>
    <message>
        <source>Moves “{name}” to the vault root.</source>
        <translation>Mueve «{name}» a la raíz de la bóveda.</translation>
    </message>
    <message>
        <source>Moves “{name}” to “{folder}”.</source>
        <translation>Mueve «{name}» a «{folder}».</translation>
    </message>
    <message>
        <source>New folder “{folder}”</source>
        <translation>Nueva carpeta «{folder}»</translation>
    </message>
    <message>
        <source>Vault root</source>
        <translation>Raíz de la bóveda</translation>
    </message>
    <message>
        <source>Open a note or select one in the file list first.</source>
        <translation>Abra primero una nota o seleccione una en la lista de archivos.</translation>
    </message>
</context>
<context>
    <name>FileChecklist</name>
    <message>
        <source>stays here</source>
        <translation>se queda aquí</translation>
    </message>
    <message>
        <source>All results</source>
        <translation>Todos los resultados</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>Todas las notas</translation>
    </message>
    <message>
        <source>What the model may read; Space ticks</source>
        <translation>Lo que el modelo puede leer; Espacio marca</translation>
    </message>
    <message>
        <source>Notes to share; Space ticks</source>
        <translation>Notas que se compartirán; Espacio marca</translation>
    </message>
    <message>
        <source>only a part</source>
        <translation>solo una parte</translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n results</source>
        <translation>
            <numerusform>{0} de %n resultado</numerusform>
            <numerusform>{0} de %n resultados</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n notes</source>
        <translation>
            <numerusform>{0} de %n nota</numerusform>
            <numerusform>{0} de %n notas</numerusform>
        </translation>
    </message>
    <message>
        <source>no such note</source>
        <translation>no hay tal nota</translation>
    </message>
    <message>
        <source>check carefully</source>
        <translation>revise con atención</translation>
    </message>
</context>
<context>
    <name>FileManager</name>
    <message>
        <source>Nothing was changed: an open note has text that could not be saved.</source>
        <translation>No se cambió nada: una nota abierta tiene texto que no se pudo guardar.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Moved “{name}”</source>
        <translation>Se movió «{name}»</translation>
    </message>
    <message>
        <source>Moved {count} files</source>
        <translation>Se movieron {count} archivos</translation>
    </message>
    <message>
        <source>Deleted “{name}”</source>
        <translation>Se eliminó «{name}»</translation>
    </message>
    <message>
        <source>Deleted {count} files</source>
        <translation>Se eliminaron {count} archivos</translation>
    </message>
    <message>
        <source>Created the folder “{name}”.</source>
        <translation>Se creó la carpeta «{name}».</translation>
    </message>
    <message>
        <source>Copied “{name}”</source>
        <translation>Se copió «{name}»</translation>
    </message>
    <message>
        <source>Created the copy “{name}”.</source>
        <translation>Se creó la copia «{name}».</translation>
    </message>
    <message>
        <source>1 link could not be updated.</source>
        <translation>No se pudo actualizar 1 enlace.</translation>
    </message>
    <message>
        <source>1 link was updated.</source>
        <translation>Se actualizó 1 enlace.</translation>
    </message>
    <message>
        <source>A name cannot contain a slash. To put the file into a folder, move it.</source>
        <translation>Un nombre no puede contener una barra. Para poner el archivo en una carpeta, muévalo.</translation>
    </message>
    <message>
        <source>Deleted {what}: {removal}.</source>
        <translation>Se ha eliminado {what}: {removal}.</translation>
    </message>
    <message>
        <source>Enter a name.</source>
        <translation>Introduzca un nombre.</translation>
    </message>
    <message>
        <source>Copied {what} to {where}.</source>
        <translation>Se copió {what} a {where}.</translation>
    </message>
    <message>
        <source>It is not private there.</source>
        <translation>Allí no es privada.</translation>
    </message>
    <message>
        <source>Moved {what} to the trash.</source>
        <translation>Se movió {what} a la papelera.</translation>
    </message>
    <message>
        <source>Moved {what} to {where}.</source>
        <translation>Se movió {what} a {where}.</translation>
    </message>
    <message>
        <source>Renamed “{old}” to “{new}”.</source>
        <translation>Se renombró «{old}» como «{new}».</translation>
    </message>
    <message>
        <source>The folder was not deleted because it contains hidden files.</source>
        <translation>La carpeta no se eliminó porque contiene archivos ocultos.</translation>
    </message>
    <message>
        <source>“{name}” already exists here.</source>
        <translation>«{name}» ya existe aquí.</translation>
    </message>
    <message>
        <source>Working on {count} files…</source>
        <translation>Trabajando con {count} archivos…</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>la raíz de la bóveda</translation>
    </message>
    <message>
        <source>{count} files</source>
        <translation>{count} archivos</translation>
    </message>
    <message>
        <source>{count} links could not be updated.</source>
        <translation>No se pudieron actualizar {count} enlaces.</translation>
    </message>
    <message>
        <source>{count} links were updated.</source>
        <translation>Se actualizaron {count} enlaces.</translation>
    </message>
    <message>
        <source>{count} of them are not private there.</source>
        <translation>{count} de ellas no son privadas allí.</translation>
    </message>
    <message>
        <source>“{folder}”</source>
        <translation>«{folder}»</translation>
    </message>
    <message>
        <source>“{name}”</source>
        <translation>«{name}»</translation>
    </message>
    <message>
        <source>“{name}” is not a valid name: {why}.</source>
        <translation>«{name}» no es un nombre válido: {why}.</translation>
    </message>
    <message>
        <source>“{name}” with {count} files</source>
        <translation>«{name}» con {count} archivos</translation>
    </message>
    <message>
        <source>Copied {count} files into the vault</source>
        <translation>Se copiaron {count} archivos a la bóveda</translation>
    </message>
    <message>
        <source>Nothing was copied: hidden files, links and unusual names are skipped.</source>
        <translation>No se copió nada: los archivos ocultos, los enlaces y los nombres poco comunes se omiten.</translation>
    </message>
    <message>
        <source>Undo does not remove files over 10 MB.</source>
        <translation>Deshacer no elimina los archivos de más de 10 MB.</translation>
    </message>
    <message>
        <source>{count} were skipped.</source>
        <translation>Se omitieron {count}.</translation>
    </message>
</context>
<context>
    <name>FileMenu</name>
    <message>
        <source>Add to bookmarks</source>
        <translation>Añadir a los marcadores</translation>
    </message>
    <message>
        <source>Copy VaultDesk link</source>
        <translation>Copiar enlace de VaultDesk</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Copiar enlace</translation>
    </message>
    <message>
        <source>Copy links</source>
        <translation>Copiar enlaces</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Copiar ruta</translation>
    </message>
    <message>
        <source>Copy paths</source>
        <translation>Copiar rutas</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Archivo</translation>
    </message>
    <message>
        <source>Graph of this note</source>
        <translation>Grafo de esta nota</translation>
    </message>
    <message>
        <source>Make a copy</source>
        <translation>Crear una copia</translation>
    </message>
    <message>
        <source>Move to another folder…</source>
        <translation>Mover a otra carpeta…</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>Mover a la papelera</translation>
    </message>
    <message>
        <source>New folder here</source>
        <translation>Nueva carpeta aquí</translation>
    </message>
    <message>
        <source>New note here</source>
        <translation>Nueva nota aquí</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>Abrir en Obsidian</translation>
    </message>
    <message>
        <source>Open in another program</source>
        <translation>Abrir en otro programa</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>Abrir en pestaña nueva</translation>
    </message>
    <message>
        <source>Open to the side</source>
        <translation>Abrir al lado</translation>
    </message>
    <message>
        <source>Remove from bookmarks</source>
        <translation>Quitar de los marcadores</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renombrar…</translation>
    </message>
    <message>
        <source>Show in the file manager</source>
        <translation>Mostrar en el gestor de archivos</translation>
    </message>
    <message>
        <source>Where this note was sent</source>
        <translation>Adónde se envió esta nota</translation>
    </message>
    <message>
        <source>{count} selected</source>
        <translation>{count} seleccionados</translation>
    </message>
</context>
<context>
    <name>FilePage</name>
    <message>
        <source>Open in another program</source>
        <translation>Abrir en otro programa</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
</context>
<context>
    <name>FilePreview</name>
    <message>
        <source>What the model would read</source>
        <translation>Lo que leería el modelo</translation>
    </message>
    <message>
        <source>Only a part…</source>
        <translation>Solo una parte…</translation>
    </message>
    <message>
        <source>Whole note</source>
        <translation>Nota entera</translation>
    </message>
    <message>
        <source>as the model would read it</source>
        <translation>tal como lo leería el modelo</translation>
    </message>
    <message>
        <source>only the beginning is shown</source>
        <translation>solo se muestra el comienzo</translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n lines</source>
        <translation>
            <numerusform>{0} de %n línea</numerusform>
            <numerusform>{0} de %n líneas</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileTree</name>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Drop to open this folder in a new window</source>
        <translation>Suelte para abrir esta carpeta en una ventana nueva</translation>
    </message>
</context>
<context>
    <name>FilesPage</name>
    <message>
        <source>Excluded</source>
        <translation>Excluidos</translation>
    </message>
    <message>
        <source>Excluded: {count}</source>
        <translation>Excluidos: {count}</translation>
    </message>
    <message>
        <source>These files and folders are not shown, searched or changed:</source>
        <translation>Estos archivos y carpetas no se muestran, no se cambian ni se busca en ellos:</translation>
    </message>
    <message>
        <source>More: {count}</source>
        <translation>Más: {count}</translation>
    </message>
    <message>
        <source>No notes yet</source>
        <translation>Aún no hay notas</translation>
    </message>
    <message>
        <source>This folder contains no Markdown files.</source>
        <translation>Esta carpeta no contiene archivos Markdown.</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>Nueva nota</translation>
    </message>
</context>
<context>
    <name>FilesToolbar</name>
    <message>
        <source>New note</source>
        <translation>Nueva nota</translation>
    </message>
    <message>
        <source>New folder</source>
        <translation>Nueva carpeta</translation>
    </message>
    <message>
        <source>Sort order of notes</source>
        <translation>Orden de las notas</translation>
    </message>
    <message>
        <source>Collapse all folders</source>
        <translation>Plegar todas las carpetas</translation>
    </message>
    <message>
        <source>New note ({keys})</source>
        <translation>Nueva nota ({keys})</translation>
    </message>
    <message>
        <source>Name, A to Z</source>
        <translation>Nombre, de la A a la Z</translation>
    </message>
    <message>
        <source>Name, Z to A</source>
        <translation>Nombre, de la Z a la A</translation>
    </message>
    <message>
        <source>Changed, newest first</source>
        <translation>Modificación, recientes primero</translation>
    </message>
    <message>
        <source>Changed, oldest first</source>
        <translation>Modificación, antiguas primero</translation>
    </message>
    <message>
        <source>Created, newest first</source>
        <translation>Creación, recientes primero</translation>
    </message>
    <message>
        <source>Created, oldest first</source>
        <translation>Creación, antiguas primero</translation>
    </message>
</context>
<context>
    <name>FindBar</name>
    <message>
        <source>Previous match</source>
        <translation>Coincidencia anterior</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Coincidencia siguiente</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Esc</source>
        <translation>Esc</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} de {1}</translation>
    </message>
    <message>
        <source>Not found</source>
        <translation>No encontrado</translation>
    </message>
</context>
<context>
    <name>FirstUse</name>
    <message>
        <source>**Nothing leaves this computer.**</source>
        <translation>**Nada sale de este equipo.**</translation>
    </message>
    <message>
        <source>Always here</source>
        <translation>Siempre aquí</translation>
    </message>
    <message>
        <source>Changes to notes still need your approval each time.</source>
        <translation>Los cambios en notas siguen necesitando su aprobación cada vez.</translation>
    </message>
    <message>
        <source>In {vault}, with {who}. Each answer lists what it sent.</source>
        <translation>En {vault}, con {who}. Cada respuesta indica qué envió.</translation>
    </message>
    <message>
        <source>In {vault}. Each answer lists what it read.</source>
        <translation>En {vault}. Cada respuesta indica qué leyó.</translation>
    </message>
    <message>
        <source>It answers without your notes.</source>
        <translation>Responde sin sus notas.</translation>
    </message>
    <message>
        <source>It searches all {n} notes on this computer.</source>
        <translation>La búsqueda en sus {n} notas se hace en este equipo.</translation>
    </message>
    <message>
        <source>It searches your 1 note on this computer.</source>
        <translation>La búsqueda en su única nota se hace en este equipo.</translation>
    </message>
    <message>
        <source>No</source>
        <translation>No</translation>
    </message>
    <message>
        <source>Matching passages are sent to **{who}**, {host}.</source>
        <translation>Los pasajes que coinciden se envían a **{who}**, {host}.</translation>
    </message>
    <message>
        <source>Matching passages are sent to **{who}**.</source>
        <translation>Los pasajes que coinciden se envían a **{who}**.</translation>
    </message>
    <message>
        <source>This time</source>
        <translation>Esta vez</translation>
    </message>
    <message>
        <source>To answer the question above.</source>
        <translation>Para responder a la pregunta de arriba.</translation>
    </message>
    <message>
        <source>To answer “{question}”</source>
        <translation>Para responder a «{question}»</translation>
    </message>
    <message>
        <source>You have marked no note as private.</source>
        <translation>No ha marcado ninguna nota como privada.</translation>
    </message>
    <message>
        <source>You tick the passages before they are read.</source>
        <translation>Usted marca los pasajes antes de que se lean.</translation>
    </message>
    <message>
        <source>You tick the passages before they are sent.</source>
        <translation>Usted marca los pasajes antes de que se envíen.</translation>
    </message>
    <message>
        <source>Your 1 private note is not read.</source>
        <translation>Su única nota privada no se lee.</translation>
    </message>
    <message>
        <source>Your 1 private note is never sent.</source>
        <translation>Su única nota privada no se envía nunca.</translation>
    </message>
    <message>
        <source>Your {n} private notes are not read.</source>
        <translation>Sus {n} notas privadas no se leen.</translation>
    </message>
    <message>
        <source>Your {n} private notes are never sent.</source>
        <translation>Sus {n} notas privadas no se envían nunca.</translation>
    </message>
    <message>
        <source>“Always here” applies to {vault} and {who}. Each answer lists what it sent. You can revoke this in Permissions.</source>
        <translation>«Siempre aquí» vale para {vault} y {who}. Cada respuesta indica qué envió. Puede revocarlo en Permisos.</translation>
    </message>
    <message>
        <source>“Always here” applies to {vault}. Each answer lists what it read. You can revoke this in Permissions.</source>
        <translation>«Siempre aquí» vale para {vault}. Cada respuesta indica qué leyó. Puede revocarlo en Permisos.</translation>
    </message>
</context>
<context>
    <name>FirstUseView</name>
    <message>
        <source>Let the assistant search and read your notes?</source>
        <translation>¿Permitir que el asistente busque en sus notas y las lea?</translation>
    </message>
    <message>
        <source>Request</source>
        <translation>Petición</translation>
    </message>
</context>
<context>
    <name>FoldedText</name>
    <message>
        <source>Blank lines are collapsed. Click the marker or press Space to show them.</source>
        <translation>Las líneas en blanco están plegadas. Haga clic en la marca o pulse Espacio para mostrarlas.</translation>
    </message>
    <message>
        <source>⋯ 1 blank line</source>
        <translation>⋯ 1 línea en blanco</translation>
    </message>
    <message>
        <source>⋯ 1 blank ⋯</source>
        <translation>⋯ 1 espacio ⋯</translation>
    </message>
    <message>
        <source>⋯ {n} blank lines</source>
        <translation>⋯ {n} líneas en blanco</translation>
    </message>
    <message>
        <source>⋯ {n} blanks ⋯</source>
        <translation>⋯ {n} espacios ⋯</translation>
    </message>
</context>
<context>
    <name>FolderBreadcrumbs</name>
    <message>
        <source>Folder</source>
        <translation>Carpeta</translation>
    </message>
</context>
<context>
    <name>FolderChips</name>
    <message>
        <source>Add Folder…</source>
        <translation>Añadir carpeta…</translation>
    </message>
</context>
<context>
    <name>FolderField</name>
    <message>
        <source>the whole vault</source>
        <translation>toda la bóveda</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Elegir…</translation>
    </message>
    <message>
        <source>This is not a folder in the vault.</source>
        <translation>Esto no es una carpeta de la bóveda.</translation>
    </message>
    <message>
        <source>Choose a folder</source>
        <translation>Elegir una carpeta</translation>
    </message>
    <message>
        <source>Find a folder</source>
        <translation>Buscar una carpeta</translation>
    </message>
</context>
<context>
    <name>FormDialog</name>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>FormSwitch</name>
    <message>
        <source>Previous version of the question</source>
        <translation>Versión anterior de la pregunta</translation>
    </message>
    <message>
        <source>Next version of the question</source>
        <translation>Versión siguiente de la pregunta</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} de {1}</translation>
    </message>
    <message>
        <source>Version {0} of {1} of this question</source>
        <translation>Versión {0} de {1} de esta pregunta</translation>
    </message>
</context>
<context>
    <name>Formatting</name>
    <message>
        <source>under {0}</source>
        <translation>menos de {0}</translation>
    </message>
    <message>
        <source>${0}</source>
        <translation>{0} $</translation>
    </message>
    <message>
        <source>1 note could not be read</source>
        <translation>No se pudo leer 1 nota</translation>
    </message>
    <message>
        <source>Scanning notes…</source>
        <translation>Revisando las notas…</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>En pausa</translation>
    </message>
    <message>
        <source>Reading notes: {done} of {total}</source>
        <translation>Leyendo notas: {done} de {total}</translation>
    </message>
    <message>
        <source>The search index is paused</source>
        <translation>El índice de búsqueda está en pausa</translation>
    </message>
    <message>
        <source>indexed at {time}</source>
        <translation>indexado a las {time}</translation>
    </message>
    <message>
        <source>indexed just now</source>
        <translation>indexado ahora mismo</translation>
    </message>
    <message>
        <source>{n} byte</source>
        <translation>{n} byte</translation>
    </message>
    <message>
        <source>{n} bytes</source>
        <translation>{n} bytes</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} nota</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notas</translation>
    </message>
    <message>
        <source>{n} notes could not be read</source>
        <translation>No se pudieron leer {n} notas</translation>
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
        <translation>Notas encontradas</translation>
    </message>
    <message>
        <source>Private: {0}</source>
        <translation>Privada: {0}</translation>
    </message>
</context>
<context>
    <name>FoundServerBanners</name>
    <message>
        <source>Add {0}</source>
        <translation>Añadir {0}</translation>
    </message>
</context>
<context>
    <name>GeneralSheet</name>
    <message>
        <source>General</source>
        <translation>General</translation>
    </message>
    <message>
        <source>How chats work and where they are stored.</source>
        <translation>Cómo funcionan los chats y dónde se guardan.</translation>
    </message>
    <message>
        <source>The first question</source>
        <translation>La primera pregunta</translation>
    </message>
    <message>
        <source>A title by the model</source>
        <translation>Un título del modelo</translation>
    </message>
</context>
<context>
    <name>GlobalGraphPage</name>
    <message>
        <source>Graph of all notes</source>
        <translation>Grafo de todas las notas</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>Todas las notas</translation>
    </message>
    <message>
        <source>Matching notes only</source>
        <translation>Solo notas que coinciden</translation>
    </message>
    <message>
        <source>Filter by a search</source>
        <translation>Filtrar con búsqueda</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>No matching notes</source>
        <translation>Ninguna nota coincide</translation>
    </message>
    <message>
        <source>There are no notes yet</source>
        <translation>Aún no hay notas</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} nota</translation>
    </message>
    <message>
        <source>Search for something else.</source>
        <translation>Busque otra cosa.</translation>
    </message>
    <message>
        <source>Notes are shown as points and links as lines.</source>
        <translation>Las notas se muestran como puntos y los enlaces como líneas.</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notas</translation>
    </message>
    <message>
        <source>{n} links</source>
        <translation>{n} enlaces</translation>
    </message>
    <message>
        <source>{n} link</source>
        <translation>{n} enlace</translation>
    </message>
    <message>
        <source>{notes}, {links}</source>
        <translation>{notes}, {links}</translation>
    </message>
    <message>
        <source>Without daily notes</source>
        <translation>Sin notas diarias</translation>
    </message>
    <message>
        <source>Linked notes</source>
        <translation>Notas enlazadas</translation>
    </message>
    <message>
        <source>Linked, without daily notes</source>
        <translation>Enlazadas, sin notas diarias</translation>
    </message>
    <message>
        <source>Daily notes</source>
        <translation>Notas diarias</translation>
    </message>
    <message>
        <source>Notes without links</source>
        <translation>Notas sin enlaces</translation>
    </message>
</context>
<context>
    <name>GrantDialog</name>
    <message>
        <source>Let this agent work?</source>
        <translation>¿Dejar trabajar a este agente?</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>Permitir</translation>
    </message>
    <message>
        <source>Its instructions</source>
        <translation>Sus instrucciones</translation>
    </message>
    <message>
        <source>What changed</source>
        <translation>Qué cambió</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Vista</translation>
    </message>
    <message>
        <source>Let “{0}” work in this vault?</source>
        <translation>¿Dejar que «{0}» trabaje en esta bóveda?</translation>
    </message>
    <message>
        <source>What its note tells the model, word for word. These instructions cannot grant it any permission.</source>
        <translation>Lo que su nota dice al modelo, palabra por palabra. Estas instrucciones no le pueden conceder ningún permiso.</translation>
    </message>
    <message>
        <source>The differences from the version you allowed, word for word.</source>
        <translation>Las diferencias con la versión que usted permitió, palabra por palabra.</translation>
    </message>
    <message>
        <source>changed since you allowed it on {0}</source>
        <translation>cambió desde que se permitió el {0}</translation>
    </message>
    <message>
        <source>the earlier text is not available</source>
        <translation>el texto anterior no está disponible</translation>
    </message>
    <message>
        <source>The note changed while this dialog was open. This is its current text.</source>
        <translation>La nota cambió mientras este diálogo estaba abierto. Este es su texto actual.</translation>
    </message>
</context>
<context>
    <name>GraphPage</name>
    <message>
        <source>Show as a list</source>
        <translation>Mostrar como lista</translation>
    </message>
    <message>
        <source>Full view</source>
        <translation>Vista completa</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>and {n} more</source>
        <translation>y {n} más</translation>
    </message>
    <message>
        <source>{counts}, and {n} more</source>
        <translation>{counts} y {n} más</translation>
    </message>
    <message>
        <source>1 step</source>
        <translation>1 paso</translation>
    </message>
    <message>
        <source>{n} steps</source>
        <translation>{n} pasos</translation>
    </message>
</context>
<context>
    <name>GraphTabs</name>
    <message>
        <source>Graph</source>
        <translation>Grafo</translation>
    </message>
    <message>
        <source>Graph of all notes</source>
        <translation>Grafo de todas las notas</translation>
    </message>
    <message>
        <source>Open a note to see its graph.</source>
        <translation>Abra una nota para ver su grafo.</translation>
    </message>
</context>
<context>
    <name>GraphView</name>
    <message>
        <source>{name}, not linked</source>
        <translation>{name}, sin enlaces</translation>
    </message>
    <message>
        <source>{name}, linked with {names}</source>
        <translation>{name}, enlazada con {names}</translation>
    </message>
    <message>
        <source>{name}, linked with {n} notes, among them {names}</source>
        <translation>{name}, enlazada con {n} notas, entre ellas {names}</translation>
    </message>
</context>
<context>
    <name>GroupForm</name>
    <message>
        <source>The name of a note must end in .md.</source>
        <translation>El nombre de una nota debe terminar en .md.</translation>
    </message>
    <message>
        <source>Enter a folder in the vault.</source>
        <translation>Indique una carpeta de la bóveda.</translation>
    </message>
    <message>
        <source>Enter a note in the vault.</source>
        <translation>Indique una nota de la bóveda.</translation>
    </message>
    <message>
        <source>This is not a folder in the vault.</source>
        <translation>Esto no es una carpeta de la bóveda.</translation>
    </message>
    <message>
        <source>This is not a note in the vault.</source>
        <translation>Esto no es una nota de la bóveda.</translation>
    </message>
</context>
<context>
    <name>HunkEditor</name>
    <message>
        <source>New lines; Ctrl+Enter accepts them, Esc cancels</source>
        <translation>Líneas nuevas; Ctrl+Intro las acepta, Esc cancela</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Listo</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>These lines replace the suggested ones.</source>
        <translation>Estas líneas reemplazan a las propuestas.</translation>
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
        <translation>Reducir</translation>
    </message>
    <message>
        <source>Larger</source>
        <translation>Ampliar</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajustar</translation>
    </message>
</context>
<context>
    <name>ImportCommand</name>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
</context>
<context>
    <name>ImportDialog</name>
    <message>
        <source>Progress of the import</source>
        <translation>Progreso de la importación</translation>
    </message>
    <message>
        <source>Choose a Folder…</source>
        <translation>Elegir una carpeta…</translation>
    </message>
    <message>
        <source>The note being written is finished first.</source>
        <translation>Antes se termina la nota que se está escribiendo.</translation>
    </message>
    <message>
        <source>Reading {0}…</source>
        <translation>Leyendo {0}…</translation>
    </message>
    <message>
        <source>{n} could not be read.</source>
        <translation>{n} no se pudieron leer.</translation>
    </message>
    <message>
        <source>{n} could not be imported.</source>
        <translation>{n} no se pudieron importar.</translation>
    </message>
    <message>
        <source>{n} chats found so far…</source>
        <translation>{n} chats encontrados hasta ahora…</translation>
    </message>
    <message>
        <source>{done} of {total} written</source>
        <translation>{done} de {total} escritos</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Choose a File…</source>
        <translation>Elegir un archivo…</translation>
    </message>
    <message>
        <source>Importing chats</source>
        <translation>Importando chats</translation>
    </message>
    <message>
        <source>Import chats</source>
        <translation>Importar chats</translation>
    </message>
    <message>
        <source>the vault root</source>
        <translation>la raíz de la bóveda</translation>
    </message>
    <message>
        <source>Import chats from other programs. The files you choose are only read.</source>
        <translation>Importe chats de otros programas. Los archivos que elija solo se leen.</translation>
    </message>
    <message>
        <source>Each chat becomes a note in “{0}”. Nothing is written yet.</source>
        <translation>Cada chat será una nota en «{0}». Aún no se escribe nada.</translation>
    </message>
    <message>
        <source>Notes are written to “{0}”.</source>
        <translation>Las notas se escriben en «{0}».</translation>
    </message>
    <message>
        <source>Import 1 Chat</source>
        <translation>Importar 1 chat</translation>
    </message>
    <message>
        <source>Import {n} Chats</source>
        <translation>Importar {n} chats</translation>
    </message>
    <message>
        <source>Import</source>
        <translation>Importar</translation>
    </message>
    <message>
        <source>No chat is ticked.</source>
        <translation>No hay ningún chat marcado.</translation>
    </message>
    <message>
        <source>And {n} more.</source>
        <translation>Y {n} más.</translation>
    </message>
    <message>
        <source>1 chat was imported.</source>
        <translation>Se importó 1 chat.</translation>
    </message>
    <message>
        <source>The others were not.</source>
        <translation>Los demás, no.</translation>
    </message>
    <message>
        <source>{n} chats were imported.</source>
        <translation>Se importaron {n} chats.</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Elegir</translation>
    </message>
    <message>
        <source>Choose a Folder of Chats</source>
        <translation>Elegir una carpeta de chats</translation>
    </message>
    <message>
        <source>Choose an Export</source>
        <translation>Elegir una exportación</translation>
    </message>
    <message>
        <source>Exports and notes (*.zip *.json *.md)</source>
        <translation>Exportaciones y notas (*.zip *.json *.md)</translation>
    </message>
</context>
<context>
    <name>IndexPage</name>
    <message>
        <source>What VaultDesk stores about this vault to search it. It can be rebuilt at any time without changing your notes.</source>
        <translation>Lo que VaultDesk guarda de esta bóveda para buscar en ella. Se puede reconstruir en cualquier momento sin cambiar sus notas.</translation>
    </message>
    <message>
        <source>Search index</source>
        <translation>Índice de búsqueda</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Palabras</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Etiquetas</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Enlaces</translation>
    </message>
    <message>
        <source>Excluded</source>
        <translation>Excluidas</translation>
    </message>
    <message>
        <source>Size on disk</source>
        <translation>Tamaño en disco</translation>
    </message>
    <message>
        <source>Last indexed</source>
        <translation>Última indexación</translation>
    </message>
    <message>
        <source>Detects changes</source>
        <translation>Detecta cambios</translation>
    </message>
    <message>
        <source>Compare with the Folder</source>
        <translation>Comparar con la carpeta</translation>
    </message>
    <message>
        <source>Rebuild</source>
        <translation>Reconstruir</translation>
    </message>
    <message>
        <source>By meaning</source>
        <translation>Por significado</translation>
    </message>
    <message>
        <source>Yes, within a tenth of a second</source>
        <translation>Sí, en menos de una décima de segundo</translation>
    </message>
    <message>
        <source>Not yet</source>
        <translation>Aún no</translation>
    </message>
    <message>
        <source>{notes}, {unread} still to index</source>
        <translation>{notes}, {unread} por indexar</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>No se pudo leer</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>y {0} más</translation>
    </message>
</context>
<context>
    <name>IndexPageCommand</name>
    <message>
        <source>Search index</source>
        <translation>Índice de búsqueda</translation>
    </message>
</context>
<context>
    <name>InstructionBanner</name>
    <message>
        <source>Read…</source>
        <translation>Leer…</translation>
    </message>
    <message>
        <source>The instructions for assistants ({0}) changed since you accepted them.</source>
        <translation>Las instrucciones para asistentes ({0}) cambiaron desde que se aceptaron.</translation>
    </message>
    <message>
        <source>This vault has instructions for assistants ({0}).</source>
        <translation>Esta bóveda tiene instrucciones para asistentes ({0}).</translation>
    </message>
    <message>
        <source>The skill “{0}” changed since you accepted it.</source>
        <translation>La habilidad «{0}» cambió desde que se aceptó.</translation>
    </message>
    <message>
        <source>This vault has a skill for assistants: “{0}”.</source>
        <translation>Esta bóveda tiene una habilidad para asistentes: «{0}».</translation>
    </message>
</context>
<context>
    <name>InstructionDialog</name>
    <message>
        <source>Read and accept?</source>
        <translation>¿Leer y aceptar?</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Aceptar</translation>
    </message>
    <message>
        <source>Not Now</source>
        <translation>Ahora no</translation>
    </message>
    <message>
        <source>Full text</source>
        <translation>Texto completo</translation>
    </message>
    <message>
        <source>The note changed while this dialog was open. This is its current text.</source>
        <translation>La nota cambió mientras este diálogo estaba abierto. Este es su texto actual.</translation>
    </message>
    <message>
        <source>If its text changes, you are asked again.</source>
        <translation>Si su texto cambia, se le pregunta de nuevo.</translation>
    </message>
    <message>
        <source>Assistants receive its name and description, and may read its note when a task needs it.</source>
        <translation>Los asistentes reciben su nombre y su descripción, y pueden leer su nota cuando una tarea lo requiere.</translation>
    </message>
    <message>
        <source>Every assistant receives this text before your questions.</source>
        <translation>Cada asistente recibe este texto antes de las preguntas.</translation>
    </message>
    <message>
        <source>They cannot change permissions or private notes.</source>
        <translation>No puede cambiar los permisos ni las notas privadas.</translation>
    </message>
    <message>
        <source>Offer the skill “{0}” to assistants?</source>
        <translation>¿Ofrecer la habilidad «{0}» a los asistentes?</translation>
    </message>
    <message>
        <source>Use this vault’s instructions for assistants?</source>
        <translation>¿Usar las instrucciones de esta bóveda para asistentes?</translation>
    </message>
    <message>
        <source>Work in the project “{0}”?</source>
        <translation>¿Trabajar en el proyecto «{0}»?</translation>
    </message>
</context>
<context>
    <name>InstructionNotes</name>
    <message>
        <source>A project is a set of notes with its own instructions. Its chats see no other notes.</source>
        <translation>Un proyecto es un conjunto de notas con instrucciones propias. Sus chats no ven otras notas.</translation>
    </message>
    <message>
        <source>A quick command is a note with a prompt. Type / in the question to insert it.</source>
        <translation>Un comando rápido es una nota con una instrucción. Escriba / en la pregunta para insertarla.</translation>
    </message>
    <message>
        <source>Choose a folder for commands in Settings first.</source>
        <translation>Elija primero en los ajustes una carpeta para los comandos.</translation>
    </message>
    <message>
        <source>Describe here what to do with {selection}.</source>
        <translation>Describa aquí qué hacer con {selection}.</translation>
    </message>
    <message>
        <source>New project</source>
        <translation>Nuevo proyecto</translation>
    </message>
    <message>
        <source>New quick command</source>
        <translation>Nuevo comando rápido</translation>
    </message>
</context>
<context>
    <name>InstructionSheet</name>
    <message>
        <source>Instructions</source>
        <translation>Instrucciones</translation>
    </message>
    <message>
        <source>Texts in this vault that assistants follow. Each is used only after you have read and accepted it.</source>
        <translation>Textos de esta bóveda que siguen los asistentes. Cada uno se usa solo después de que usted lo haya leído y aceptado.</translation>
    </message>
    <message>
        <source>This vault has no instructions: neither a note AGENTS.md in the vault root nor skills.</source>
        <translation>Esta bóveda no tiene instrucciones: ni una nota AGENTS.md en la raíz de la bóveda ni habilidades.</translation>
    </message>
    <message>
        <source>Show Note</source>
        <translation>Mostrar nota</translation>
    </message>
    <message>
        <source>Revoke</source>
        <translation>Revocar</translation>
    </message>
    <message>
        <source>Read…</source>
        <translation>Leer…</translation>
    </message>
    <message>
        <source>used</source>
        <translation>en uso</translation>
    </message>
    <message>
        <source>changed since you accepted it, not used</source>
        <translation>cambió desde que se aceptó, no se usa</translation>
    </message>
    <message>
        <source>not read yet, not used</source>
        <translation>aún sin leer, no se usa</translation>
    </message>
</context>
<context>
    <name>IntegrityLine</name>
    <message>
        <source>Checking the audit log…</source>
        <translation>Comprobando el registro de auditoría…</translation>
    </message>
    <message>
        <source>1 entry</source>
        <translation>1 entrada</translation>
    </message>
    <message>
        <source>{n} entries</source>
        <translation>{n} entradas</translation>
    </message>
    <message>
        <source>The audit log is intact: {lines}, each verified against the one before.</source>
        <translation>El registro de auditoría está íntegro: {lines}, cada una verificada con la anterior.</translation>
    </message>
    <message>
        <source>1 entry was cut off by a crash.</source>
        <translation>Una caída del programa cortó 1 entrada.</translation>
    </message>
    <message>
        <source>{n} entries were cut off by a crash.</source>
        <translation>Una caída del programa cortó {n} entradas.</translation>
    </message>
    <message>
        <source>No tool calls recorded yet.</source>
        <translation>Aún no hay llamadas a herramientas registradas.</translation>
    </message>
    <message>
        <source>; and {n} more</source>
        <translation>; y {n} más</translation>
    </message>
    <message>
        <source>The audit log was changed outside VaultDesk: {places}. Its entries may not be correct.</source>
        <translation>El registro de auditoría se modificó fuera de VaultDesk: {places}. Puede que sus entradas no sean correctas.</translation>
    </message>
</context>
<context>
    <name>KeyCapture</name>
    <message>
        <source>Press the keys</source>
        <translation>Pulse las teclas</translation>
    </message>
</context>
<context>
    <name>KeyCombination</name>
    <message>
        <source>Press a single key combination, not a sequence.</source>
        <translation>Pulse una sola combinación de teclas, no una secuencia.</translation>
    </message>
    <message>
        <source>This shortcut is not recognized.</source>
        <translation>Este atajo no se reconoce.</translation>
    </message>
    <message>
        <source>This key cannot be used here. Use a letter, a number, Space or F1 to F20.</source>
        <translation>Esta tecla no se puede usar aquí. Use una letra, un número, Espacio o de F1 a F20.</translation>
    </message>
    <message>
        <source>“{0}” is needed for typing or by other programs. Combine it with two modifier keys, such as Ctrl and Alt.</source>
        <translation>«{0}» se necesita para escribir o para otros programas. Combine la tecla con dos teclas modificadoras, como Ctrl y Alt.</translation>
    </message>
    <message>
        <source>“{0}” is used by most programs. Add another modifier key.</source>
        <translation>La mayoría de los programas usan «{0}». Añada otra tecla modificadora.</translation>
    </message>
</context>
<context>
    <name>KeyField</name>
    <message>
        <source>Key</source>
        <translation>Clave</translation>
    </message>
    <message>
        <source>Enter the address first. A key is stored for one address only.</source>
        <translation>Introduzca primero la dirección. Una clave se guarda solo para una dirección.</translation>
    </message>
    <message>
        <source>Or set {0} in the environment.</source>
        <translation>O defina {0} en el entorno.</translation>
    </message>
    <message>
        <source>Taken from the environment ({0}). It takes precedence over a key entered here.</source>
        <translation>Tomada del entorno ({0}). Tiene prioridad sobre una clave introducida aquí.</translation>
    </message>
    <message>
        <source>Stored until VaultDesk closes. Enter another key to replace it.</source>
        <translation>Guardada hasta que se cierre VaultDesk. Introduzca otra clave para reemplazarla.</translation>
    </message>
    <message>
        <source>In this computer’s keyring. Enter another key to replace it.</source>
        <translation>En el llavero de este equipo. Introduzca otra clave para reemplazarla.</translation>
    </message>
    <message>
        <source>Paste your key</source>
        <translation>Pegue su clave</translation>
    </message>
    <message>
        <source>If the server requires one</source>
        <translation>Si el servidor requiere una</translation>
    </message>
</context>
<context>
    <name>LatestButton</name>
    <message>
        <source>Latest</source>
        <translation>Lo último</translation>
    </message>
    <message>
        <source>Go to the latest message</source>
        <translation>Ir al último mensaje</translation>
    </message>
</context>
<context>
    <name>LedgerText</name>
    <message>
        <source>An earlier question</source>
        <translation>Una pregunta anterior</translation>
    </message>
    <message>
        <source>Check for updates</source>
        <translation>Búsqueda de actualizaciones</translation>
    </message>
    <message>
        <source>Definition of a word</source>
        <translation>Definición de una palabra</translation>
    </message>
    <message>
        <source>List of models</source>
        <translation>Lista de modelos</translation>
    </message>
    <message>
        <source>No model reads it.</source>
        <translation>Ningún modelo la lee.</translation>
    </message>
    <message>
        <source>Only models on this computer read it.</source>
        <translation>Solo la leen modelos de este equipo.</translation>
    </message>
    <message>
        <source>Private: {why}. {reach}</source>
        <translation>Privada: {why}. {reach}</translation>
    </message>
    <message>
        <source>Question of another program</source>
        <translation>Pregunta de otro programa</translation>
    </message>
    <message>
        <source>Rewrite of a passage</source>
        <translation>Reescritura de un pasaje</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Búsqueda por significado</translation>
    </message>
    <message>
        <source>Summary of a chat</source>
        <translation>Resumen de un chat</translation>
    </message>
    <message>
        <source>Test of a model</source>
        <translation>Prueba de un modelo</translation>
    </message>
    <message>
        <source>Title for a chat</source>
        <translation>Título para un chat</translation>
    </message>
    <message>
        <source>Tool of another package</source>
        <translation>Herramienta de otro paquete</translation>
    </message>
    <message>
        <source>Transcript of a video</source>
        <translation>Transcripción de un vídeo</translation>
    </message>
    <message>
        <source>Web page</source>
        <translation>Página web</translation>
    </message>
    <message>
        <source>Web search</source>
        <translation>Búsqueda web</translation>
    </message>
    <message>
        <source>You are asked each time before it is sent.</source>
        <translation>Se pregunta cada vez antes de enviarla.</translation>
    </message>
    <message>
        <source>allowed by you</source>
        <translation>permitida por usted</translation>
    </message>
    <message>
        <source>allowed for that chat</source>
        <translation>permitida para ese chat</translation>
    </message>
    <message>
        <source>allowed by a rule</source>
        <translation>permitida por una regla</translation>
    </message>
    <message>
        <source>by your rule: {rule}</source>
        <translation>por su regla: {rule}</translation>
    </message>
    <message>
        <source>withheld by a rule</source>
        <translation>retenida por una regla</translation>
    </message>
    <message>
        <source>withheld by you</source>
        <translation>retenida por usted</translation>
    </message>
    <message>
        <source>withheld: could not be reviewed</source>
        <translation>retenida: no se pudo revisar</translation>
    </message>
    <message>
        <source>line {first}</source>
        <translation>línea {first}</translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation>líneas {first}–{last}</translation>
    </message>
    <message>
        <source>needed no approval</source>
        <translation>no necesitó aprobación</translation>
    </message>
    <message>
        <source>whole note</source>
        <translation>nota entera</translation>
    </message>
    <message>
        <source>{n} note</source>
        <translation>{n} nota</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notas</translation>
    </message>
    <message>
        <source>{n} token</source>
        <translation>{n} token</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} tokens</translation>
    </message>
</context>
<context>
    <name>LeftPane</name>
    <message>
        <source>Files</source>
        <translation>Archivos</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Etiquetas</translation>
    </message>
    <message>
        <source>Links</source>
        <translation>Enlaces</translation>
    </message>
    <message>
        <source>Left pane</source>
        <translation>Panel izquierdo</translation>
    </message>
</context>
<context>
    <name>LimitsSheet</name>
    <message>
        <source>How much questions may use. A question that would exceed a limit is not sent to any model.</source>
        <translation>Cuánto pueden consumir las preguntas. Una pregunta que superaría un límite no se envía a ningún modelo.</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Límites</translation>
    </message>
    <message>
        <source>Spending</source>
        <translation>Gasto</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Tokens</source>
        <translation>Tokens</translation>
    </message>
    <message>
        <source>US dollars</source>
        <translation>Dólares (EE. UU.)</translation>
    </message>
    <message>
        <source>Used</source>
        <translation>Usado</translation>
    </message>
    <message>
        <source>Per day</source>
        <translation>Por día</translation>
    </message>
    <message>
        <source>Per chat</source>
        <translation>Por chat</translation>
    </message>
    <message>
        <source>Per agent and day</source>
        <translation>Por agente y día</translation>
    </message>
    <message>
        <source>{0}: tokens</source>
        <translation>{0}: tokens</translation>
    </message>
    <message>
        <source>{0}: US dollars</source>
        <translation>{0}: dólares (EE. UU.)</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>sin límite</translation>
    </message>
    <message>
        <source>counted separately for each chat</source>
        <translation>se cuenta para cada chat por separado</translation>
    </message>
    <message>
        <source>counted separately for each agent</source>
        <translation>se cuenta para cada agente por separado</translation>
    </message>
    <message>
        <source>Costs are counted if the price of a model is known. Models on this computer cost nothing.</source>
        <translation>Los costes se cuentan si se conoce el precio de un modelo. Los modelos de este equipo no cuestan nada.</translation>
    </message>
    <message>
        <source>The price of {0} of today’s tokens is not known.</source>
        <translation>No se conoce el precio de {0} de los tokens de hoy.</translation>
    </message>
    <message>
        <source>nothing today</source>
        <translation>nada hoy</translation>
    </message>
    <message>
        <source>{0} tokens, {1} today</source>
        <translation>{0} tokens, {1} hoy</translation>
    </message>
    <message>
        <source>Stored now: nothing. No note in this vault has been changed here yet.</source>
        <translation>Guardado ahora: nada. Aquí aún no se ha cambiado ninguna nota de esta bóveda.</translation>
    </message>
    <message>
        <source>1 change</source>
        <translation>1 cambio</translation>
    </message>
    <message>
        <source>{0} changes</source>
        <translation>{0} cambios</translation>
    </message>
    <message>
        <source>less than {0}</source>
        <translation>menos de {0}</translation>
    </message>
    <message>
        <source>Stored now: {0} since {1}, {2} MB of earlier versions.</source>
        <translation>Guardado ahora: {0} desde {1}, {2} MB de versiones anteriores.</translation>
    </message>
</context>
<context>
    <name>LinePainter</name>
    <message>
        <source>… {0} more characters in this line: show</source>
        <translation>… {0} caracteres más en esta línea: mostrar</translation>
    </message>
</context>
<context>
    <name>LinePicker</name>
    <message>
        <source>Lines to share. Space ticks a line.</source>
        <translation>Líneas que se compartirán. Espacio marca una línea.</translation>
    </message>
</context>
<context>
    <name>LinkCompletionSource</name>
    <message>
        <source>Note# its headings · Note#^ its blocks</source>
        <translation>Nota# sus encabezados · Nota#^ sus bloques</translation>
    </message>
</context>
<context>
    <name>LinkNavigation</name>
    <message>
        <source>There is no file “{name}” in this vault.</source>
        <translation>No hay ningún archivo «{name}» en esta bóveda.</translation>
    </message>
    <message>
        <source>VaultDesk does not open links of this kind: {address}</source>
        <translation>VaultDesk no abre enlaces de este tipo: {address}</translation>
    </message>
    <message>
        <source>This link is too long to be shown, so it was not opened.</source>
        <translation>Este enlace es demasiado largo para mostrarlo, así que no se abrió.</translation>
    </message>
    <message>
        <source>This link opens Obsidian, where it may also change notes: {address}</source>
        <translation>Este enlace abre Obsidian, donde también puede cambiar notas: {address}</translation>
    </message>
    <message>
        <source>Open in Obsidian</source>
        <translation>Abrir en Obsidian</translation>
    </message>
    <message>
        <source>This link opens another program: {address}</source>
        <translation>Este enlace abre otro programa: {address}</translation>
    </message>
    <message>
        <source>Open it</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>There is no note “{name}” yet.</source>
        <translation>Aún no hay ninguna nota «{name}».</translation>
    </message>
    <message>
        <source>Create it</source>
        <translation>Crearla</translation>
    </message>
</context>
<context>
    <name>LinkedContextChip</name>
    <message>
        <source>Linked in the question</source>
        <translation>Enlazada en la pregunta</translation>
    </message>
</context>
<context>
    <name>LinkedNotesCheck</name>
    <message>
        <source>you will be asked about {note}</source>
        <translation>se le preguntará por {note}</translation>
    </message>
    <message>
        <source>you will be asked about {n} linked notes</source>
        <translation>se le preguntará por {n} notas enlazadas</translation>
    </message>
    <message>
        <source>{note} will not be sent</source>
        <translation>{note} no se enviará</translation>
    </message>
    <message>
        <source>{n} linked notes will not be sent</source>
        <translation>{n} notas enlazadas no se enviarán</translation>
    </message>
</context>
<context>
    <name>LinksPane</name>
    <message>
        <source>Links</source>
        <translation>Enlaces</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Crear</translation>
    </message>
    <message>
        <source>Create the note {name}</source>
        <translation>Crear la nota {name}</translation>
    </message>
    <message>
        <source>In this vault</source>
        <translation>En esta bóveda</translation>
    </message>
    <message>
        <source>Linked from</source>
        <translation>Enlazada desde</translation>
    </message>
    <message>
        <source>Links to</source>
        <translation>Enlaza a</translation>
    </message>
    <message>
        <source>Unlinked mentions</source>
        <translation>Menciones sin enlace</translation>
    </message>
    <message>
        <source>No note is open</source>
        <translation>No hay ninguna nota abierta</translation>
    </message>
    <message>
        <source>Not created yet</source>
        <translation>Aún no creadas</translation>
    </message>
    <message>
        <source>Linked, but not created yet</source>
        <translation>Enlazadas, pero aún no creadas</translation>
    </message>
    <message>
        <source>Most linked notes</source>
        <translation>Notas más enlazadas</translation>
    </message>
    <message>
        <source>Notes without links</source>
        <translation>Notas sin enlaces</translation>
    </message>
    <message>
        <source>{n} more</source>
        <translation>{n} más</translation>
    </message>
</context>
<context>
    <name>ListCell</name>
    <message>
        <source>Add to {name}</source>
        <translation>Añadir a {name}</translation>
    </message>
    <message>
        <source>and {n} more</source>
        <translation>y {n} más</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>Vacío</translation>
    </message>
    <message>
        <source>Remove {name}</source>
        <translation>Quitar {name}</translation>
    </message>
</context>
<context>
    <name>LoadingPage</name>
    <message>
        <source>Opening…</source>
        <translation>Abriendo…</translation>
    </message>
</context>
<context>
    <name>LocalGraphPage</name>
    <message>
        <source>Steps</source>
        <translation>Pasos</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>Keep showing this note</source>
        <translation>Seguir mostrando esta nota</translation>
    </message>
    <message>
        <source>Graph of {name}</source>
        <translation>Grafo de {name}</translation>
    </message>
    <message>
        <source>This note is not indexed</source>
        <translation>Esta nota no está indexada</translation>
    </message>
    <message>
        <source>It may have been moved or removed. Open another note to see its links.</source>
        <translation>Puede haberse movido o eliminado. Abra otra nota para ver sus enlaces.</translation>
    </message>
    <message>
        <source>1 direct link</source>
        <translation>1 enlace directo</translation>
    </message>
    <message>
        <source>{n} direct links</source>
        <translation>{n} enlaces directos</translation>
    </message>
    <message>
        <source>no links</source>
        <translation>sin enlaces</translation>
    </message>
    <message>
        <source>{links}, {n} in two steps</source>
        <translation>{links}, {n} en dos pasos</translation>
    </message>
    <message>
        <source>{links}, {n} in three steps</source>
        <translation>{links}, {n} en tres pasos</translation>
    </message>
    <message>
        <source>Follow the open note</source>
        <translation>Seguir la nota abierta</translation>
    </message>
    <message>
        <source>Steps {n}</source>
        <translation>{n} pasos</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>Todas las notas</translation>
    </message>
    <message>
        <source>Without daily notes</source>
        <translation>Sin notas diarias</translation>
    </message>
    <message>
        <source>With tags</source>
        <translation>Con etiquetas</translation>
    </message>
    <message>
        <source>With notes not created yet</source>
        <translation>Con notas aún no creadas</translation>
    </message>
    <message>
        <source>With tags and notes not created yet</source>
        <translation>Con etiquetas y notas aún no creadas</translation>
    </message>
    <message>
        <source>Daily notes</source>
        <translation>Notas diarias</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Etiquetas</translation>
    </message>
    <message>
        <source>Notes not created yet</source>
        <translation>Notas aún no creadas</translation>
    </message>
</context>
<context>
    <name>LongConversationBanner</name>
    <message>
        <source>{n} message is summarized for the model. The chat itself is unchanged.</source>
        <translation>{n} mensaje está resumido para el modelo. El chat en sí no ha cambiado.</translation>
    </message>
    <message>
        <source>{n} messages are summarized for the model. The chat itself is unchanged.</source>
        <translation>{n} mensajes están resumidos para el modelo. El chat en sí no ha cambiado.</translation>
    </message>
    <message>
        <source>Start a New Chat from the Summary</source>
        <translation>Empezar un chat nuevo con el resumen</translation>
    </message>
    <message>
        <source>This conversation is getting long. Older parts will be summarized.</source>
        <translation>Este chat se está alargando. Las partes anteriores se resumirán.</translation>
    </message>
    <message>
        <source>New Chat</source>
        <translation>Nuevo chat</translation>
    </message>
</context>
<context>
    <name>MacHotkeyBackend</name>
    <message>
        <source>Works everywhere on this Mac, and needs no permission.</source>
        <translation>Funciona en todo este Mac y no necesita permiso.</translation>
    </message>
    <message>
        <source>macOS did not allow VaultDesk to register a system-wide shortcut.</source>
        <translation>macOS no permitió que VaultDesk registrara un atajo para todo el sistema.</translation>
    </message>
    <message>
        <source>“{0}” is already used by another program. Choose another shortcut.</source>
        <translation>Otro programa ya usa «{0}». Elija otro atajo.</translation>
    </message>
    <message>
        <source>macOS refused “{0}”.</source>
        <translation>macOS rechazó «{0}».</translation>
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
        <translation>No hay ninguna bóveda abierta</translation>
    </message>
    <message>
        <source>The notes of a vault are listed here.</source>
        <translation>Las notas de una bóveda aparecen aquí.</translation>
    </message>
    <message>
        <source>No note is open</source>
        <translation>No hay ninguna nota abierta</translation>
    </message>
    <message>
        <source>Open a vault to read and write its notes.</source>
        <translation>Abra una bóveda para leer y escribir sus notas.</translation>
    </message>
    <message>
        <source>Nothing to ask about yet</source>
        <translation>Aún no hay nada sobre lo que preguntar</translation>
    </message>
    <message>
        <source>Open a vault and ask your first question. It needs no key.</source>
        <translation>Abra una bóveda y haga su primera pregunta. No necesita clave.</translation>
    </message>
    <message>
        <source>Opening {0}…</source>
        <translation>Abriendo {0}…</translation>
    </message>
</context>
<context>
    <name>MarkdownView</name>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>Nothing is selected.</source>
        <translation>No hay nada seleccionado.</translation>
    </message>
    <message>
        <source>Copy</source>
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Copiar enlace</translation>
    </message>
    <message>
        <source>Open in new tab</source>
        <translation>Abrir en pestaña nueva</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Seleccionar todo</translation>
    </message>
</context>
<context>
    <name>MarkdownWriter</name>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
</context>
<context>
    <name>MatchChip</name>
    <message>
        <source>Matches</source>
        <translation>Coincidencias</translation>
    </message>
    <message>
        <source>Previous match</source>
        <translation>Coincidencia anterior</translation>
    </message>
    <message>
        <source>Next match</source>
        <translation>Coincidencia siguiente</translation>
    </message>
    <message>
        <source>Clear highlighting</source>
        <translation>Quitar el resaltado</translation>
    </message>
    <message>
        <source>{0} of {1}</source>
        <translation>{0} de {1}</translation>
    </message>
</context>
<context>
    <name>MentionChip</name>
    <message>
        <source>Remove {name}</source>
        <translation>Quitar {name}</translation>
    </message>
</context>
<context>
    <name>MentionCompletionSource</name>
    <message>
        <source>Note# its headings · #tag · Folder/</source>
        <translation>Nota# sus encabezados · #etiqueta · Carpeta/</translation>
    </message>
    <message>
        <source>Selection</source>
        <translation>Selección</translation>
    </message>
    <message>
        <source>Open note</source>
        <translation>Nota abierta</translation>
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
        <translation>Copiar</translation>
    </message>
    <message>
        <source>Cut</source>
        <translation>Cortar</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Help</source>
        <translation>Ayuda</translation>
    </message>
    <message>
        <source>Minimize</source>
        <translation>Minimizar</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Pegar</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rehacer</translation>
    </message>
    <message>
        <source>Select all</source>
        <translation>Seleccionar todo</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>Bóveda</translation>
    </message>
    <message>
        <source>View</source>
        <translation>Visualización</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Ventana</translation>
    </message>
    <message>
        <source>Zoom</source>
        <translation>Zoom</translation>
    </message>
</context>
<context>
    <name>MergeDialog</name>
    <message>
        <source>Merge both versions</source>
        <translation>Fusionar ambas versiones</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Fusionar</translation>
    </message>
    <message>
        <source>These lines were changed both here and outside VaultDesk. All other changes are already merged.</source>
        <translation>Estas líneas se cambiaron tanto aquí como fuera de VaultDesk. Todos los demás cambios ya están fusionados.</translation>
    </message>
</context>
<context>
    <name>ModeButton</name>
    <message>
        <source>Mode</source>
        <translation>Modo</translation>
    </message>
    <message>
        <source>this once</source>
        <translation>esta vez</translation>
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
        <translation>Modo</translation>
    </message>
    <message>
        <source>Modes</source>
        <translation>Modos</translation>
    </message>
    <message>
        <source>Plan first, then carry it out</source>
        <translation>Primero planificar, luego ejecutar</translation>
    </message>
    <message>
        <source>The first answer is a plan and changes nothing. You can edit it before you carry it out.</source>
        <translation>La primera respuesta es un plan y no cambia nada. Puede editarlo antes de llevarlo a cabo.</translation>
    </message>
    <message>
        <source>New Project…</source>
        <translation>Nuevo proyecto…</translation>
    </message>
</context>
<context>
    <name>ModeSelection</name>
    <message>
        <source>search the notes</source>
        <translation>buscar en las notas</translation>
    </message>
    <message>
        <source>search the web</source>
        <translation>buscar en la web</translation>
    </message>
    <message>
        <source>search earlier chats</source>
        <translation>buscar en chats anteriores</translation>
    </message>
    <message>
        <source>get the current time</source>
        <translation>obtener la hora actual</translation>
    </message>
    <message>
        <source>get the transcript of a video</source>
        <translation>obtener la transcripción de un vídeo</translation>
    </message>
    <message>
        <source>Projects</source>
        <translation>Proyectos</translation>
    </message>
    <message>
        <source>Read and accept it first</source>
        <translation>Antes hay que leerlo y aceptarlo</translation>
    </message>
    <message>
        <source>Choose a project from the list below the modes.</source>
        <translation>Elija un proyecto de la lista debajo de los modos.</translation>
    </message>
    <message>
        <source>This project no longer exists.</source>
        <translation>Este proyecto ya no existe.</translation>
    </message>
</context>
<context>
    <name>ModelBox</name>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Click Test for a list, or type a name</source>
        <translation>Pulse Probar para ver una lista o escriba un nombre</translation>
    </message>
    <message numerus="yes">
        <source>Choose one of %n, or type a name</source>
        <translation>
            <numerusform>Elija uno de %n o escriba un nombre</numerusform>
            <numerusform>Elija uno de %n o escriba un nombre</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelButton</name>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Choose a model</source>
        <translation>Elegir un modelo</translation>
    </message>
    <message>
        <source>agent’s</source>
        <translation>del agente</translation>
    </message>
    <message>
        <source>{0} uses this model. You can choose another one for this chat here.</source>
        <translation>{0} usa este modelo. Aquí puede elegir otro para este chat.</translation>
    </message>
</context>
<context>
    <name>ModelFileButton</name>
    <message>
        <source>Choose File…</source>
        <translation>Elegir archivo…</translation>
    </message>
    <message>
        <source>Choose a Model File</source>
        <translation>Elegir un archivo de modelo</translation>
    </message>
    <message>
        <source>Model files (*.gguf)</source>
        <translation>Archivos de modelo (*.gguf)</translation>
    </message>
    <message>
        <source>Choose</source>
        <translation>Elegir</translation>
    </message>
</context>
<context>
    <name>ModelMenu</name>
    <message>
        <source>Built in</source>
        <translation>Integrado</translation>
    </message>
</context>
<context>
    <name>ModelPopup</name>
    <message>
        <source>Choose a model</source>
        <translation>Elegir un modelo</translation>
    </message>
    <message>
        <source>Find a model</source>
        <translation>Buscar un modelo</translation>
    </message>
    <message>
        <source>Models</source>
        <translation>Modelos</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Auto</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>No</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Bajo</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Medio</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Alto</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Razonamiento</translation>
    </message>
    <message>
        <source>Set Up Models…</source>
        <translation>Configurar modelos…</translation>
    </message>
    <message>
        <source>No model matches.</source>
        <translation>Ningún modelo coincide.</translation>
    </message>
</context>
<context>
    <name>ModelText</name>
    <message>
        <source>no tools</source>
        <translation>sin herramientas</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>en este equipo</translation>
    </message>
    <message>
        <source>sees pictures</source>
        <translation>ve imágenes</translation>
    </message>
    <message>
        <source>thinks</source>
        <translation>razona</translation>
    </message>
    <message>
        <source>tools</source>
        <translation>herramientas</translation>
    </message>
    <message>
        <source>text-based tools</source>
        <translation>herramientas basadas en texto</translation>
    </message>
</context>
<context>
    <name>NameCell</name>
    <message>
        <source>Property</source>
        <translation>Propiedad</translation>
    </message>
    <message>
        <source>Name of the property</source>
        <translation>Nombre de la propiedad</translation>
    </message>
</context>
<context>
    <name>NameEditor</name>
    <message>
        <source>New name</source>
        <translation>Nombre nuevo</translation>
    </message>
</context>
<context>
    <name>NamePopup</name>
    <message>
        <source>Rename</source>
        <translation>Renombrar</translation>
    </message>
    <message>
        <source>New name</source>
        <translation>Nombre nuevo</translation>
    </message>
    <message>
        <source>Links to it are updated. Press Enter to rename.</source>
        <translation>Los enlaces se actualizan. Pulse Intro para renombrar.</translation>
    </message>
</context>
<context>
    <name>NamingDialog</name>
    <message>
        <source>Create Note</source>
        <translation>Crear nota</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Carpeta</translation>
    </message>
    <message>
        <source>Folder of its notes</source>
        <translation>Carpeta de sus notas</translation>
    </message>
    <message>
        <source>Creates the note {0} and opens it.</source>
        <translation>Crea la nota {0} y la abre.</translation>
    </message>
</context>
<context>
    <name>NestedCell</name>
    <message>
        <source>Nested values can only be changed in the editor.</source>
        <translation>Los valores anidados solo se pueden cambiar en el editor.</translation>
    </message>
</context>
<context>
    <name>NoHotkeyBackend</name>
    <message>
        <source>System-wide shortcuts are not available here.</source>
        <translation>Los atajos para todo el sistema no están disponibles aquí.</translation>
    </message>
</context>
<context>
    <name>NoOpenNotePage</name>
    <message>
        <source>No note is open</source>
        <translation>No hay ninguna nota abierta</translation>
    </message>
    <message>
        <source>Open a note, or create a new one.</source>
        <translation>Abra una nota o cree una nueva.</translation>
    </message>
    <message>
        <source>This vault has no notes yet. Create the first one.</source>
        <translation>Esta bóveda aún no tiene notas. Cree la primera.</translation>
    </message>
</context>
<context>
    <name>NoResultsPage</name>
    <message>
        <source>Search by meaning</source>
        <translation>Búsqueda por significado</translation>
    </message>
    <message>
        <source>Notes with similar names</source>
        <translation>Notas con nombres parecidos</translation>
    </message>
    <message>
        <source>No note contains “{words}”. Try fewer words, or click the question mark to see the search operators.</source>
        <translation>Ninguna nota contiene «{words}». Pruebe con menos palabras o pulse el signo de interrogación para ver los operadores de búsqueda.</translation>
    </message>
    <message>
        <source>Nothing found</source>
        <translation>No se encontró nada</translation>
    </message>
    <message>
        <source>No note matches both</source>
        <translation>Ninguna nota cumple ambas condiciones</translation>
    </message>
    <message>
        <source>No note matches everything</source>
        <translation>Ninguna nota cumple todas las condiciones</translation>
    </message>
    <message>
        <source>No note matches both.</source>
        <translation>Ninguna nota cumple ambas condiciones.</translation>
    </message>
    <message>
        <source>No note matches all of them.</source>
        <translation>Ninguna nota cumple todas las condiciones.</translation>
    </message>
    <message>
        <source>Search “{words}” only</source>
        <translation>Buscar solo «{words}»</translation>
    </message>
    <message>
        <source>1 note is tagged {words}.</source>
        <translation>1 nota tiene la etiqueta {words}.</translation>
    </message>
    <message>
        <source>{n} notes are tagged {words}.</source>
        <translation>{n} notas tienen la etiqueta {words}.</translation>
    </message>
    <message>
        <source>No note is tagged {words}.</source>
        <translation>Ninguna nota tiene la etiqueta {words}.</translation>
    </message>
    <message>
        <source>1 note is in {words}.</source>
        <translation>1 nota está en {words}.</translation>
    </message>
    <message>
        <source>{n} notes are in {words}.</source>
        <translation>{n} notas están en {words}.</translation>
    </message>
    <message>
        <source>No note is in {words}.</source>
        <translation>Ninguna nota está en {words}.</translation>
    </message>
    <message>
        <source>1 note contains “{words}”.</source>
        <translation>1 nota contiene «{words}».</translation>
    </message>
    <message>
        <source>{n} notes contain “{words}”.</source>
        <translation>{n} notas contienen «{words}».</translation>
    </message>
    <message>
        <source>No note contains “{words}”.</source>
        <translation>Ninguna nota contiene «{words}».</translation>
    </message>
    <message>
        <source>1 note matches {words}.</source>
        <translation>1 nota coincide con {words}.</translation>
    </message>
    <message>
        <source>{n} notes match {words}.</source>
        <translation>{n} notas coinciden con {words}.</translation>
    </message>
    <message>
        <source>No note matches {words}.</source>
        <translation>Ninguna nota coincide con {words}.</translation>
    </message>
</context>
<context>
    <name>NoVaultController</name>
    <message>
        <source>The folder could not be created: {why}</source>
        <translation>No se pudo crear la carpeta: {why}</translation>
    </message>
    <message>
        <source>The welcome vault could not be created: {why}</source>
        <translation>No se pudo crear la bóveda de bienvenida: {why}</translation>
    </message>
</context>
<context>
    <name>NoVaultPage</name>
    <message>
        <source>Open Folder…</source>
        <translation>Abrir carpeta…</translation>
    </message>
    <message>
        <source>Opened before</source>
        <translation>Abiertas antes</translation>
    </message>
    <message>
        <source>Obsidian vaults on this computer</source>
        <translation>Bóvedas de Obsidian en este equipo</translation>
    </message>
    <message>
        <source>found, not opened</source>
        <translation>encontrada, sin abrir</translation>
    </message>
    <message>
        <source>Look Around</source>
        <translation>Echar un vistazo</translation>
    </message>
    <message>
        <source>Create a New Vault…</source>
        <translation>Crear una bóveda nueva…</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Where are your notes?</source>
        <translation>¿Dónde están sus notas?</translation>
    </message>
    <message>
        <source>VaultDesk works with a folder of Markdown files. The folder stays where it is, and nothing leaves this computer until you allow it.</source>
        <translation>VaultDesk trabaja con una carpeta de archivos Markdown. La carpeta se queda donde está y nada sale de este equipo hasta que usted lo permita.</translation>
    </message>
    <message>
        <source>Drop a folder here</source>
        <translation>Suelte una carpeta aquí</translation>
    </message>
    <message>
        <source>or</source>
        <translation>o</translation>
    </message>
    <message>
        <source>Just look around</source>
        <translation>Solo echar un vistazo</translation>
    </message>
    <message>
        <source>A small welcome vault to read, search and ask about. Needs no key and no account.</source>
        <translation>Una pequeña bóveda de bienvenida para leer, buscar y preguntar. No necesita clave ni cuenta.</translation>
    </message>
    <message>
        <source>Nothing has left this computer today</source>
        <translation>Hoy no ha salido nada de este equipo</translation>
    </message>
    <message>
        <source>Create</source>
        <translation>Crear</translation>
    </message>
    <message>
        <source>Create a Folder for Notes</source>
        <translation>Crear una carpeta para notas</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Open a Folder of Notes</source>
        <translation>Abrir una carpeta de notas</translation>
    </message>
</context>
<context>
    <name>NodeCard</name>
    <message>
        <source>Private</source>
        <translation>Privada</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Center here</source>
        <translation>Centrar aquí</translation>
    </message>
    <message>
        <source>Add to chat</source>
        <translation>Añadir al chat</translation>
    </message>
    <message>
        <source>Search for it</source>
        <translation>Buscarla</translation>
    </message>
    <message>
        <source>Create the note</source>
        <translation>Crear la nota</translation>
    </message>
    <message>
        <source>“{words}”</source>
        <translation>«{words}»</translation>
    </message>
</context>
<context>
    <name>NoteArea</name>
    <message>
        <source>Untitled</source>
        <translation>Sin título</translation>
    </message>
    <message>
        <source>New tab</source>
        <translation>Nueva pestaña</translation>
    </message>
    <message>
        <source>Open a note…</source>
        <translation>Abrir una nota…</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>Nueva nota</translation>
    </message>
</context>
<context>
    <name>NoteBadges</name>
    <message>
        <source>Open the other one</source>
        <translation>Abrir la otra</translation>
    </message>
    <message>
        <source>“{copy}” is a conflict copy of “{name}”. Merge the two, then delete the copy.</source>
        <translation>«{copy}» es una copia en conflicto de «{name}». Fusione las dos y elimine después la copia.</translation>
    </message>
    <message>
        <source>“{name}” has a conflict copy, “{copy}”: two computers changed it. Merge the two.</source>
        <translation>«{name}» tiene una copia en conflicto, «{copy}»: dos equipos la cambiaron. Fusione las dos.</translation>
    </message>
    <message>
        <source>Conflict copy of “{name}”: two computers changed it, and a sync program could not merge the changes.</source>
        <translation>Copia en conflicto de «{name}»: dos equipos la cambiaron y un programa de sincronización no pudo fusionar los cambios.</translation>
    </message>
</context>
<context>
    <name>NoteCompletion</name>
    <message>
        <source>Note# its headings · Note#^ its blocks</source>
        <translation>Nota# sus encabezados · Nota#^ sus bloques</translation>
    </message>
</context>
<context>
    <name>NoteEditor</name>
    <message>
        <source>Note text</source>
        <translation>Texto de la nota</translation>
    </message>
    <message>
        <source>Tab indents; Esc, then Tab leaves the text.</source>
        <translation>Tab sangra; Esc y después Tab sale del texto.</translation>
    </message>
</context>
<context>
    <name>NoteFindBar</name>
    <message>
        <source>Find in the note</source>
        <translation>Buscar en la nota</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Match case</source>
        <translation>Distinguir mayúsculas</translation>
    </message>
    <message>
        <source>Whole words</source>
        <translation>Palabras completas</translation>
    </message>
    <message>
        <source>Regular expression</source>
        <translation>Expresión regular</translation>
    </message>
    <message>
        <source>Replace with</source>
        <translation>Reemplazar por</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Reemplazar</translation>
    </message>
    <message>
        <source>Replace all</source>
        <translation>Reemplazar todo</translation>
    </message>
</context>
<context>
    <name>NoteHeader</name>
    <message>
        <source>Add a property</source>
        <translation>Añadir una propiedad</translation>
    </message>
    <message>
        <source>Name of the new property</source>
        <translation>Nombre de la propiedad</translation>
    </message>
    <message>
        <source>1 property</source>
        <translation>1 propiedad</translation>
    </message>
    <message>
        <source>{n} properties</source>
        <translation>{n} propiedades</translation>
    </message>
    <message>
        <source>Show the properties</source>
        <translation>Mostrar las propiedades</translation>
    </message>
    <message>
        <source>Hide the properties</source>
        <translation>Ocultar las propiedades</translation>
    </message>
</context>
<context>
    <name>NotePage</name>
    <message>
        <source>Open in another program</source>
        <translation>Abrir en otro programa</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>A line of this note is too long to be edited here. Open the file in another program.</source>
        <translation>Una línea de esta nota es demasiado larga para editarla aquí. Abra el archivo en otro programa.</translation>
    </message>
    <message>
        <source>This note is very long, so only its beginning is shown. One of its lines is too long to be edited here. Open the file in another program to see all of it.</source>
        <translation>Esta nota es muy larga, así que solo se muestra su comienzo. Una de sus líneas es demasiado larga para editarla aquí. Abra el archivo en otro programa para verlo entero.</translation>
    </message>
    <message>
        <source>This note is very long, so only its beginning is shown. Edit it to see all of it.</source>
        <translation>Esta nota es muy larga, así que solo se muestra su comienzo. Edítela para verla entera.</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Editar</translation>
    </message>
</context>
<context>
    <name>NoteReader</name>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
</context>
<context>
    <name>NoteSettingsBanner</name>
    <message>
        <source>The properties of this note contain settings for this chat. They are not used yet.</source>
        <translation>Las propiedades de esta nota contienen ajustes para este chat. Aún no se usan.</translation>
    </message>
    <message>
        <source>Read…</source>
        <translation>Leer…</translation>
    </message>
    <message>
        <source>Don’t Use</source>
        <translation>No usar</translation>
    </message>
    <message>
        <source>Use the settings in the note of this chat?</source>
        <translation>¿Usar los ajustes de la nota de este chat?</translation>
    </message>
    <message>
        <source>At most {0} tokens an answer.</source>
        <translation>Como máximo {0} tokens por respuesta.</translation>
    </message>
    <message>
        <source>They cannot change permissions or private notes.</source>
        <translation>No pueden cambiar los permisos ni las notas privadas.</translation>
    </message>
    <message>
        <source>Model: {0}.</source>
        <translation>Modelo: {0}.</translation>
    </message>
    <message>
        <source>Not used: {0}.</source>
        <translation>No se usa: {0}.</translation>
    </message>
    <message>
        <source>You are not asked again about notes with the same settings.</source>
        <translation>No se le pregunta de nuevo por notas con los mismos ajustes.</translation>
    </message>
    <message>
        <source>Temperature: {0}.</source>
        <translation>Temperatura: {0}.</translation>
    </message>
    <message>
        <source>The text below is sent to the model before your questions in this chat.</source>
        <translation>El texto de abajo se envía al modelo antes de las preguntas de este chat.</translation>
    </message>
    <message>
        <source>There are no instructions, only the values above.</source>
        <translation>No hay instrucciones, solo los valores de arriba.</translation>
    </message>
</context>
<context>
    <name>NoteSpelling</name>
    <message>
        <source>Spelling is checked.</source>
        <translation>Se revisa la ortografía.</translation>
    </message>
    <message>
        <source>Spelling is not checked.</source>
        <translation>No se revisa la ortografía.</translation>
    </message>
</context>
<context>
    <name>NoteTabs</name>
    <message>
        <source>New tab</source>
        <translation>Nueva pestaña</translation>
    </message>
    <message>
        <source>Other side</source>
        <translation>Otro lado</translation>
    </message>
</context>
<context>
    <name>Notifier</name>
    <message>
        <source>A question could not be answered.</source>
        <translation>No se pudo responder una pregunta.</translation>
    </message>
    <message>
        <source>An answer is ready.</source>
        <translation>Hay una respuesta lista.</translation>
    </message>
    <message>
        <source>“{0}” is waiting for your approval.</source>
        <translation>«{0}» espera su aprobación.</translation>
    </message>
    <message>
        <source>A request is waiting for your approval.</source>
        <translation>Una petición espera su aprobación.</translation>
    </message>
    <message>
        <source>The answer in “{0}” is ready.</source>
        <translation>La respuesta en «{0}» está lista.</translation>
    </message>
    <message>
        <source>The question in “{0}” could not be answered.</source>
        <translation>No se pudo responder la pregunta en «{0}».</translation>
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
        <translation>Añadir {0} a la pregunta</translation>
    </message>
</context>
<context>
    <name>OfflineForm</name>
    <message>
        <source>Built in, without a language model. It finds the best sentences in your notes and quotes them with a link to each. Nothing leaves this computer.</source>
        <translation>Integrado, sin modelo de lenguaje. Busca las mejores frases de sus notas y las cita con un enlace a cada una. Nada sale de este equipo.</translation>
    </message>
</context>
<context>
    <name>OpenNoteOffer</name>
    <message>
        <source>Add selection to the chat</source>
        <translation>Añadir selección al chat</translation>
    </message>
</context>
<context>
    <name>OperatorBar</name>
    <message>
        <source>Operators</source>
        <translation>Operadores</translation>
    </message>
</context>
<context>
    <name>OtherFilePage</name>
    <message>
        <source>Open in another program</source>
        <translation>Abrir en otro programa</translation>
    </message>
    <message>
        <source>{kind} · {size} · {when}</source>
        <translation>{kind} · {size} · {when}</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Sonido</translation>
    </message>
    <message>
        <source>Video</source>
        <translation>Vídeo</translation>
    </message>
    <message>
        <source>PDF</source>
        <translation>PDF</translation>
    </message>
    <message>
        <source>{ending} file</source>
        <translation>Archivo {ending}</translation>
    </message>
</context>
<context>
    <name>Outline</name>
    <message>
        <source>Filter the headings</source>
        <translation>Filtrar esquema</translation>
    </message>
    <message>
        <source>Headings of this note</source>
        <translation>Encabezados de esta nota</translation>
    </message>
    <message>
        <source>No heading contains this text.</source>
        <translation>Ningún encabezado contiene este texto.</translation>
    </message>
    <message>
        <source>This note has no headings.</source>
        <translation>Esta nota no tiene encabezados.</translation>
    </message>
</context>
<context>
    <name>PalettePopup</name>
    <message>
        <source>choose</source>
        <translation>elegir</translation>
    </message>
    <message>
        <source>run</source>
        <translation>ejecutar</translation>
    </message>
    <message>
        <source>change shortcut</source>
        <translation>cambiar el atajo</translation>
    </message>
    <message>
        <source>close</source>
        <translation>cerrar</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Buscar un comando</translation>
    </message>
    <message>
        <source>Commands</source>
        <translation>Comandos</translation>
    </message>
    <message>
        <source>Find a command…</source>
        <translation>Buscar un comando…</translation>
    </message>
    <message>
        <source>No matches.</source>
        <translation>No hay coincidencias.</translation>
    </message>
</context>
<context>
    <name>PassageChecklist</name>
    <message>
        <source>All passages</source>
        <translation>Todos los pasajes</translation>
    </message>
    <message>
        <source>{n} of 1 passage</source>
        <translation>{n} de 1 pasaje</translation>
    </message>
    <message>
        <source>{n} of {total} passages</source>
        <translation>{n} de {total} pasajes</translation>
    </message>
</context>
<context>
    <name>PassageList</name>
    <message>
        <source>Passages found</source>
        <translation>Pasajes encontrados</translation>
    </message>
    <message>
        <source>Number {n}</source>
        <translation>Número {n}</translation>
    </message>
    <message>
        <source>lines {first} to {last}</source>
        <translation>líneas {first} a {last}</translation>
    </message>
</context>
<context>
    <name>PassageListModel</name>
    <message>
        <source>private: never sent</source>
        <translation>privada: nunca se envía</translation>
    </message>
    <message>
        <source>{n} of {total} passages</source>
        <translation>{n} de {total} pasajes</translation>
    </message>
    <message>
        <source>stays here</source>
        <translation>se queda aquí</translation>
    </message>
    <message>
        <source>shortened by you</source>
        <translation>acortado por usted</translation>
    </message>
</context>
<context>
    <name>PassageListView</name>
    <message>
        <source>Passages; Space ticks, Enter shows all of one</source>
        <translation>Pasajes; Espacio marca, Intro muestra uno entero</translation>
    </message>
</context>
<context>
    <name>PassageModel</name>
    <message>
        <source>1 token</source>
        <translation>1 token</translation>
    </message>
    <message>
        <source>What was found</source>
        <translation>Lo encontrado</translation>
    </message>
    <message>
        <source>line {first}</source>
        <translation>línea {first}</translation>
    </message>
    <message>
        <source>lines {first}–{last}</source>
        <translation>líneas {first}–{last}</translation>
    </message>
    <message>
        <source>whole note</source>
        <translation>nota entera</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} tokens</translation>
    </message>
</context>
<context>
    <name>PassagePainter</name>
    <message>
        <source>Show less</source>
        <translation>Mostrar menos</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Mostrar todo</translation>
    </message>
    <message>
        <source>Only a part…</source>
        <translation>Solo una parte…</translation>
    </message>
</context>
<context>
    <name>PassageText</name>
    <message>
        <source>({n} empty lines)</source>
        <translation>({n} líneas vacías)</translation>
    </message>
</context>
<context>
    <name>PathOpener</name>
    <message>
        <source>A copy is created in the folder “{0}”. The original is not changed.</source>
        <translation>Se crea una copia en la carpeta «{0}». El original no cambia.</translation>
    </message>
    <message>
        <source>A copy is created in the vault root. The original is not changed.</source>
        <translation>Se crea una copia en la raíz de la bóveda. El original no cambia.</translation>
    </message>
    <message>
        <source>Add Copies</source>
        <translation>Añadir copias</translation>
    </message>
    <message>
        <source>Add a Copy</source>
        <translation>Añadir una copia</translation>
    </message>
    <message>
        <source>Add {n} files to this vault?</source>
        <translation>¿Añadir {n} archivos a esta bóveda?</translation>
    </message>
    <message>
        <source>Add “{0}” to this vault?</source>
        <translation>¿Añadir «{0}» a esta bóveda?</translation>
    </message>
    <message>
        <source>Copies are created in the folder “{0}”. The originals are not changed.</source>
        <translation>Se crean copias en la carpeta «{0}». Los originales no cambian.</translation>
    </message>
    <message>
        <source>Copies are created in the vault root. The originals are not changed.</source>
        <translation>Se crean copias en la raíz de la bóveda. Los originales no cambian.</translation>
    </message>
    <message>
        <source>Is this your folder of notes?</source>
        <translation>¿Es esta su carpeta de notas?</translation>
    </message>
    <message>
        <source>Open It</source>
        <translation>Abrirla</translation>
    </message>
    <message>
        <source>Open in a New Window</source>
        <translation>Abrir en una ventana nueva</translation>
    </message>
</context>
<context>
    <name>PdfPage</name>
    <message>
        <source>Previous page</source>
        <translation>Página anterior</translation>
    </message>
    <message>
        <source>Page Up</source>
        <translation>Re Pág</translation>
    </message>
    <message>
        <source>Next page</source>
        <translation>Página siguiente</translation>
    </message>
    <message>
        <source>Page Down</source>
        <translation>Av Pág</translation>
    </message>
    <message>
        <source>Page {n} of {pages}</source>
        <translation>Página {n} de {pages}</translation>
    </message>
</context>
<context>
    <name>PermissionRuleDialog</name>
    <message>
        <source>What</source>
        <translation>Qué</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Dónde</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Para</translation>
    </message>
    <message>
        <source>is allowed without asking</source>
        <translation>se permite sin preguntar</translation>
    </message>
    <message>
        <source>asks me each time</source>
        <translation>me pregunta cada vez</translation>
    </message>
    <message>
        <source>is never allowed</source>
        <translation>nunca se permite</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>Searching and reading notes</source>
        <translation>Buscar y leer notas</translation>
    </message>
    <message>
        <source>Creating, changing and renaming notes</source>
        <translation>Crear, cambiar y renombrar notas</translation>
    </message>
    <message>
        <source>Deleting notes</source>
        <translation>Eliminar notas</translation>
    </message>
    <message>
        <source>Using the network</source>
        <translation>Usar la red</translation>
    </message>
    <message>
        <source>Every tool</source>
        <translation>Cualquier herramienta</translation>
    </message>
    <message>
        <source>Tools that use no notes</source>
        <translation>Herramientas que no usan notas</translation>
    </message>
    <message>
        <source>The tool “{0}”</source>
        <translation>La herramienta «{0}»</translation>
    </message>
    <message>
        <source>every model</source>
        <translation>cualquier modelo</translation>
    </message>
    <message>
        <source>models on this computer</source>
        <translation>modelos de este equipo</translation>
    </message>
    <message>
        <source>You are still asked before {0}. A rule cannot change that.</source>
        <translation>Se le sigue preguntando antes de {0}. Una regla no puede cambiarlo.</translation>
    </message>
    <message>
        <source>Search and read without asking · models on this computer</source>
        <translation>Buscar y leer sin preguntar · modelos de este equipo</translation>
    </message>
    <message>
        <source>Search and read without asking · {host}</source>
        <translation>Buscar y leer sin preguntar · {host}</translation>
    </message>
    <message>
        <source>Search and read without asking · {who} ({host})</source>
        <translation>Buscar y leer sin preguntar · {who} ({host})</translation>
    </message>
    <message>
        <source>This rule is not valid, so it denies everything it might cover.</source>
        <translation>Esta regla no es válida, así que deniega todo lo que pueda abarcar.</translation>
    </message>
    <message>
        <source>changing many notes at once</source>
        <translation>cambiar muchas notas a la vez</translation>
    </message>
    <message>
        <source>changing notes</source>
        <translation>cambiar notas</translation>
    </message>
    <message>
        <source>deleting notes</source>
        <translation>eliminar notas</translation>
    </message>
    <message>
        <source>for a model on this computer</source>
        <translation>para un modelo de este equipo</translation>
    </message>
    <message>
        <source>for {0}</source>
        <translation>para {0}</translation>
    </message>
    <message>
        <source>in the whole vault</source>
        <translation>en toda la bóveda</translation>
    </message>
    <message>
        <source>in {0}</source>
        <translation>en {0}</translation>
    </message>
    <message>
        <source>using the network</source>
        <translation>usar la red</translation>
    </message>
    <message>
        <source>{0} and {1}</source>
        <translation>{0} y {1}</translation>
    </message>
    <message>
        <source>{0} asks me each time.</source>
        <translation>{0} me pregunta cada vez.</translation>
    </message>
    <message>
        <source>{0} is never allowed.</source>
        <translation>{0} nunca se permite.</translation>
    </message>
    <message>
        <source>{0} is allowed without asking.</source>
        <translation>{0} se permite sin preguntar.</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>«{0}»</translation>
    </message>
</context>
<context>
    <name>PermissionRulesSection</name>
    <message>
        <source>None. The permissions above apply everywhere.</source>
        <translation>Ninguna. Los permisos de arriba se aplican en todas partes.</translation>
    </message>
    <message>
        <source>Your rules</source>
        <translation>Sus reglas</translation>
    </message>
    <message>
        <source>This rule is not valid, so it denies everything it might cover.</source>
        <translation>Esta regla no es válida, así que deniega todo lo que pueda abarcar.</translation>
    </message>
</context>
<context>
    <name>PermissionSheet</name>
    <message>
        <source>What an assistant may do in {0}. Each sentence is a rule that is enforced.</source>
        <translation>Lo que un asistente puede hacer en {0}. Cada frase es una regla que se hace cumplir.</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>Permisos</translation>
    </message>
    <message>
        <source>Assistants may use tools in this vault</source>
        <translation>Los asistentes pueden usar herramientas en esta bóveda</translation>
    </message>
    <message>
        <source>One of your rules is not valid, so it denies everything until you remove it.</source>
        <translation>Una de sus reglas no es válida, así que lo deniega todo hasta que la quite.</translation>
    </message>
    <message>
        <source>Show It</source>
        <translation>Mostrarla</translation>
    </message>
    <message>
        <source>The first use in a vault asks you. Turned off, nothing is asked and no note is used.</source>
        <translation>La primera vez que se usa en una bóveda se le pregunta. Si se desactiva, no se pregunta nada ni se usa ninguna nota.</translation>
    </message>
    <message>
        <source>Permission preset</source>
        <translation>Preajuste de permisos</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>Changing</source>
        <translation>Cambiar</translation>
    </message>
    <message>
        <source>Deleting and bulk changes</source>
        <translation>Eliminaciones y cambios en bloque</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nunca</translation>
    </message>
    <message>
        <source>Approval requests</source>
        <translation>Peticiones de aprobación</translation>
    </message>
    <message>
        <source>Private Notes…</source>
        <translation>Notas privadas…</translation>
    </message>
    <message>
        <source>Private notes are used only as far as you set for them.</source>
        <translation>Las notas privadas se usan solo hasta donde usted lo definió para ellas.</translation>
    </message>
    <message>
        <source>This takes precedence over all other permissions.</source>
        <translation>Esto tiene prioridad sobre todos los demás permisos.</translation>
    </message>
    <message>
        <source>{n} note today.</source>
        <translation>{n} nota hoy.</translation>
    </message>
    <message>
        <source>{n} notes today.</source>
        <translation>{n} notas hoy.</translation>
    </message>
    <message>
        <source>as a dialog over the window</source>
        <translation>como un diálogo sobre la ventana</translation>
    </message>
    <message>
        <source>as a card in the chat</source>
        <translation>como una tarjeta en el chat</translation>
    </message>
    <message>
        <source>Requests appear</source>
        <translation>Las peticiones aparecen</translation>
    </message>
    <message>
        <source>The assistant can neither search nor read this vault. It knows only what is written in the chat.</source>
        <translation>El asistente no puede buscar ni leer en esta bóveda. Solo sabe lo que está escrito en el chat.</translation>
    </message>
    <message>
        <source>Another of your rules is stricter, so it still {0}.</source>
        <translation>Otra de sus reglas es más estricta, así que aún {0}.</translation>
    </message>
    <message>
        <source>Creating and changing notes by an agent in its own folders</source>
        <translation>Un agente que crea y cambia notas en sus propias carpetas</translation>
    </message>
    <message>
        <source>At most {0} calls per minute. The same call {1} times in {2} seconds is stopped.</source>
        <translation>Como mucho {0} llamadas por minuto. La misma llamada {1} veces en {2} segundos se detiene.</translation>
    </message>
    <message>
        <source>Changing many notes at once</source>
        <translation>Cambiar muchas notas a la vez</translation>
    </message>
    <message>
        <source>Creating, changing and renaming notes</source>
        <translation>Crear, cambiar y renombrar notas</translation>
    </message>
    <message>
        <source>Deleting notes</source>
        <translation>Eliminar notas</translation>
    </message>
    <message>
        <source>Deleting notes, and changing many at once,</source>
        <translation>Eliminar notas y cambiar muchas a la vez</translation>
    </message>
    <message>
        <source>Fixed. No setting, agent or model can change this.</source>
        <translation>Fija. Ningún ajuste, agente o modelo puede cambiarla.</translation>
    </message>
    <message>
        <source>For a model on this computer, reading by an agent in its own folders</source>
        <translation>Para un modelo de este equipo, un agente que lee notas en sus propias carpetas</translation>
    </message>
    <message>
        <source>In a chat that contains both text from elsewhere and your notes, every change</source>
        <translation>En un chat que contiene tanto texto de fuera como sus notas, cada cambio</translation>
    </message>
    <message>
        <source>Renaming requires your approval.</source>
        <translation>Renombrar requiere su aprobación.</translation>
    </message>
    <message>
        <source>Searching and reading notes and sending them to {0}</source>
        <translation>Buscar y leer notas y enviarlas a {0}</translation>
    </message>
    <message>
        <source>Searching and reading notes for a model on this computer</source>
        <translation>Buscar y leer notas para un modelo de este equipo</translation>
    </message>
    <message>
        <source>This is set by the preset and takes precedence over other settings.</source>
        <translation>Lo define el preajuste y tiene prioridad sobre los demás ajustes.</translation>
    </message>
    <message>
        <source>Using the network</source>
        <translation>Usar la red</translation>
    </message>
    <message>
        <source>Your rules below set exceptions for some folders or tools.</source>
        <translation>Sus reglas de abajo definen excepciones para algunas carpetas o herramientas.</translation>
    </message>
    <message>
        <source>a provider outside this computer</source>
        <translation>un proveedor fuera de este equipo</translation>
    </message>
    <message>
        <source>always asks</source>
        <translation>siempre pregunta</translation>
    </message>
    <message>
        <source>and can always be undone.</source>
        <translation>y siempre se puede deshacer.</translation>
    </message>
    <message>
        <source>and shows the whole address.</source>
        <translation>y muestra la dirección completa.</translation>
    </message>
    <message>
        <source>asks again</source>
        <translation>pregunta de nuevo</translation>
    </message>
    <message>
        <source>asks me each time</source>
        <translation>me pregunta cada vez</translation>
    </message>
    <message>
        <source>is never allowed</source>
        <translation>nunca se permite</translation>
    </message>
    <message>
        <source>is allowed without asking</source>
        <translation>se permite sin preguntar</translation>
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
        <translation>No hay coincidencias.</translation>
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
        <translation>Ejecutar</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Editar</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Descartar</translation>
    </message>
    <message>
        <source>This is a plan. Nothing has been done yet.</source>
        <translation>Esto es un plan. Aún no se ha hecho nada.</translation>
    </message>
    <message>
        <source>The plan</source>
        <translation>El plan</translation>
    </message>
</context>
<context>
    <name>PlannedChecklist</name>
    <message>
        <source>All new chats</source>
        <translation>Todos los chats nuevos</translation>
    </message>
    <message>
        <source>Chats to import; Space ticks</source>
        <translation>Chats que se importarán; Espacio marca</translation>
    </message>
    <message>
        <source>1 message</source>
        <translation>1 mensaje</translation>
    </message>
    <message>
        <source>{n} messages</source>
        <translation>{n} mensajes</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>Rama</translation>
    </message>
    <message>
        <source>{0} of {1} chat</source>
        <translation>{0} de {1} chat</translation>
    </message>
    <message>
        <source>{0} of {1} chats</source>
        <translation>{0} de {1} chats</translation>
    </message>
    <message>
        <source>Already in the vault</source>
        <translation>Ya está en la bóveda</translation>
    </message>
    <message>
        <source>Duplicate in this import</source>
        <translation>Duplicado en esta importación</translation>
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
        <translation>Pausar</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>{left} paused</source>
        <translation>{left}, en pausa</translation>
    </message>
    <message>
        <source>Pomodoro of {n} minutes</source>
        <translation>Pomodoro de {n} minutos</translation>
    </message>
    <message>
        <source>The {n}-minute pomodoro is finished.</source>
        <translation>El pomodoro de {n} minutos ha terminado.</translation>
    </message>
    <message>
        <source>Start Another</source>
        <translation>Iniciar otro</translation>
    </message>
    <message>
        <source>The pomodoro could not be logged: {why}</source>
        <translation>No se pudo registrar el pomodoro: {why}</translation>
    </message>
</context>
<context>
    <name>PortalHotkeyBackend</name>
    <message>
        <source>The desktop registers the shortcut and may show its own dialog for it.</source>
        <translation>El escritorio registra el atajo y puede mostrar para ello su propio diálogo.</translation>
    </message>
    <message>
        <source>This desktop does not let programs register shortcuts. Assign a shortcut to the command {0} in its settings.</source>
        <translation>Este escritorio no permite que los programas registren atajos. Asigne un atajo al comando {0} en los ajustes del escritorio.</translation>
    </message>
    <message>
        <source>The dialog of the desktop was closed, so no shortcut was set.</source>
        <translation>El diálogo del escritorio se cerró, así que no se definió ningún atajo.</translation>
    </message>
    <message>
        <source>The desktop refused this shortcut. Assign a shortcut to the command {0} in its settings instead.</source>
        <translation>El escritorio rechazó este atajo. En su lugar, asigne un atajo al comando {0} en los ajustes del escritorio.</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Pregunta rápida</translation>
    </message>
    <message>
        <source>The desktop opens quick ask with “{0}”.</source>
        <translation>El escritorio abre la pregunta rápida con «{0}».</translation>
    </message>
</context>
<context>
    <name>PresetCards</name>
    <message>
        <source>Permission preset</source>
        <translation>Preajuste de permisos</translation>
    </message>
    <message>
        <source>Reading requires your approval. Nothing can be changed, whatever else is set.</source>
        <translation>Leer requiere su aprobación. No se puede cambiar nada, sea cual sea el resto de los ajustes.</translation>
    </message>
    <message>
        <source>You are asked before every action.</source>
        <translation>Se le pregunta antes de cada acción.</translation>
    </message>
    <message>
        <source>An agent may change notes in its own folders without asking. All else requires your approval.</source>
        <translation>Un agente puede cambiar notas de sus propias carpetas sin preguntar. Todo lo demás requiere su aprobación.</translation>
    </message>
    <message>
        <source>Reading, creating, changing and renaming do not ask. Deleting, bulk changes and the network ask.</source>
        <translation>Para leer, crear, cambiar y renombrar no se le pregunta. Para eliminaciones, cambios en bloque y la red, sí.</translation>
    </message>
</context>
<context>
    <name>PrivacyRuleDialog</name>
    <message>
        <source>Notes in a folder</source>
        <translation>Notas de una carpeta</translation>
    </message>
    <message>
        <source>Notes with a tag</source>
        <translation>Notas con una etiqueta</translation>
    </message>
    <message>
        <source>Notes with a property</source>
        <translation>Notas con una propiedad</translation>
    </message>
    <message>
        <source>One note</source>
        <translation>Una nota</translation>
    </message>
    <message>
        <source>Which notes</source>
        <translation>Qué notas</translation>
    </message>
    <message>
        <source>Where they may be sent</source>
        <translation>Adónde se pueden enviar</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Carpeta</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valor</translation>
    </message>
    <message>
        <source>Where it may be sent</source>
        <translation>Adónde se puede enviar</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Etiqueta</translation>
    </message>
    <message>
        <source>private</source>
        <translation>privada</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>Propiedad</translation>
    </message>
    <message>
        <source>private: true, or just a name</source>
        <translation>private: true, o solo un nombre</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Folder/Name.md</source>
        <translation>Carpeta/Nombre.md</translation>
    </message>
    <message>
        <source>This cannot match any note.</source>
        <translation>Esto no puede coincidir con ninguna nota.</translation>
    </message>
    <message>
        <source>Specify which notes.</source>
        <translation>Indique qué notas.</translation>
    </message>
    <message>
        <source>All notes</source>
        <translation>Todas las notas</translation>
    </message>
    <message>
        <source>Notes in {0}</source>
        <translation>Las notas de {0}</translation>
    </message>
    <message>
        <source>Notes tagged #{0}</source>
        <translation>Las notas con la etiqueta #{0}</translation>
    </message>
    <message>
        <source>Notes with {0}</source>
        <translation>Las notas con {0}</translation>
    </message>
    <message>
        <source>The note {0}</source>
        <translation>La nota {0}</translation>
    </message>
    <message>
        <source>This rule is not valid, so no note is sent to any model.</source>
        <translation>Esta regla no es válida, así que no se envía ninguna nota a ningún modelo.</translation>
    </message>
    <message>
        <source>are sent to a model outside this computer only if I allow it each time</source>
        <translation>se envían a un modelo fuera de este equipo solo si lo permito cada vez</translation>
    </message>
    <message>
        <source>are sent to no model at all</source>
        <translation>no se envían a ningún modelo</translation>
    </message>
    <message>
        <source>are sent to no model outside this computer</source>
        <translation>no se envían a ningún modelo fuera de este equipo</translation>
    </message>
    <message>
        <source>is sent to a model outside this computer only if I allow it each time</source>
        <translation>se envía a un modelo fuera de este equipo solo si lo permito cada vez</translation>
    </message>
    <message>
        <source>is sent to no model at all</source>
        <translation>no se envía a ningún modelo</translation>
    </message>
    <message>
        <source>is sent to no model outside this computer</source>
        <translation>no se envía a ningún modelo fuera de este equipo</translation>
    </message>
    <message>
        <source>{n} note today</source>
        <translation>{n} nota hoy</translation>
    </message>
    <message>
        <source>{n} notes today</source>
        <translation>{n} notas hoy</translation>
    </message>
</context>
<context>
    <name>PrivacyRulesSection</name>
    <message>
        <source>None. Every note may be sent where your permissions allow it.</source>
        <translation>Ninguna. Cada nota se puede enviar adonde lo autoricen los permisos.</translation>
    </message>
    <message>
        <source>This rule is not valid, so no note is sent to any model.</source>
        <translation>Esta regla no es válida, así que no se envía ninguna nota a ningún modelo.</translation>
    </message>
</context>
<context>
    <name>PrivateNoteAction</name>
    <message>
        <source>Keep private</source>
        <translation>Mantener en privado</translation>
    </message>
    <message>
        <source>No longer private</source>
        <translation>Dejar de mantener en privado</translation>
    </message>
    <message>
        <source>Private: {why}…</source>
        <translation>Privada: {why}…</translation>
    </message>
    <message>
        <source>Why the note is private</source>
        <translation>Por qué la nota es privada</translation>
    </message>
    <message>
        <source>No longer keep the note private</source>
        <translation>Dejar de mantener la nota en privado</translation>
    </message>
    <message>
        <source>Keep the note private</source>
        <translation>Mantener la nota en privado</translation>
    </message>
    <message>
        <source>Private: {why}. Change this in Private notes.</source>
        <translation>Privada: {why}. Cámbielo en Notas privadas.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>{note} is already private.</source>
        <translation>{note} ya es privada.</translation>
    </message>
    <message>
        <source>{n} notes are already private.</source>
        <translation>{n} notas ya son privadas.</translation>
    </message>
    <message>
        <source>{note} is now private.</source>
        <translation>{note} es ahora privada.</translation>
    </message>
    <message>
        <source>{n} notes are now private.</source>
        <translation>{n} notas son ahora privadas.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>{note} is still private: {why}.</source>
        <translation>{note} sigue siendo privada: {why}.</translation>
    </message>
    <message>
        <source>Some of the {n} notes are still private: {why}.</source>
        <translation>Algunas de las {n} notas siguen siendo privadas: {why}.</translation>
    </message>
    <message>
        <source>{note} is no longer private.</source>
        <translation>{note} ya no es privada.</translation>
    </message>
    <message>
        <source>{n} notes are no longer private.</source>
        <translation>{n} notas ya no son privadas.</translation>
    </message>
</context>
<context>
    <name>PrivateNotesSheet</name>
    <message>
        <source>What in {0} stays on this computer. This takes precedence over every permission, rule and answer.</source>
        <translation>Lo que de {0} se queda en este equipo. Esto tiene prioridad sobre cualquier permiso, regla o respuesta.</translation>
    </message>
    <message>
        <source>Private notes</source>
        <translation>Notas privadas</translation>
    </message>
    <message>
        <source>Filter private notes</source>
        <translation>Filtrar notas privadas</translation>
    </message>
    <message>
        <source>Filter by note or rule</source>
        <translation>Filtrar por nota o regla</translation>
    </message>
    <message>
        <source>What is private</source>
        <translation>Qué es privado</translation>
    </message>
    <message>
        <source>Inside notes</source>
        <translation>Dentro de las notas</translation>
    </message>
    <message>
        <source>stays on this computer</source>
        <translation>se queda en este equipo</translation>
    </message>
    <message>
        <source>is sent with its note</source>
        <translation>se envía con su nota</translation>
    </message>
    <message>
        <source>Text between %% and %%</source>
        <translation>Texto entre %% y %%</translation>
    </message>
    <message>
        <source>A model on this computer reads it.</source>
        <translation>Lo lee un modelo de este equipo.</translation>
    </message>
    <message>
        <source>Private today: {0} of {1} notes</source>
        <translation>Privadas hoy: {0} de {1} notas</translation>
    </message>
    <message>
        <source>The properties of {0} notes cannot be read. These notes are treated as private if a rule might match them.</source>
        <translation>Las propiedades de {0} notas no se pueden leer. Estas notas se tratan como privadas si una regla pudiera coincidir con ellas.</translation>
    </message>
</context>
<context>
    <name>PropertyGrid</name>
    <message>
        <source>Show all {n}</source>
        <translation>Mostrar las {n}</translation>
    </message>
    <message>
        <source>Show fewer</source>
        <translation>Mostrar menos</translation>
    </message>
</context>
<context>
    <name>PropertyGridRow</name>
    <message>
        <source>Change the value</source>
        <translation>Cambiar el valor</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renombrar…</translation>
    </message>
    <message>
        <source>Type, in this note</source>
        <translation>Tipo, en esta nota</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Del</source>
        <translation>Supr</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>List</source>
        <translation>Lista</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Número</translation>
    </message>
    <message>
        <source>Checkbox</source>
        <translation>Casilla</translation>
    </message>
    <message>
        <source>Date</source>
        <translation>Fecha</translation>
    </message>
    <message>
        <source>Date and time</source>
        <translation>Fecha y hora</translation>
    </message>
</context>
<context>
    <name>PropertyKinds</name>
    <message>
        <source>This is not a date and time. Enter them like 2026-11-22 14:30, or choose a day.</source>
        <translation>Esto no es una fecha con hora. Escríbala como 2026-11-22 14:30 o elija un día.</translation>
    </message>
    <message>
        <source>This is not a date. Enter a date such as 2026-11-22, or choose a day.</source>
        <translation>Esto no es una fecha. Escriba una fecha como 2026-11-22 o elija un día.</translation>
    </message>
    <message>
        <source>This is not a number.</source>
        <translation>Esto no es un número.</translation>
    </message>
    <message>
        <source>today</source>
        <translation>hoy</translation>
    </message>
    <message>
        <source>tomorrow</source>
        <translation>mañana</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>ayer</translation>
    </message>
</context>
<context>
    <name>ProposedNoteDialog</name>
    <message>
        <source>Path in the vault</source>
        <translation>Ruta en la bóveda</translation>
    </message>
    <message>
        <source>Text of the note</source>
        <translation>Texto de la nota</translation>
    </message>
    <message>
        <source>A link proposes a note</source>
        <translation>Un enlace propone una nota</translation>
    </message>
    <message>
        <source>Create Note</source>
        <translation>Crear nota</translation>
    </message>
    <message>
        <source>Nothing is written to “{0}” before you create it.</source>
        <translation>No se escribe nada en «{0}» hasta que usted la cree.</translation>
    </message>
</context>
<context>
    <name>ProviderButton</name>
    <message>
        <source>built in · quotes your notes</source>
        <translation>integrado · cita sus notas</translation>
    </message>
    <message>
        <source>no address yet</source>
        <translation>aún sin dirección</translation>
    </message>
    <message>
        <source>1 model</source>
        <translation>1 modelo</translation>
    </message>
    <message>
        <source>{0} models</source>
        <translation>{0} modelos</translation>
    </message>
    <message>
        <source>not tested</source>
        <translation>sin probar</translation>
    </message>
    <message>
        <source>no key yet</source>
        <translation>aún sin clave</translation>
    </message>
    <message>
        <source>answers</source>
        <translation>responde</translation>
    </message>
    <message>
        <source>the test failed</source>
        <translation>la prueba falló</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>en este equipo</translation>
    </message>
</context>
<context>
    <name>ProviderFields</name>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
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
        <translation>Ventana de contexto</translation>
    </message>
    <message>
        <source>As the model says</source>
        <translation>Como diga el modelo</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>Add /v1 to an address without a version</source>
        <translation>Añadir /v1 a una dirección sin versión</translation>
    </message>
    <message>
        <source>Native tool calls</source>
        <translation>Llamadas nativas a herramientas</translation>
    </message>
    <message>
        <source>Text-based, &lt;tool_call&gt;</source>
        <translation>Basadas en texto, &lt;tool_call&gt;</translation>
    </message>
    <message>
        <source>Text-based, &lt;use_tool&gt;</source>
        <translation>Basadas en texto, &lt;use_tool&gt;</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ninguna</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Uses the program of this name on this computer, with its own account. Test checks whether it is installed.</source>
        <translation>Usa el programa de este nombre en este equipo, con su propia cuenta. «Probar» comprueba si está instalado.</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clave</translation>
    </message>
    <message>
        <source>Path</source>
        <translation>Ruta</translation>
    </message>
    <message>
        <source>Tokens of question and answer together. More tokens need more memory.</source>
        <translation>Tokens de pregunta y respuesta juntos. Más tokens necesitan más memoria.</translation>
    </message>
    <message>
        <source>A GGUF file that VaultDesk runs itself. Nothing leaves this computer. Test lists the files that Ollama and LM Studio have stored.</source>
        <translation>Un archivo GGUF que ejecuta el propio VaultDesk. Nada sale de este equipo. «Probar» muestra los archivos que guardan Ollama y LM Studio.</translation>
    </message>
    <message>
        <source>Context</source>
        <translation>Contexto</translation>
    </message>
</context>
<context>
    <name>ProviderForm</name>
    <message>
        <source>Test</source>
        <translation>Probar</translation>
    </message>
    <message>
        <source>More</source>
        <translation>Más</translation>
    </message>
    <message>
        <source>How tools are offered depends on the model. Choose a model first.</source>
        <translation>Cómo se ofrecen las herramientas depende del modelo. Elija primero un modelo.</translation>
    </message>
    <message>
        <source>Asking {0}…</source>
        <translation>Preguntando a {0}…</translation>
    </message>
    <message>
        <source>No note was sent for this test.</source>
        <translation>Para esta prueba no se envió ninguna nota.</translation>
    </message>
    <message>
        <source>Choose a model first: click Test, then choose one from the list.</source>
        <translation>Elija primero un modelo: pulse Probar y elija uno de la lista.</translation>
    </message>
    <message>
        <source>Delete the key</source>
        <translation>Eliminar la clave</translation>
    </message>
    <message>
        <source>This provider is not set up yet.</source>
        <translation>Este proveedor aún no está configurado.</translation>
    </message>
    <message>
        <source>Remove {0}</source>
        <translation>Quitar {0}</translation>
    </message>
</context>
<context>
    <name>ProviderSheet</name>
    <message>
        <source>The services and models that can answer questions. Keys are never written to a settings file.</source>
        <translation>Los servicios y modelos que pueden responder preguntas. Las claves nunca se escriben en un archivo de ajustes.</translation>
    </message>
    <message>
        <source>Providers</source>
        <translation>Proveedores</translation>
    </message>
    <message>
        <source>Add Provider…</source>
        <translation>Añadir proveedor…</translation>
    </message>
    <message>
        <source>Add Provider</source>
        <translation>Añadir proveedor</translation>
    </message>
</context>
<context>
    <name>QCocoaMenu</name>
    <message>
        <source>Edit</source>
        <translation>Edición</translation>
    </message>
</context>
<context>
    <name>QueryChips</name>
    <message>
        <source>called</source>
        <translation>llamada</translation>
    </message>
    <message>
        <source>done task</source>
        <translation>tarea hecha</translation>
    </message>
    <message>
        <source>exactly</source>
        <translation>exacto</translation>
    </message>
    <message>
        <source>has</source>
        <translation>tiene</translation>
    </message>
    <message>
        <source>in</source>
        <translation>en</translation>
    </message>
    <message>
        <source>in one line</source>
        <translation>en una línea</translation>
    </message>
    <message>
        <source>in one paragraph</source>
        <translation>en un párrafo</translation>
    </message>
    <message>
        <source>in the text</source>
        <translation>en el texto</translation>
    </message>
    <message>
        <source>open task</source>
        <translation>tarea pendiente</translation>
    </message>
    <message>
        <source>pattern</source>
        <translation>patrón</translation>
    </message>
    <message>
        <source>tag</source>
        <translation>etiqueta</translation>
    </message>
    <message>
        <source>task</source>
        <translation>tarea</translation>
    </message>
    <message>
        <source>under one heading</source>
        <translation>bajo un encabezado</translation>
    </message>
    <message>
        <source>without</source>
        <translation>sin</translation>
    </message>
</context>
<context>
    <name>QueryExplanation</name>
    <message>
        <source>a tag with {what}</source>
        <translation>una etiqueta con {what}</translation>
    </message>
    <message>
        <source>above</source>
        <translation>mayor que</translation>
    </message>
    <message>
        <source>anything</source>
        <translation>cualquier cosa</translation>
    </message>
    <message>
        <source>at least</source>
        <translation>al menos</translation>
    </message>
    <message>
        <source>at most</source>
        <translation>como mucho</translation>
    </message>
    <message>
        <source>below</source>
        <translation>menor que</translation>
    </message>
    <message>
        <source>no value</source>
        <translation>ningún valor</translation>
    </message>
    <message>
        <source>not {what}</source>
        <translation>sin {what}</translation>
    </message>
    <message>
        <source>the pattern /{text}/</source>
        <translation>el patrón /{text}/</translation>
    </message>
    <message>
        <source>the property {name}</source>
        <translation>la propiedad {name}</translation>
    </message>
    <message>
        <source>the property {name}: {value}</source>
        <translation>la propiedad {name}: {value}</translation>
    </message>
    <message>
        <source>the tag #{name} or one below it</source>
        <translation>la etiqueta #{name} o una anidada</translation>
    </message>
    <message>
        <source>the exact phrase “{text}”</source>
        <translation>la frase exacta «{text}»</translation>
    </message>
    <message>
        <source>{first} and {second}</source>
        <translation>{first} y {second}</translation>
    </message>
    <message>
        <source>{first} or {second}</source>
        <translation>{first} o {second}</translation>
    </message>
    <message>
        <source>{what} in a done task</source>
        <translation>{what} en una tarea hecha</translation>
    </message>
    <message>
        <source>{what} in a task</source>
        <translation>{what} en una tarea</translation>
    </message>
    <message>
        <source>{what} in an open task</source>
        <translation>{what} en una tarea pendiente</translation>
    </message>
    <message>
        <source>{what} in one line</source>
        <translation>{what} en una línea</translation>
    </message>
    <message>
        <source>{what} in one paragraph</source>
        <translation>{what} en un párrafo</translation>
    </message>
    <message>
        <source>{what} in the file name</source>
        <translation>{what} en el nombre del archivo</translation>
    </message>
    <message>
        <source>{what} in the path</source>
        <translation>{what} en la ruta</translation>
    </message>
    <message>
        <source>{what} in the text</source>
        <translation>{what} en el texto</translation>
    </message>
    <message>
        <source>{what} under one heading</source>
        <translation>{what} bajo un encabezado</translation>
    </message>
    <message>
        <source>{what}, ignoring case</source>
        <translation>{what}, sin distinguir mayúsculas</translation>
    </message>
    <message>
        <source>{what}, matching case</source>
        <translation>{what}, distinguiendo mayúsculas</translation>
    </message>
</context>
<context>
    <name>QueryExplanationLine</name>
    <message>
        <source>Explain search</source>
        <translation>Explicar la búsqueda</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Notes with all of these:</source>
        <translation>Notas con todo esto:</translation>
    </message>
</context>
<context>
    <name>QueryField</name>
    <message>
        <source>Remove from the saved searches</source>
        <translation>Quitar de las búsquedas guardadas</translation>
    </message>
    <message>
        <source>Save this search</source>
        <translation>Guardar esta búsqueda</translation>
    </message>
    <message>
        <source>a pattern (regular expression)</source>
        <translation>un patrón (expresión regular)</translation>
    </message>
    <message>
        <source>a property and its value</source>
        <translation>una propiedad y su valor</translation>
    </message>
    <message>
        <source>all terms in one line</source>
        <translation>todos los términos en una línea</translation>
    </message>
    <message>
        <source>all terms under one heading</source>
        <translation>todos los términos bajo un encabezado</translation>
    </message>
    <message>
        <source>in chats instead of notes; in:all for both</source>
        <translation>en chats en lugar de notas; in:all para ambos</translation>
    </message>
    <message>
        <source>in tasks; also task-todo: and task-done:</source>
        <translation>en tareas; también task-todo: y task-done:</translation>
    </message>
    <message>
        <source>notes without it</source>
        <translation>notas sin ello</translation>
    </message>
    <message>
        <source>either of the two</source>
        <translation>uno de los dos</translation>
    </message>
    <message>
        <source>the exact phrase</source>
        <translation>la frase exacta</translation>
    </message>
    <message>
        <source>in the file name</source>
        <translation>en el nombre del archivo</translation>
    </message>
    <message>
        <source>in the folder or name</source>
        <translation>en la carpeta o el nombre</translation>
    </message>
    <message>
        <source>in the text only</source>
        <translation>solo en el texto</translation>
    </message>
    <message>
        <source>this tag and its nested tags</source>
        <translation>esta etiqueta y sus etiquetas anidadas</translation>
    </message>
    <message>
        <source>groups terms</source>
        <translation>agrupa términos</translation>
    </message>
</context>
<context>
    <name>QuestionCard</name>
    <message>
        <source>You asked</source>
        <translation>Su pregunta</translation>
    </message>
    <message>
        <source>Edit and ask again</source>
        <translation>Editar y preguntar de nuevo</translation>
    </message>
    <message>
        <source>Show all {0} characters</source>
        <translation>Mostrar los {0} caracteres</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>y {0} más</translation>
    </message>
</context>
<context>
    <name>QuestionEditor</name>
    <message>
        <source>Edit your question</source>
        <translation>Editar su pregunta</translation>
    </message>
    <message>
        <source>Enter asks again and replaces everything below, Esc discards the edit.</source>
        <translation>Intro pregunta de nuevo y reemplaza todo lo que sigue; Esc descarta la edición.</translation>
    </message>
    <message>
        <source>Ask Again</source>
        <translation>Preguntar de nuevo</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>QuestionField</name>
    <message>
        <source>Ask about your notes…</source>
        <translation>Pregunte sobre sus notas…</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Pregunta</translation>
    </message>
    <message>
        <source>Enter sends, Shift+Enter starts a new line, Esc stops an answer.</source>
        <translation>Intro envía, Mayús+Intro empieza una línea nueva, Esc detiene una respuesta.</translation>
    </message>
    <message>
        <source>@ and [[ find notes, / at the beginning quick commands.</source>
        <translation>@ y [[ buscan notas; / al comienzo, comandos rápidos.</translation>
    </message>
</context>
<context>
    <name>QuestionQueue</name>
    <message>
        <source>and {0} more</source>
        <translation>y {0} más</translation>
    </message>
</context>
<context>
    <name>QueuedQuestionCard</name>
    <message>
        <source>Queued message</source>
        <translation>Mensaje en espera</translation>
    </message>
    <message>
        <source>waiting for the current answer</source>
        <translation>espera la respuesta</translation>
    </message>
    <message>
        <source>not sent yet</source>
        <translation>aún sin enviar</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Editar</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Send now</source>
        <translation>Enviar ahora</translation>
    </message>
</context>
<context>
    <name>QuickAskCard</name>
    <message>
        <source>Shortcut for quick ask</source>
        <translation>Atajo de la pregunta rápida</translation>
    </message>
    <message>
        <source>None. Press keys to set one</source>
        <translation>Ninguno. Pulse teclas para definir uno</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Try It</source>
        <translation>Probar</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Pregunta rápida</translation>
    </message>
    <message>
        <source>A small window over other programs: find a note, ask a question, or add a line to today’s note. An answer continues when the window is hidden and is listed among the chats.</source>
        <translation>Una pequeña ventana sobre otros programas: encuentre una nota, haga una pregunta o añada una línea a la nota de hoy. La respuesta continúa cuando se oculta la ventana y aparece entre los chats.</translation>
    </message>
    <message>
        <source>Shortcut</source>
        <translation>Atajo</translation>
    </message>
</context>
<context>
    <name>QuickAskController</name>
    <message>
        <source>It will be sent when this answer is finished.</source>
        <translation>Se enviará cuando termine esta respuesta.</translation>
    </message>
    <message>
        <source>The text is too long to paste here. Save it as a note and ask about the note.</source>
        <translation>El texto es demasiado largo para pegarlo aquí. Guárdelo como nota y pregunte sobre la nota.</translation>
    </message>
</context>
<context>
    <name>QuickField</name>
    <message>
        <source>Ask about your notes, or find one…</source>
        <translation>Pregunte sobre sus notas o busque una…</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Pregunta rápida</translation>
    </message>
    <message>
        <source>Enter asks, Shift+Enter starts a new line, {0} goes to the chat, Esc hides this window.</source>
        <translation>Intro pregunta, Mayús+Intro empieza una línea nueva, {0} lleva al chat, Esc oculta esta ventana.</translation>
    </message>
</context>
<context>
    <name>QuickFoot</name>
    <message>
        <source>New question</source>
        <translation>Nueva pregunta</translation>
    </message>
    <message>
        <source>Private: the chat is not saved</source>
        <translation>Privado: el chat no se guarda</translation>
    </message>
    <message>
        <source>Private</source>
        <translation>Privado</translation>
    </message>
    <message>
        <source>ask</source>
        <translation>preguntar</translation>
    </message>
    <message>
        <source>notes</source>
        <translation>notas</translation>
    </message>
    <message>
        <source>open in chat</source>
        <translation>abrir en el chat</translation>
    </message>
    <message>
        <source>hide</source>
        <translation>ocultar</translation>
    </message>
    <message>
        <source>stays on this computer</source>
        <translation>se queda en este equipo</translation>
    </message>
    <message>
        <source>asks before notes are sent</source>
        <translation>pregunta antes de que salgan notas</translation>
    </message>
    <message>
        <source>Add the answer to today’s note</source>
        <translation>Añadir la respuesta a la nota de hoy</translation>
    </message>
    <message>
        <source>Add the text to today’s note</source>
        <translation>Añadir el texto a la nota de hoy</translation>
    </message>
</context>
<context>
    <name>QuickSession</name>
    <message>
        <source>Added to the daily note: {0}</source>
        <translation>Añadido a la nota diaria: {0}</translation>
    </message>
    <message>
        <source>Today’s note “{0}” was created with it.</source>
        <translation>La nota de hoy, «{0}», se creó con ello.</translation>
    </message>
    <message>
        <source>Added to “{0}”.</source>
        <translation>Añadido a «{0}».</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>The note has changed since, so nothing was undone.</source>
        <translation>La nota ha cambiado entretanto, así que no se deshizo nada.</translation>
    </message>
    <message>
        <source>Undone.</source>
        <translation>Deshecho.</translation>
    </message>
</context>
<context>
    <name>QuickSwitcher</name>
    <message>
        <source>1 note</source>
        <translation>1 nota</translation>
    </message>
    <message>
        <source>Create note “{name}”</source>
        <translation>Crear la nota «{name}»</translation>
    </message>
    <message>
        <source>Creates {path}</source>
        <translation>Crea {path}</translation>
    </message>
    <message>
        <source>Search all notes for “{words}”</source>
        <translation>Buscar «{words}» en todas las notas</translation>
    </message>
    <message>
        <source>Shift+Enter</source>
        <translation>Mayús+Intro</translation>
    </message>
    <message>
        <source>also called “{name}”</source>
        <translation>también llamada «{name}»</translation>
    </message>
    <message>
        <source>in the vault root</source>
        <translation>en la raíz de la bóveda</translation>
    </message>
    <message>
        <source>in {folder}</source>
        <translation>en {folder}</translation>
    </message>
    <message>
        <source>line {n}</source>
        <translation>línea {n}</translation>
    </message>
    <message>
        <source>linked once</source>
        <translation>enlazada una vez</translation>
    </message>
    <message>
        <source>linked {n} times</source>
        <translation>enlazada {n} veces</translation>
    </message>
    <message>
        <source>not created yet</source>
        <translation>aún no creada</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notas</translation>
    </message>
    <message>
        <source>{some} of {total}</source>
        <translation>{some} de {total}</translation>
    </message>
</context>
<context>
    <name>QuickSwitcherButton</name>
    <message>
        <source>Search or jump to…</source>
        <translation>Buscar o ir a…</translation>
    </message>
</context>
<context>
    <name>QuickWindow</name>
    <message>
        <source>Quick ask – VaultDesk</source>
        <translation>Pregunta rápida – VaultDesk</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Pregunta rápida</translation>
    </message>
    <message>
        <source>Opening {0}…</source>
        <translation>Abriendo {0}…</translation>
    </message>
    <message>
        <source>You can ask as soon as it is open.</source>
        <translation>Podrá preguntar en cuanto esté abierta.</translation>
    </message>
    <message>
        <source>Open a vault in VaultDesk first; then you can ask about its notes from here.</source>
        <translation>Abra primero una bóveda en VaultDesk; después podrá preguntar sobre sus notas desde aquí.</translation>
    </message>
    <message>
        <source>No vault is open</source>
        <translation>No hay ninguna bóveda abierta</translation>
    </message>
    <message>
        <source>Show VaultDesk</source>
        <translation>Mostrar VaultDesk</translation>
    </message>
</context>
<context>
    <name>RatingButton</name>
    <message>
        <source>{name}, again in {wait}</source>
        <translation>{name}, de nuevo en {wait}</translation>
    </message>
</context>
<context>
    <name>ReachPage</name>
    <message>
        <source>Agent</source>
        <translation>Agente</translation>
    </message>
    <message>
        <source>Its model</source>
        <translation>Su modelo</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Listo</translation>
    </message>
    <message>
        <source>Filter notes</source>
        <translation>Filtrar notas</translation>
    </message>
    <message>
        <source>Filter by note or reason</source>
        <translation>Filtrar por nota o motivo</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Choose an agent</source>
        <translation>Elegir un agente</translation>
    </message>
    <message>
        <source>Find an agent</source>
        <translation>Buscar un agente</translation>
    </message>
    <message>
        <source>What could this agent access?</source>
        <translation>¿A qué podría acceder este agente?</translation>
    </message>
    <message>
        <source>answering by a model</source>
        <translation>que responde con un modelo</translation>
    </message>
    <message>
        <source>on this computer</source>
        <translation>en este equipo</translation>
    </message>
    <message>
        <source>at {0} ({1})</source>
        <translation>en {0} ({1})</translation>
    </message>
    <message>
        <source>This agent cannot be used. The lists show what the default assistant can access.</source>
        <translation>Este agente no se puede usar. Las listas muestran a qué puede acceder el asistente predeterminado.</translation>
    </message>
    <message>
        <source>This agent is not allowed yet. The lists show what it could access once allowed.</source>
        <translation>Este agente aún no está permitido. Las listas muestran a qué podría acceder una vez permitido.</translation>
    </message>
    <message>
        <source>Tools are off in this vault, so it has no access now. The lists show what it could access with tools on.</source>
        <translation>Las herramientas están desactivadas en esta bóveda, así que ahora no tiene acceso. Las listas muestran a qué podría acceder con las herramientas activadas.</translation>
    </message>
    <message>
        <source>One of your rules is not valid, so it denies everything. See Permissions.</source>
        <translation>Una de sus reglas no es válida, así que lo deniega todo. Véase Permisos.</translation>
    </message>
    <message>
        <source>No notes.</source>
        <translation>Ninguna nota.</translation>
    </message>
    <message>
        <source>Editable</source>
        <translation>Modificables</translation>
    </message>
    <message>
        <source>Hidden</source>
        <translation>Ocultas</translation>
    </message>
    <message>
        <source>Notes it can change. Every change is recorded and can be undone.</source>
        <translation>Notas que puede cambiar. Cada cambio se registra y se puede deshacer.</translation>
    </message>
    <message>
        <source>Notes it can find and read. Where it says “asks first”, you see each one and may refuse.</source>
        <translation>Notas que puede encontrar y leer. Donde dice «pregunta antes», usted ve cada una y puede denegarla.</translation>
    </message>
    <message>
        <source>Notes hidden from it: they do not appear in lists, search results or links.</source>
        <translation>Notas ocultas para él: no aparecen en listas, resultados de búsqueda ni enlaces.</translation>
    </message>
    <message>
        <source>Notes whose text could be sent to {0} with a question after the agent reads it.</source>
        <translation>Notas cuyo texto podría enviarse a {0} con una pregunta después de que el agente lo lea.</translation>
    </message>
    <message>
        <source>Nothing: the model runs on this computer. What it reads stays here.</source>
        <translation>Nada: el modelo funciona en este equipo. Lo que lee se queda aquí.</translation>
    </message>
    <message>
        <source>Readable</source>
        <translation>Legibles</translation>
    </message>
    <message>
        <source>May be sent</source>
        <translation>Se pueden enviar</translation>
    </message>
    <message>
        <source>asks first</source>
        <translation>pregunta antes</translation>
    </message>
    <message>
        <source>it has no tool for that</source>
        <translation>no tiene herramienta para eso</translation>
    </message>
    <message>
        <source>it only reads</source>
        <translation>solo lee</translation>
    </message>
    <message>
        <source>without asking</source>
        <translation>sin preguntar</translation>
    </message>
    <message>
        <source>never</source>
        <translation>nunca</translation>
    </message>
    <message>
        <source>outside its folders</source>
        <translation>fuera de sus carpetas</translation>
    </message>
    <message>
        <source>private</source>
        <translation>privada</translation>
    </message>
    <message>
        <source>private: {0}</source>
        <translation>privada: {0}</translation>
    </message>
    <message>
        <source>your preset</source>
        <translation>su preajuste</translation>
    </message>
    <message>
        <source>your rule for the whole vault</source>
        <translation>su regla para toda la bóveda</translation>
    </message>
    <message>
        <source>your rule for {0}</source>
        <translation>su regla para {0}</translation>
    </message>
</context>
<context>
    <name>ReachText</name>
    <message>
        <source>1 note is private and will not be sent to {receiver}: {why}.</source>
        <translation>1 nota es privada y no se enviará a {receiver}: {why}.</translation>
    </message>
    <message>
        <source>1 note will not be sent</source>
        <translation>1 nota no se enviará</translation>
    </message>
    <message>
        <source>1 of {total} notes is private and will not be sent to {receiver}: {why}.</source>
        <translation>1 de {total} notas es privada y no se enviará a {receiver}: {why}.</translation>
    </message>
    <message>
        <source>1 of {total} notes will not be sent</source>
        <translation>1 de {total} notas no se enviará</translation>
    </message>
    <message>
        <source>Private: {why}. It will not be sent to {receiver}.</source>
        <translation>Privada: {why}. No se enviará a {receiver}.</translation>
    </message>
    <message>
        <source>Private: {why}. None of the {n} notes will be sent to {receiver}.</source>
        <translation>Privadas: {why}. Ninguna de las {n} notas se enviará a {receiver}.</translation>
    </message>
    <message>
        <source>Private: {why}. You will be asked before it is sent to {receiver}.</source>
        <translation>Privada: {why}. Se le preguntará antes de enviarla a {receiver}.</translation>
    </message>
    <message>
        <source>You will be asked about 1 private note before it is sent to {receiver}: {why}.</source>
        <translation>Se le preguntará por 1 nota privada antes de enviarla a {receiver}: {why}.</translation>
    </message>
    <message>
        <source>You will be asked about {n} private notes before they are sent to {receiver}: {why}.</source>
        <translation>Se le preguntará por {n} notas privadas antes de enviarlas a {receiver}: {why}.</translation>
    </message>
    <message>
        <source>by a rule for private notes</source>
        <translation>por una regla de notas privadas</translation>
    </message>
    <message>
        <source>will not be sent</source>
        <translation>no se enviará</translation>
    </message>
    <message>
        <source>you will be asked</source>
        <translation>se le preguntará</translation>
    </message>
    <message>
        <source>you will be asked about 1 note</source>
        <translation>se le preguntará por 1 nota</translation>
    </message>
    <message>
        <source>you will be asked about {n} notes</source>
        <translation>se le preguntará por {n} notas</translation>
    </message>
    <message>
        <source>{n} notes are private and will not be sent to {receiver}: {why}.</source>
        <translation>{n} notas son privadas y no se enviarán a {receiver}: {why}.</translation>
    </message>
    <message>
        <source>{n} notes will not be sent</source>
        <translation>{n} notas no se enviarán</translation>
    </message>
    <message>
        <source>{n} of {total} notes are private and will not be sent to {receiver}: {why}.</source>
        <translation>{n} de {total} notas son privadas y no se enviarán a {receiver}: {why}.</translation>
    </message>
    <message>
        <source>{n} of {total} notes will not be sent</source>
        <translation>{n} de {total} notas no se enviarán</translation>
    </message>
</context>
<context>
    <name>ReadingState</name>
    <message>
        <source>Reading your notes…</source>
        <translation>Leyendo sus notas…</translation>
    </message>
    <message>
        <source>They appear here as they are read.</source>
        <translation>Aparecen aquí a medida que se leen.</translation>
    </message>
    <message>
        <source>The notes could not be read</source>
        <translation>No se pudieron leer las notas</translation>
    </message>
    <message>
        <source>See the status bar for the reason.</source>
        <translation>El motivo aparece en la barra de estado.</translation>
    </message>
    <message>
        <source>Your notes are still being read, so something may be missing here.</source>
        <translation>Sus notas aún se están leyendo, así que aquí puede faltar algo.</translation>
    </message>
    <message>
        <source>Not all notes could be read, so something may be missing here.</source>
        <translation>No se pudieron leer todas las notas, así que aquí puede faltar algo.</translation>
    </message>
</context>
<context>
    <name>ReasoningLine</name>
    <message>
        <source>Reasoning of the model</source>
        <translation>Razonamiento del modelo</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Razonamiento</translation>
    </message>
    <message>
        <source>Thought</source>
        <translation>Razonamiento</translation>
    </message>
</context>
<context>
    <name>RelatedPanel</name>
    <message>
        <source>Show related notes</source>
        <translation>Mostrar notas relacionadas</translation>
    </message>
    <message>
        <source>Collapse this list</source>
        <translation>Plegar esta lista</translation>
    </message>
    <message>
        <source>Outline</source>
        <translation>Esquema</translation>
    </message>
    <message>
        <source>Your notes are still being read, so something may be missing here.</source>
        <translation>Sus notas aún se están leyendo, así que aquí puede faltar algo.</translation>
    </message>
    <message>
        <source>Linked from 1 note</source>
        <translation>Enlazada desde 1 nota</translation>
    </message>
    <message>
        <source>Linked from no note</source>
        <translation>Sin enlaces de otras notas</translation>
    </message>
    <message>
        <source>Linked from {n} notes</source>
        <translation>Enlazada desde {n} notas</translation>
    </message>
    <message>
        <source>Mentions</source>
        <translation>Menciones</translation>
    </message>
    <message>
        <source>Similar</source>
        <translation>Similares</translation>
    </message>
    <message>
        <source>No other note is related to this one.</source>
        <translation>Ninguna otra nota está relacionada con esta.</translation>
    </message>
    <message>
        <source>No other note is similar to this one.</source>
        <translation>Ninguna otra nota es similar a esta.</translation>
    </message>
    <message>
        <source>No other note links here.</source>
        <translation>Ninguna otra nota enlaza aquí.</translation>
    </message>
    <message>
        <source>No other note mentions this one without linking to it.</source>
        <translation>Ninguna otra nota menciona esta sin enlazarla.</translation>
    </message>
    <message>
        <source>Related</source>
        <translation>Relacionadas</translation>
    </message>
</context>
<context>
    <name>RelatedRows</name>
    <message>
        <source>cites the same notes</source>
        <translation>cita las mismas notas</translation>
    </message>
    <message>
        <source>linked</source>
        <translation>enlazada</translation>
    </message>
    <message>
        <source>similar content</source>
        <translation>contenido similar</translation>
    </message>
    <message>
        <source>shares tags</source>
        <translation>comparte etiquetas</translation>
    </message>
    <message>
        <source>the same name</source>
        <translation>el mismo nombre</translation>
    </message>
    <message>
        <source>the same text</source>
        <translation>el mismo texto</translation>
    </message>
    <message>
        <source>{share} % similar</source>
        <translation>{share} % de similitud</translation>
    </message>
</context>
<context>
    <name>RelatedTab</name>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
</context>
<context>
    <name>RelatedTabBar</name>
    <message>
        <source>More lists</source>
        <translation>Más listas</translation>
    </message>
</context>
<context>
    <name>RemovalBanner</name>
    <message>
        <source>{0} was removed.</source>
        <translation>{0} se quitó.</translation>
    </message>
    <message>
        <source>Chats use the offline assistant now.</source>
        <translation>Los chats usan ahora el asistente sin conexión.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Its key is still stored.</source>
        <translation>Su clave sigue guardada.</translation>
    </message>
    <message>
        <source>Delete the Key Too</source>
        <translation>Eliminar también la clave</translation>
    </message>
    <message>
        <source>The provider and its key are gone.</source>
        <translation>El proveedor y su clave ya no están.</translation>
    </message>
</context>
<context>
    <name>RenameDialog</name>
    <message>
        <source>Rename</source>
        <translation>Renombrar</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
</context>
<context>
    <name>RequestDetails</name>
    <message>
        <source>Written by the model, not checked</source>
        <translation>Escrito por el modelo, sin comprobar</translation>
    </message>
</context>
<context>
    <name>RequestHeader</name>
    <message>
        <source>“{name}”: {warning}</source>
        <translation>«{name}»: {warning}</translation>
    </message>
    <message>
        <source>{0} more</source>
        <translation>{0} más</translation>
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
        <translation>Petición</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Detalles</translation>
    </message>
    <message>
        <source>Scroll to the end of the arguments first.</source>
        <translation>Desplácese primero hasta el final de los argumentos.</translation>
    </message>
</context>
<context>
    <name>ReviewCard</name>
    <message>
        <source>This word has no meaning yet.</source>
        <translation>Esta palabra aún no tiene significado.</translation>
    </message>
    <message>
        <source>Its meaning is hidden.</source>
        <translation>Su significado está oculto.</translation>
    </message>
</context>
<context>
    <name>ReviewPane</name>
    <message>
        <source>End the review</source>
        <translation>Terminar el repaso</translation>
    </message>
    <message>
        <source>Show the Meaning</source>
        <translation>Mostrar el significado</translation>
    </message>
    <message>
        <source>Again</source>
        <translation>Otra vez</translation>
    </message>
    <message>
        <source>Hard</source>
        <translation>Difícil</translation>
    </message>
    <message>
        <source>Good</source>
        <translation>Bien</translation>
    </message>
    <message>
        <source>Easy</source>
        <translation>Fácil</translation>
    </message>
    <message>
        <source>Review of words</source>
        <translation>Repaso de palabras</translation>
    </message>
    <message>
        <source>{n} of {total}</source>
        <translation>{n} de {total}</translation>
    </message>
    <message>
        <source>{told} · {n} again</source>
        <translation>{told} · {n} otra vez</translation>
    </message>
    <message>
        <source>Press 1 to 4 to rate · Ctrl+Z undoes the last rating</source>
        <translation>Pulse de 1 a 4 para valorar · Ctrl+Z deshace la última valoración</translation>
    </message>
    <message>
        <source>Space shows the meaning · Esc ends the review</source>
        <translation>Espacio muestra el significado · Esc termina el repaso</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Repasar</translation>
    </message>
    <message>
        <source>Words done</source>
        <translation>Palabras hechas</translation>
    </message>
</context>
<context>
    <name>RewriteCommand</name>
    <message>
        <source>Open a note first, and select the text to rewrite.</source>
        <translation>Abra primero una nota y seleccione el texto que quiere reescribir.</translation>
    </message>
    <message>
        <source>This note is read-only here.</source>
        <translation>Esta nota es aquí de solo lectura.</translation>
    </message>
    <message>
        <source>There is nothing to rewrite here. Select some text.</source>
        <translation>Aquí no hay nada que reescribir. Seleccione algo de texto.</translation>
    </message>
    <message>
        <source>The model returned no text. Rephrase your instruction, or choose another model.</source>
        <translation>El modelo no devolvió texto. Reformule su instrucción o elija otro modelo.</translation>
    </message>
    <message>
        <source>The selection has changed since. Insert the new text below it, or try again.</source>
        <translation>La selección ha cambiado entretanto. Inserte el texto nuevo debajo o inténtelo de nuevo.</translation>
    </message>
</context>
<context>
    <name>RewritePanel</name>
    <message>
        <source>What should change?</source>
        <translation>¿Qué debe cambiar?</translation>
    </message>
    <message>
        <source>The rewritten selection</source>
        <translation>La selección, reescrita</translation>
    </message>
    <message>
        <source>Replace</source>
        <translation>Reemplazar</translation>
    </message>
    <message>
        <source>Insert Below</source>
        <translation>Insertar debajo</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Descartar</translation>
    </message>
    <message>
        <source>Writing…</source>
        <translation>Escribiendo…</translation>
    </message>
    <message>
        <source>Nothing is changed until you choose Replace or Insert.</source>
        <translation>No se cambia nada hasta que elija Reemplazar o Insertar.</translation>
    </message>
    <message>
        <source>No changes suggested.</source>
        <translation>No se propone ningún cambio.</translation>
    </message>
    <message>
        <source>Correct mistakes</source>
        <translation>Corregir errores</translation>
    </message>
    <message>
        <source>Clearer</source>
        <translation>Más claro</translation>
    </message>
    <message>
        <source>Shorter</source>
        <translation>Más corto</translation>
    </message>
    <message>
        <source>Longer</source>
        <translation>Más largo</translation>
    </message>
    <message>
        <source>Friendlier</source>
        <translation>Más amable</translation>
    </message>
    <message>
        <source>As a list</source>
        <translation>Como lista</translation>
    </message>
    <message>
        <source>In English</source>
        <translation>En inglés</translation>
    </message>
</context>
<context>
    <name>RewriteRouteLine</name>
    <message>
        <source>you see the change first</source>
        <translation>primero verá el cambio</translation>
    </message>
    <message>
        <source>Set up a model on this computer…</source>
        <translation>Configurar un modelo en este equipo…</translation>
    </message>
    <message>
        <source>Use {model}</source>
        <translation>Usar {model}</translation>
    </message>
    <message>
        <source>It runs on this computer.</source>
        <translation>Funciona en este equipo.</translation>
    </message>
    <message>
        <source>The offline assistant cannot rewrite: choose a model</source>
        <translation>El asistente sin conexión no puede reescribir: elija un modelo</translation>
    </message>
    <message>
        <source>These {n} words are sent to {receiver}</source>
        <translation>Estas {n} palabras se envían a {receiver}</translation>
    </message>
    <message>
        <source>These {n} words are sent to {receiver} after you are asked: the note is private ({why})</source>
        <translation>Estas {n} palabras se envían a {receiver} después de preguntarle: la nota es privada ({why})</translation>
    </message>
    <message>
        <source>These {n} words stay on this computer</source>
        <translation>Estas {n} palabras se quedan en este equipo</translation>
    </message>
    <message>
        <source>This note is private ({why}): choose a model on this computer</source>
        <translation>Esta nota es privada ({why}): elija un modelo de este equipo</translation>
    </message>
    <message>
        <source>This note is private ({why}): no model reads it</source>
        <translation>Esta nota es privada ({why}): ningún modelo la lee</translation>
    </message>
    <message>
        <source>This word is sent to {receiver}</source>
        <translation>Esta palabra se envía a {receiver}</translation>
    </message>
    <message>
        <source>This word is sent to {receiver} after you are asked: the note is private ({why})</source>
        <translation>Esta palabra se envía a {receiver} después de preguntarle: la nota es privada ({why})</translation>
    </message>
    <message>
        <source>This word stays on this computer</source>
        <translation>Esta palabra se queda en este equipo</translation>
    </message>
    <message>
        <source>by a rule for private notes</source>
        <translation>por una regla de notas privadas</translation>
    </message>
</context>
<context>
    <name>RowListModel</name>
    <message>
        <source>selected</source>
        <translation>seleccionado</translation>
    </message>
    <message>
        <source>collapsed</source>
        <translation>plegado</translation>
    </message>
    <message>
        <source>expanded</source>
        <translation>desplegado</translation>
    </message>
</context>
<context>
    <name>RuleDialog</name>
    <message>
        <source>Add Rule</source>
        <translation>Añadir regla</translation>
    </message>
    <message>
        <source>Add a rule</source>
        <translation>Añadir una regla</translation>
    </message>
    <message>
        <source>Edit the rule</source>
        <translation>Editar la regla</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
</context>
<context>
    <name>RuleEditor</name>
    <message>
        <source>Add Rule…</source>
        <translation>Añadir regla…</translation>
    </message>
    <message>
        <source>In the settings file: {0}</source>
        <translation>En el archivo de ajustes: {0}</translation>
    </message>
    <message>
        <source>Removed: {0}</source>
        <translation>Quitada: {0}</translation>
    </message>
</context>
<context>
    <name>RuleList</name>
    <message>
        <source>Edit…</source>
        <translation>Editar…</translation>
    </message>
    <message>
        <source>Edit: {0}</source>
        <translation>Editar: {0}</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
</context>
<context>
    <name>SaveNotice</name>
    <message>
        <source>The note of this chat was deleted. The chat is still here.</source>
        <translation>La nota de este chat se eliminó. El chat sigue aquí.</translation>
    </message>
    <message>
        <source>Save It Again</source>
        <translation>Guardar de nuevo</translation>
    </message>
    <message>
        <source>The note of this chat could not be saved. {0} The chat itself is stored on this computer.</source>
        <translation>No se pudo guardar la nota de este chat. {0} El chat en sí está guardado en este equipo.</translation>
    </message>
    <message>
        <source>This chat could not be saved. {0}</source>
        <translation>No se pudo guardar este chat. {0}</translation>
    </message>
    <message>
        <source>Retry</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Yes, in {folder}/</source>
        <translation>Sí, en {folder}/</translation>
    </message>
    <message>
        <source>Yes</source>
        <translation>Sí</translation>
    </message>
    <message>
        <source>Your chats are stored on this computer, outside the vault. Save them as notes in the vault too?</source>
        <translation>Sus chats se guardan en este equipo, fuera de la bóveda. ¿Guardarlos también como notas en la bóveda?</translation>
    </message>
    <message>
        <source>No</source>
        <translation>No</translation>
    </message>
</context>
<context>
    <name>SavedSearches</name>
    <message>
        <source>Enter a search first, then save it.</source>
        <translation>Introduzca primero una búsqueda y guárdela después.</translation>
    </message>
    <message>
        <source>Search saved. It is listed below the empty search field.</source>
        <translation>Búsqueda guardada. Aparece debajo del campo de búsqueda vacío.</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renombrar…</translation>
    </message>
    <message>
        <source>Removed the saved search “{name}”.</source>
        <translation>Se quitó la búsqueda guardada «{name}».</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Query: {query}</source>
        <translation>Consulta: {query}</translation>
    </message>
    <message>
        <source>Rename the saved search</source>
        <translation>Renombrar la búsqueda guardada</translation>
    </message>
</context>
<context>
    <name>ScopeChoice</name>
    <message>
        <source>Duration of this permission</source>
        <translation>Duración de este permiso</translation>
    </message>
</context>
<context>
    <name>SearchEngineTest</name>
    <message>
        <source>Test</source>
        <translation>Probar</translation>
    </message>
    <message>
        <source>Searches for “{0}”</source>
        <translation>Busca «{0}»</translation>
    </message>
    <message>
        <source>Test the search engine with the word “{0}”</source>
        <translation>Probar el buscador con la palabra «{0}»</translation>
    </message>
    <message>
        <source>Asking {0}…</source>
        <translation>Preguntando a {0}…</translation>
    </message>
    <message numerus="yes">
        <source>It answers: %n results.</source>
        <translation>
            <numerusform>Responde: %n resultado.</numerusform>
            <numerusform>Responde: %n resultados.</numerusform>
        </translation>
    </message>
    <message>
        <source>It answers, but found nothing.</source>
        <translation>Responde, pero no encontró nada.</translation>
    </message>
</context>
<context>
    <name>SearchField</name>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Borrar</translation>
    </message>
</context>
<context>
    <name>SearchHints</name>
    <message>
        <source>Recent searches and search operators</source>
        <translation>Búsquedas recientes y operadores de búsqueda</translation>
    </message>
    <message>
        <source>Saved searches</source>
        <translation>Búsquedas guardadas</translation>
    </message>
    <message>
        <source>Recent searches</source>
        <translation>Búsquedas recientes</translation>
    </message>
    <message>
        <source>Search operators</source>
        <translation>Operadores de búsqueda</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Rename…</source>
        <translation>Renombrar…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
</context>
<context>
    <name>SearchPane</name>
    <message>
        <source>Search all notes</source>
        <translation>Buscar en todas las notas</translation>
    </message>
    <message>
        <source>Search operators</source>
        <translation>Operadores de búsqueda</translation>
    </message>
</context>
<context>
    <name>SearchResultList</name>
    <message>
        <source>Search results</source>
        <translation>Resultados de la búsqueda</translation>
    </message>
</context>
<context>
    <name>SearchResults</name>
    <message>
        <source>1 more in this note</source>
        <translation>1 más en esta nota</translation>
    </message>
    <message>
        <source>{n} more in this note</source>
        <translation>{n} más en esta nota</translation>
    </message>
</context>
<context>
    <name>SearchSentence</name>
    <message>
        <source>Click to search with other words</source>
        <translation>Pulse para buscar con otras palabras</translation>
    </message>
</context>
<context>
    <name>SearchSheet</name>
    <message>
        <source>Search by meaning finds passages that say the same in other words.</source>
        <translation>La búsqueda por significado encuentra pasajes que dicen lo mismo con otras palabras.</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Búsqueda</translation>
    </message>
    <message>
        <source>The included model, on this computer</source>
        <translation>El modelo incluido, en este equipo</translation>
    </message>
    <message>
        <source>A model on a server</source>
        <translation>Un modelo en un servidor</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Desactivado</translation>
    </message>
    <message>
        <source>Index notes for search by meaning with</source>
        <translation>Indexar las notas para la búsqueda por significado con</translation>
    </message>
    <message>
        <source>Server</source>
        <translation>Servidor</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Try It</source>
        <translation>Probar</translation>
    </message>
    <message>
        <source>Use This Model</source>
        <translation>Usar este modelo</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Nothing leaves this computer. Indexing a large vault takes a while, in the background.</source>
        <translation>Nada sale de este equipo. Indexar una bóveda grande tarda un rato, en segundo plano.</translation>
    </message>
    <message>
        <source>Try the model first. Then you see where your notes would be sent.</source>
        <translation>Pruebe primero el modelo. Después verá adónde se enviarían sus notas.</translation>
    </message>
    <message>
        <source>Notes are found by their words only.</source>
        <translation>Las notas se encuentran solo por sus palabras.</translation>
    </message>
    <message>
        <source>Asking {model}…</source>
        <translation>Preguntando a {model}…</translation>
    </message>
    <message>
        <source>If you use it, all notes that are not private, and your questions, are sent to {host} in parts.</source>
        <translation>Si lo usa, todas las notas que no son privadas y sus preguntas se envían a {host} por partes.</translation>
    </message>
</context>
<context>
    <name>SearchSummary</name>
    <message>
        <source>Order</source>
        <translation>Orden</translation>
    </message>
    <message>
        <source>{n} ms</source>
        <translation>{n} ms</translation>
    </message>
    <message>
        <source>1 passage</source>
        <translation>1 pasaje</translation>
    </message>
    <message>
        <source>{n} passages</source>
        <translation>{n} pasajes</translation>
    </message>
    <message>
        <source>Best of about {n}</source>
        <translation>Mejores de unas {n}</translation>
    </message>
    <message>
        <source>still ranking…</source>
        <translation>aún ordenando…</translation>
    </message>
    <message>
        <source>Searching…</source>
        <translation>Buscando…</translation>
    </message>
    <message>
        <source>Best {shown} of {total}</source>
        <translation>Mejores {shown} de {total}</translation>
    </message>
    <message>
        <source>The best {n}</source>
        <translation>Las mejores {n}</translation>
    </message>
    <message>
        <source>1 note</source>
        <translation>1 nota</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notas</translation>
    </message>
    <message>
        <source>in the best {shown} of {total} notes</source>
        <translation>en las mejores {shown} de {total} notas</translation>
    </message>
    <message>
        <source>in the best {n} notes</source>
        <translation>en las mejores {n} notas</translation>
    </message>
    <message>
        <source>in 1 note</source>
        <translation>en 1 nota</translation>
    </message>
    <message>
        <source>in {n} notes</source>
        <translation>en {n} notas</translation>
    </message>
    <message>
        <source>Best first</source>
        <translation>Mejores primero</translation>
    </message>
    <message>
        <source>Newest first</source>
        <translation>Más recientes primero</translation>
    </message>
    <message>
        <source>Oldest first</source>
        <translation>Más antiguas primero</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Por nombre</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>Plegar todo</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>Desplegar todo</translation>
    </message>
    <message>
        <source>Show passages and their ranking</source>
        <translation>Mostrar los pasajes y su clasificación</translation>
    </message>
</context>
<context>
    <name>SearchTestCommand</name>
    <message>
        <source>Search test</source>
        <translation>Prueba de búsqueda</translation>
    </message>
</context>
<context>
    <name>SearchTestPage</name>
    <message>
        <source>Question</source>
        <translation>Pregunta</translation>
    </message>
    <message>
        <source>Ask as you would ask an assistant</source>
        <translation>Pregunte como preguntaría a un asistente</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Palabras</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Significado</translation>
    </message>
    <message>
        <source>How many</source>
        <translation>Cuántos</translation>
    </message>
    <message>
        <source>Best {n}</source>
        <translation>Mejores {n}</translation>
    </message>
    <message>
        <source>Search test</source>
        <translation>Prueba de búsqueda</translation>
    </message>
    <message>
        <source>Index for search by meaning</source>
        <translation>Indexar para la búsqueda por significado</translation>
    </message>
    <message>
        <source>Nothing can be found by meaning yet</source>
        <translation>Aún no se puede encontrar nada por significado</translation>
    </message>
    <message>
        <source>No passages found</source>
        <translation>No se encontró ningún pasaje</translation>
    </message>
    <message>
        <source>Ask with other words.</source>
        <translation>Pregunte con otras palabras.</translation>
    </message>
    <message>
        <source>Which passages would an answer use?</source>
        <translation>¿Qué pasajes usaría una respuesta?</translation>
    </message>
    <message>
        <source>Type a question. The best passages are listed with the reasons for their rank.</source>
        <translation>Escriba una pregunta. Se muestran los mejores pasajes con los motivos de su posición.</translation>
    </message>
    <message>
        <source>What a question finds in your notes, and why. The search runs on this computer; nothing is sent.</source>
        <translation>Lo que una pregunta encuentra en sus notas y por qué. La búsqueda se hace en este equipo; no se envía nada.</translation>
    </message>
    <message>
        <source>What a question finds in your notes, and why. With Meaning on, the question is sent to {server}.</source>
        <translation>Lo que una pregunta encuentra en sus notas y por qué. Con Significado activado, la pregunta se envía a {server}.</translation>
    </message>
    <message>
        <source>Search by meaning is not part of this installation, so only words are searched.</source>
        <translation>La búsqueda por significado no forma parte de esta instalación, así que solo se buscan palabras.</translation>
    </message>
    <message>
        <source>1 link with the other notes found</source>
        <translation>1 enlace con las otras notas encontradas</translation>
    </message>
    <message>
        <source>Changed {when}</source>
        <translation>Modificada {when}</translation>
    </message>
    <message>
        <source>by meaning</source>
        <translation>por significado</translation>
    </message>
    <message>
        <source>by meaning: rank {rank}</source>
        <translation>por significado: n.º {rank}</translation>
    </message>
    <message>
        <source>by words</source>
        <translation>por palabras</translation>
    </message>
    <message>
        <source>by words and meaning</source>
        <translation>por palabras y significado</translation>
    </message>
    <message>
        <source>by words: rank {rank}</source>
        <translation>por palabras: n.º {rank}</translation>
    </message>
    <message>
        <source>changed {when}</source>
        <translation>modificada {when}</translation>
    </message>
    <message>
        <source>indexed {when}</source>
        <translation>indexada {when}</translation>
    </message>
    <message>
        <source>similarity {share}</source>
        <translation>similitud {share}</translation>
    </message>
    <message>
        <source>{n} links with the other notes found</source>
        <translation>{n} enlaces con las otras notas encontradas</translation>
    </message>
    <message>
        <source>{n} ms</source>
        <translation>{n} ms</translation>
    </message>
    <message>
        <source>{n} passage</source>
        <translation>{n} pasaje</translation>
    </message>
    <message>
        <source>{n} passages</source>
        <translation>{n} pasajes</translation>
    </message>
</context>
<context>
    <name>SearchWords</name>
    <message>
        <source>Words to search for</source>
        <translation>Palabras que se buscarán</translation>
    </message>
    <message>
        <source>Search Again</source>
        <translation>Buscar de nuevo</translation>
    </message>
    <message>
        <source>Searching again on this computer…</source>
        <translation>Buscando de nuevo en este equipo…</translation>
    </message>
</context>
<context>
    <name>SendButton</name>
    <message>
        <source>Stop the answer</source>
        <translation>Detener la respuesta</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Enviar</translation>
    </message>
    <message>
        <source>Stop the answer (Esc)</source>
        <translation>Detener la respuesta (Esc)</translation>
    </message>
    <message>
        <source>Send (Enter)</source>
        <translation>Enviar (Intro)</translation>
    </message>
    <message>
        <source>Type a question to send it</source>
        <translation>Escriba una pregunta para enviarla</translation>
    </message>
</context>
<context>
    <name>ServerCard</name>
    <message>
        <source>Answers then come from this computer only.</source>
        <translation>Las respuestas vienen entonces solo de este equipo.</translation>
    </message>
    <message>
        <source>{0} is running on this computer</source>
        <translation>{0} está en marcha en este equipo</translation>
    </message>
    <message>
        <source>Use {0}</source>
        <translation>Usar {0}</translation>
    </message>
    <message>
        <source>Choose a Model</source>
        <translation>Elegir un modelo</translation>
    </message>
    <message>
        <source>Chats now use {0}. Answers come from this computer only.</source>
        <translation>Los chats usan ahora {0}. Las respuestas vienen solo de este equipo.</translation>
    </message>
    <message>
        <source>It was added but has no model yet. Download one there first.</source>
        <translation>Se añadió, pero aún no tiene modelo. Descargue primero uno allí.</translation>
    </message>
    <message>
        <source>It has no model yet. With a model, answers come from this computer only.</source>
        <translation>Aún no tiene modelo. Con uno, las respuestas vienen solo de este equipo.</translation>
    </message>
    <message>
        <source>1 model is ready.</source>
        <translation>1 modelo está listo.</translation>
    </message>
    <message>
        <source>{0} models are ready.</source>
        <translation>{0} modelos están listos.</translation>
    </message>
</context>
<context>
    <name>ServerOffer</name>
    <message>
        <source>{0} is running on this computer with 1 model.</source>
        <translation>{0} está en marcha en este equipo con 1 modelo.</translation>
    </message>
    <message>
        <source>{0} is running on this computer with {1} models.</source>
        <translation>{0} está en marcha en este equipo con {1} modelos.</translation>
    </message>
    <message>
        <source>{0} is running on this computer, without a model yet.</source>
        <translation>{0} está en marcha en este equipo, aún sin modelo.</translation>
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
        <translation>Un diálogo sobre la ventana o una tarjeta dentro del chat.</translation>
    </message>
    <message>
        <source>A short sound with each notification.</source>
        <translation>Un sonido breve con cada notificación.</translation>
    </message>
    <message>
        <source>A tool&apos;s name, or * for all.</source>
        <translation>El nombre de una herramienta, o * para todas.</translation>
    </message>
    <message>
        <source>AGENTS.md and skills of this vault whose text was read and accepted.</source>
        <translation>AGENTS.md y habilidades de esta bóveda cuyo texto se leyó y aceptó.</translation>
    </message>
    <message>
        <source>API</source>
        <translation>API</translation>
    </message>
    <message>
        <source>Accepted</source>
        <translation>Aceptado</translation>
    </message>
    <message>
        <source>Add /v1</source>
        <translation>Añadir /v1</translation>
    </message>
    <message>
        <source>Add /v1 to an address without a version. Off: the address is used as written.</source>
        <translation>Añadir /v1 a una dirección sin versión. Desactivado: la dirección se usa tal como está escrita.</translation>
    </message>
    <message>
        <source>Address</source>
        <translation>Dirección</translation>
    </message>
    <message>
        <source>Agent</source>
        <translation>Agente</translation>
    </message>
    <message>
        <source>Agents</source>
        <translation>Agentes</translation>
    </message>
    <message>
        <source>Agents folder</source>
        <translation>Carpeta de agentes</translation>
    </message>
    <message>
        <source>Agents of this vault that were allowed.</source>
        <translation>Agentes de esta bóveda que se permitieron.</translation>
    </message>
    <message>
        <source>All providers together; 0 for no limit.</source>
        <translation>Todos los proveedores juntos; 0 para no poner límite.</translation>
    </message>
    <message>
        <source>Allow</source>
        <translation>Permitir</translation>
    </message>
    <message>
        <source>Allow, ask each time, or deny.</source>
        <translation>Permitir, preguntar cada vez o denegar.</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Respuesta</translation>
    </message>
    <message>
        <source>Answered</source>
        <translation>Respondido</translation>
    </message>
    <message>
        <source>Anthropic</source>
        <translation>Anthropic</translation>
    </message>
    <message>
        <source>Appearance</source>
        <translation>Apariencia</translation>
    </message>
    <message>
        <source>For example en_GB, de_DE; a word is correct if one of them contains it. Empty for the language of this computer.</source>
        <translation>Por ejemplo en_GB, de_DE; una palabra es correcta si uno de ellos la contiene. Vacío para el idioma de este equipo.</translation>
    </message>
    <message>
        <source>Ask</source>
        <translation>Preguntar</translation>
    </message>
    <message>
        <source>Ask for approval in</source>
        <translation>Pedir aprobación en</translation>
    </message>
    <message>
        <source>Auto</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>Beside the note, as a tab among the notes, or in its own window.</source>
        <translation>Junto a la nota, como pestaña entre las notas o en su propia ventana.</translation>
    </message>
    <message>
        <source>Brave</source>
        <translation>Brave</translation>
    </message>
    <message>
        <source>Card</source>
        <translation>Tarjeta</translation>
    </message>
    <message>
        <source>Changes older than this can no longer be undone.</source>
        <translation>Los cambios más antiguos que esto ya no se pueden deshacer.</translation>
    </message>
    <message>
        <source>The most characters of one tool result that the model receives; the rest is cut, and the model is told.</source>
        <translation>El máximo de caracteres de un resultado de herramienta que recibe el modelo; el resto se corta y se le indica al modelo.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Chat folder</source>
        <translation>Carpeta de chats</translation>
    </message>
    <message>
        <source>Chats are stored on this computer, outside the vault. keep: each chat is also a note of the vault; off: it is not; empty: not decided yet.</source>
        <translation>Los chats se guardan en este equipo, fuera de la bóveda. keep: cada chat es también una nota de la bóveda; off: no lo es; vacío: aún no se ha decidido.</translation>
    </message>
    <message>
        <source>Chats as notes</source>
        <translation>Chats como notas</translation>
    </message>
    <message>
        <source>Check spelling</source>
        <translation>Revisar la ortografía</translation>
    </message>
    <message>
        <source>The program keeps running when the last window is closed, if this desktop has a tray.</source>
        <translation>El programa sigue en marcha al cerrar la última ventana, si este escritorio tiene bandeja del sistema.</translation>
    </message>
    <message>
        <source>Codex</source>
        <translation>Codex</translation>
    </message>
    <message>
        <source>Commands folder</source>
        <translation>Carpeta de comandos</translation>
    </message>
    <message>
        <source>Comments</source>
        <translation>Comentarios</translation>
    </message>
    <message>
        <source>Context window</source>
        <translation>Ventana de contexto</translation>
    </message>
    <message>
        <source>Contrast</source>
        <translation>Contraste</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Creada</translation>
    </message>
    <message>
        <source>Created oldest</source>
        <translation>Creada, antiguas primero</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>Days</source>
        <translation>Días</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Deny</source>
        <translation>Denegar</translation>
    </message>
    <message>
        <source>Desktop</source>
        <translation>Escritorio</translation>
    </message>
    <message>
        <source>Destination</source>
        <translation>Destino</translation>
    </message>
    <message>
        <source>Dialog</source>
        <translation>Diálogo</translation>
    </message>
    <message>
        <source>Digest</source>
        <translation>Huella</translation>
    </message>
    <message>
        <source>Dock</source>
        <translation>Lateral</translation>
    </message>
    <message>
        <source>Dollars a chat</source>
        <translation>Dólares por chat</translation>
    </message>
    <message>
        <source>Dollars a day</source>
        <translation>Dólares por día</translation>
    </message>
    <message>
        <source>Dollars an agent a day</source>
        <translation>Dólares por agente al día</translation>
    </message>
    <message>
        <source>Duckduckgo</source>
        <translation>DuckDuckGo</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Editar</translation>
    </message>
    <message>
        <source>Editor</source>
        <translation>Editor</translation>
    </message>
    <message>
        <source>Effect</source>
        <translation>Efecto</translation>
    </message>
    <message>
        <source>Endpoints, by name.</source>
        <translation>Puntos de acceso, por nombre.</translation>
    </message>
    <message>
        <source>Environment variable with the key; without one the system&apos;s keyring is used.</source>
        <translation>Variable de entorno con la clave; sin ella se usa el llavero del sistema.</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Carpeta</translation>
    </message>
    <message>
        <source>Folder of the vault whose folders are skills.</source>
        <translation>Carpeta de la bóveda cuyas carpetas son habilidades.</translation>
    </message>
    <message>
        <source>Folder of the vault whose notes are agents.</source>
        <translation>Carpeta de la bóveda cuyas notas son agentes.</translation>
    </message>
    <message>
        <source>Folder of the vault with a note for each word.</source>
        <translation>Carpeta de la bóveda con una nota para cada palabra.</translation>
    </message>
    <message>
        <source>Folder of the vault with project notes.</source>
        <translation>Carpeta de la bóveda con notas de proyecto.</translation>
    </message>
    <message>
        <source>Folder of the vault with quick commands.</source>
        <translation>Carpeta de la bóveda con comandos rápidos.</translation>
    </message>
    <message>
        <source>For OpenAI kinds: responses or chat. Empty: responses for OpenAI, chat for all others.</source>
        <translation>Para los tipos de OpenAI: responses o chat. Vacío: responses para OpenAI, chat para todos los demás.</translation>
    </message>
    <message>
        <source>Full</source>
        <translation>Completo</translation>
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
        <translation>Permitido</translation>
    </message>
    <message>
        <source>High</source>
        <translation>Alto</translation>
    </message>
    <message>
        <source>High draws all borders and uses no tinted backgrounds.</source>
        <translation>Alto dibuja todos los bordes y no usa fondos teñidos.</translation>
    </message>
    <message>
        <source>Defaults of chats.</source>
        <translation>Valores predeterminados de los chats.</translation>
    </message>
    <message>
        <source>The mode of a new chat; the menu in the composer explains the modes.</source>
        <translation>El modo de un chat nuevo; el menú del cuadro de preguntas explica los modos.</translation>
    </message>
    <message>
        <source>How long changes can be undone.</source>
        <translation>Cuánto tiempo se pueden deshacer los cambios.</translation>
    </message>
    <message>
        <source>The most rounds of tool calls for one question; after that the assistant has to answer.</source>
        <translation>El máximo de rondas de llamadas a herramientas para una pregunta; después el asistente debe responder.</translation>
    </message>
    <message>
        <source>How much a reasoning model thinks before it answers. Empty leaves it to the model.</source>
        <translation>Cuánto piensa un modelo de razonamiento antes de responder. Vacío lo deja al modelo.</translation>
    </message>
    <message>
        <source>Spending limits.</source>
        <translation>Límites de gasto.</translation>
    </message>
    <message>
        <source>How notes are listed.</source>
        <translation>Cómo se muestran las notas en la lista.</translation>
    </message>
    <message>
        <source>How notes are written.</source>
        <translation>Cómo se escriben las notas.</translation>
    </message>
    <message>
        <source>How the web is searched.</source>
        <translation>Cómo se busca en la web.</translation>
    </message>
    <message>
        <source>How the window looks.</source>
        <translation>Cómo se ve la ventana.</translation>
    </message>
    <message>
        <source>The name shown for this provider.</source>
        <translation>El nombre que se muestra para este proveedor.</translation>
    </message>
    <message>
        <source>How tools are offered to the model.</source>
        <translation>Cómo se ofrecen las herramientas al modelo.</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Entrada</translation>
    </message>
    <message>
        <source>Instructions</source>
        <translation>Instrucciones</translation>
    </message>
    <message>
        <source>Instructions and values of ChatGPT MD chats that you were shown, with your answer to each.</source>
        <translation>Instrucciones y valores de chats de ChatGPT MD que se le mostraron, con su respuesta a cada uno.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Conservar</translation>
    </message>
    <message>
        <source>Key from environment</source>
        <translation>Clave del entorno</translation>
    </message>
    <message>
        <source>Key variable</source>
        <translation>Variable de la clave</translation>
    </message>
    <message>
        <source>Shortcuts</source>
        <translation>Atajos</translation>
    </message>
    <message>
        <source>Shortcuts of the window&apos;s commands, by command name.</source>
        <translation>Atajos de los comandos de la ventana, por nombre del comando.</translation>
    </message>
    <message>
        <source>Keyboard shortcut that opens quick ask from any program, such as Ctrl+Alt+Space; empty for none.</source>
        <translation>Atajo de teclado que abre la pregunta rápida desde cualquier programa, como Ctrl+Alt+Space; vacío para ninguno.</translation>
    </message>
    <message>
        <source>Kind</source>
        <translation>Tipo</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Languages</source>
        <translation>Idiomas</translation>
    </message>
    <message>
        <source>The base URL of the server, such as http://localhost:8080/v1. Leave empty for the vendor&apos;s own.</source>
        <translation>La URL base del servidor, como http://localhost:8080/v1. Déjela vacía para usar la del propio proveedor.</translation>
    </message>
    <message>
        <source>Let the assistant ask to search and read this vault. Not set: the first use asks.</source>
        <translation>Permitir que el asistente pida buscar y leer en esta bóveda. Sin definir: se pregunta la primera vez.</translation>
    </message>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
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
        <translation>Anotar sesiones</translation>
    </message>
    <message>
        <source>Longest tool result</source>
        <translation>Resultado de herramienta más largo</translation>
    </message>
    <message>
        <source>Low</source>
        <translation>Bajo</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Significado</translation>
    </message>
    <message>
        <source>Medium</source>
        <translation>Medio</translation>
    </message>
    <message>
        <source>Megabytes</source>
        <translation>Megabytes</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Memoria</translation>
    </message>
    <message>
        <source>Memory note</source>
        <translation>Nota de memoria</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Modified</source>
        <translation>Modificada</translation>
    </message>
    <message>
        <source>Modified oldest</source>
        <translation>Modificada, antiguas primero</translation>
    </message>
    <message>
        <source>Maximum space for earlier versions of notes.</source>
        <translation>Espacio máximo para versiones anteriores de notas.</translation>
    </message>
    <message>
        <source>Motion</source>
        <translation>Movimiento</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Chat titles</source>
        <translation>Títulos de los chats</translation>
    </message>
    <message>
        <source>Name down</source>
        <translation>Nombre, descendente</translation>
    </message>
    <message>
        <source>Name of an environment variable that holds the key.</source>
        <translation>Nombre de una variable de entorno que contiene la clave.</translation>
    </message>
    <message>
        <source>Names of other packages&apos; toolsets that are allowed.</source>
        <translation>Nombres de los conjuntos de herramientas de otros paquetes que están permitidos.</translation>
    </message>
    <message>
        <source>Native</source>
        <translation>Nativo</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Never</source>
        <translation>Nunca</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ninguno</translation>
    </message>
    <message>
        <source>None switches animations off.</source>
        <translation>Ninguno desactiva las animaciones.</translation>
    </message>
    <message>
        <source>Normal</source>
        <translation>Normal</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Notes</source>
        <translation>Notas</translation>
    </message>
    <message>
        <source>Notify</source>
        <translation>Notificar</translation>
    </message>
    <message>
        <source>The language of the window; notes and answers are not translated.</source>
        <translation>El idioma de la ventana; las notas y las respuestas no se traducen.</translation>
    </message>
    <message>
        <source>Off</source>
        <translation>Desactivado</translation>
    </message>
    <message>
        <source>Offer to check for updates</source>
        <translation>Ofrecer buscar actualizaciones</translation>
    </message>
    <message>
        <source>Offline</source>
        <translation>Sin conexión</translation>
    </message>
    <message>
        <source>Ollama</source>
        <translation>Ollama</translation>
    </message>
    <message>
        <source>On battery</source>
        <translation>Con batería</translation>
    </message>
    <message>
        <source>One agent in a day; 0 for no limit.</source>
        <translation>Un agente en un día; 0 para no poner límite.</translation>
    </message>
    <message>
        <source>One conversation; 0 for no limit.</source>
        <translation>Un chat; 0 para no poner límite.</translation>
    </message>
    <message>
        <source>Only files inside it; empty is the whole vault.</source>
        <translation>Solo archivos dentro de ella; vacío es toda la bóveda.</translation>
    </message>
    <message>
        <source>Only tools with this effect, or * for all.</source>
        <translation>Solo herramientas con este efecto, o * para todas.</translation>
    </message>
    <message>
        <source>Only requests to this destination: a host, this-computer, or * for all.</source>
        <translation>Solo las peticiones a este destino: un host, this-computer o * para todas.</translation>
    </message>
    <message>
        <source>Openai</source>
        <translation>OpenAI</translation>
    </message>
    <message>
        <source>Openai compatible</source>
        <translation>Compatible con OpenAI</translation>
    </message>
    <message>
        <source>Opened</source>
        <translation>Abierta</translation>
    </message>
    <message>
        <source>Openrouter</source>
        <translation>OpenRouter</translation>
    </message>
    <message>
        <source>Output</source>
        <translation>Salida</translation>
    </message>
    <message>
        <source>Paused</source>
        <translation>En pausa</translation>
    </message>
    <message>
        <source>Permissions</source>
        <translation>Permisos</translation>
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
        <translation>Preajuste</translation>
    </message>
    <message>
        <source>Prices</source>
        <translation>Precios</translation>
    </message>
    <message>
        <source>Private notes</source>
        <translation>Notas privadas</translation>
    </message>
    <message>
        <source>Project</source>
        <translation>Proyecto</translation>
    </message>
    <message>
        <source>Projects folder</source>
        <translation>Carpeta de proyectos</translation>
    </message>
    <message>
        <source>Property</source>
        <translation>Propiedad</translation>
    </message>
    <message>
        <source>Providers</source>
        <translation>Proveedores</translation>
    </message>
    <message>
        <source>Question</source>
        <translation>Pregunta</translation>
    </message>
    <message>
        <source>Quick ask shortcut</source>
        <translation>Atajo de la pregunta rápida</translation>
    </message>
    <message>
        <source>Read</source>
        <translation>Leer</translation>
    </message>
    <message>
        <source>Read only</source>
        <translation>Solo lectura</translation>
    </message>
    <message>
        <source>Remember unasked</source>
        <translation>Recordar sin que se pida</translation>
    </message>
    <message>
        <source>Responses</source>
        <translation>Responses</translation>
    </message>
    <message>
        <source>Tool rounds</source>
        <translation>Rondas de herramientas</translation>
    </message>
    <message>
        <source>SHA-256 of the accepted note.</source>
        <translation>SHA-256 de la nota aceptada.</translation>
    </message>
    <message>
        <source>SHA-256 of the values that were shown.</source>
        <translation>SHA-256 de los valores que se mostraron.</translation>
    </message>
    <message>
        <source>Notify when an answer is complete or an approval is required and no window is active.</source>
        <translation>Avisar cuando una respuesta está completa o se requiere una aprobación y no hay ninguna ventana activa.</translation>
    </message>
    <message>
        <source>SearXNG requires its address, Brave and Tavily require a key, DuckDuckGo neither.</source>
        <translation>SearXNG necesita su dirección; Brave y Tavily, una clave; DuckDuckGo, ninguna de las dos.</translation>
    </message>
    <message>
        <source>Search by the meaning of notes, in addition to their words.</source>
        <translation>Buscar por el significado de las notas, además de por sus palabras.</translation>
    </message>
    <message>
        <source>Search engine</source>
        <translation>Buscador</translation>
    </message>
    <message>
        <source>Searxng</source>
        <translation>SearXNG</translation>
    </message>
    <message>
        <source>Send</source>
        <translation>Enviar</translation>
    </message>
    <message>
        <source>Sentinel</source>
        <translation>Sentinel</translation>
    </message>
    <message>
        <source>Settings in chat notes</source>
        <translation>Ajustes en notas de chat</translation>
    </message>
    <message>
        <source>Show an answer while it arrives. Switch this off for servers that cannot stream.</source>
        <translation>Mostrar una respuesta según llega. Desactívelo para los servidores que no pueden transmitirla por partes.</translation>
    </message>
    <message>
        <source>Shows a button here. VaultDesk never checks by itself.</source>
        <translation>Muestra aquí un botón. VaultDesk nunca busca actualizaciones por sí solo.</translation>
    </message>
    <message>
        <source>Skills folder</source>
        <translation>Carpeta de habilidades</translation>
    </message>
    <message>
        <source>Sort notes by</source>
        <translation>Ordenar las notas por</translation>
    </message>
    <message>
        <source>Sound</source>
        <translation>Sonido</translation>
    </message>
    <message>
        <source>Spending</source>
        <translation>Gasto</translation>
    </message>
    <message>
        <source>Permission rules for this vault.</source>
        <translation>Reglas de permiso para esta bóveda.</translation>
    </message>
    <message>
        <source>Stay in the tray</source>
        <translation>Seguir en la bandeja del sistema</translation>
    </message>
    <message>
        <source>Stream answers</source>
        <translation>Mostrar las respuestas según llegan</translation>
    </message>
    <message>
        <source>Summarize long chats</source>
        <translation>Resumir los chats largos</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Sistema</translation>
    </message>
    <message>
        <source>System follows the light or dark setting of this computer.</source>
        <translation>Sistema sigue el ajuste claro u oscuro de este equipo.</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Pestaña</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Etiqueta</translation>
    </message>
    <message>
        <source>Tavily</source>
        <translation>Tavily</translation>
    </message>
    <message>
        <source>The agent&apos;s note.</source>
        <translation>La nota del agente.</translation>
    </message>
    <message>
        <source>The first question, or a title written by the model, which is sent the first exchange.</source>
        <translation>La primera pregunta o un título escrito por el modelo, que recibe para ello el primer intercambio.</translation>
    </message>
    <message>
        <source>Folder of the vault for chats and answers that are saved as notes.</source>
        <translation>Carpeta de la bóveda para los chats y las respuestas que se guardan como notas.</translation>
    </message>
    <message>
        <source>The folder; the tag without #; the property, as `name` or `name: value`; the note&apos;s path.</source>
        <translation>La carpeta; la etiqueta sin #; la propiedad, como `name` o `name: value`; la ruta de la nota.</translation>
    </message>
    <message>
        <source>The model to use unless a chat names another.</source>
        <translation>El modelo que se usa si un chat no nombra otro.</translation>
    </message>
    <message>
        <source>The note with one line for each remembered fact.</source>
        <translation>La nota con una línea para cada dato recordado.</translation>
    </message>
    <message>
        <source>The order of notes in a folder; folders come first.</source>
        <translation>El orden de las notas en una carpeta; las carpetas van primero.</translation>
    </message>
    <message>
        <source>The small timer.</source>
        <translation>El pequeño temporizador.</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Tema</translation>
    </message>
    <message>
        <source>Thinking</source>
        <translation>Razonamiento</translation>
    </message>
    <message>
        <source>Tokens a chat</source>
        <translation>Tokens por chat</translation>
    </message>
    <message>
        <source>Tokens a day</source>
        <translation>Tokens por día</translation>
    </message>
    <message>
        <source>Tokens an agent a day</source>
        <translation>Tokens por agente al día</translation>
    </message>
    <message>
        <source>Tokens of prompt and answer together; 0 for the server&apos;s own value. Ollama receives it with each request.</source>
        <translation>Tokens de instrucción y respuesta juntos; 0 para el valor del propio servidor. Ollama lo recibe con cada petición.</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Herramienta</translation>
    </message>
    <message>
        <source>Tool calling</source>
        <translation>Llamadas a herramientas</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>Toolsets</source>
        <translation>Conjuntos de herramientas</translation>
    </message>
    <message>
        <source>Trusted</source>
        <translation>De confianza</translation>
    </message>
    <message>
        <source>US dollars per million input tokens.</source>
        <translation>Dólares estadounidenses por millón de tokens de entrada.</translation>
    </message>
    <message>
        <source>US dollars per million output tokens.</source>
        <translation>Dólares estadounidenses por millón de tokens de salida.</translation>
    </message>
    <message>
        <source>Underline words in the editor that are in none of the dictionaries.</source>
        <translation>Subrayar en el editor las palabras que no están en ningún diccionario.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Valor</translation>
    </message>
    <message>
        <source>Vault qa</source>
        <translation>Solo notas</translation>
    </message>
    <message>
        <source>Vaults</source>
        <translation>Bóvedas</translation>
    </message>
    <message>
        <source>Vaults, by absolute path.</source>
        <translation>Bóvedas, por ruta absoluta.</translation>
    </message>
    <message>
        <source>Version</source>
        <translation>Versión</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulario</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modo</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>Web</translation>
    </message>
    <message>
        <source>Prices by model id, for models whose provider gives none.</source>
        <translation>Precios por id de modelo, para los modelos cuyo proveedor no los indica.</translation>
    </message>
    <message>
        <source>What an assistant remembers across conversations.</source>
        <translation>Lo que un asistente recuerda entre chats.</translation>
    </message>
    <message>
        <source>What makes a note private: its folder, a tag, a property, or its path.</source>
        <translation>Lo que hace privada una nota: su carpeta, una etiqueta, una propiedad o su ruta.</translation>
    </message>
    <message>
        <source>Messages that no longer fit the model are summarized for it; the chat itself is not changed.</source>
        <translation>Los mensajes que ya no caben en el modelo se resumen para él; el chat en sí no cambia.</translation>
    </message>
    <message>
        <source>What the program does outside its window.</source>
        <translation>Lo que hace el programa fuera de su ventana.</translation>
    </message>
    <message>
        <source>When this vault was opened last.</source>
        <translation>Cuándo se abrió esta bóveda por última vez.</translation>
    </message>
    <message>
        <source>The address of SearXNG; optional for the others.</source>
        <translation>La dirección de SearXNG; opcional para los demás.</translation>
    </message>
    <message>
        <source>Where prices are known; 0 for no limit.</source>
        <translation>Donde se conocen los precios; 0 para no poner límite.</translation>
    </message>
    <message>
        <source>Folder of the vocabulary.</source>
        <translation>Carpeta del vocabulario.</translation>
    </message>
    <message>
        <source>Whether a finished session is written as a line into the daily note.</source>
        <translation>Si una sesión terminada se escribe como línea en la nota diaria.</translation>
    </message>
    <message>
        <source>Whether an assistant may propose to remember something without being asked.</source>
        <translation>Si un asistente puede proponer recordar algo sin que se le pida.</translation>
    </message>
    <message>
        <source>Whether it continues on battery power.</source>
        <translation>Si continúa con la batería.</translation>
    </message>
    <message>
        <source>Whether indexing for search by meaning is paused.</source>
        <translation>Si la indexación para la búsqueda por significado está en pausa.</translation>
    </message>
    <message>
        <source>Which notes are private.</source>
        <translation>Qué notas son privadas.</translation>
    </message>
    <message>
        <source>The protocol that the endpoint uses.</source>
        <translation>El protocolo que usa el punto de acceso.</translation>
    </message>
    <message>
        <source>The agent of a new chat; empty for the default assistant.</source>
        <translation>El agente de un chat nuevo; vacío para el asistente predeterminado.</translation>
    </message>
    <message>
        <source>The default model, as provider/model.</source>
        <translation>El modelo predeterminado, como proveedor/modelo.</translation>
    </message>
    <message>
        <source>Version of the format of this file.</source>
        <translation>Versión del formato de este archivo.</translation>
    </message>
    <message>
        <source>When the agent was allowed.</source>
        <translation>Cuándo se permitió el agente.</translation>
    </message>
    <message>
        <source>When the values were shown and answered.</source>
        <translation>Cuándo se mostraron y respondieron los valores.</translation>
    </message>
    <message>
        <source>Whether the values are used.</source>
        <translation>Si se usan los valores.</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Ventana</translation>
    </message>
    <message>
        <source>Write</source>
        <translation>Escribir</translation>
    </message>
    <message>
        <source>Xml</source>
        <translation>XML</translation>
    </message>
    <message>
        <source>built-in, off, or PROVIDER/MODEL of a server that makes embeddings.</source>
        <translation>built-in, off o PROVIDER/MODEL de un servidor que crea embeddings.</translation>
    </message>
    <message>
        <source>keep: text between %% and %% stays on this computer; send: it is sent with its note.</source>
        <translation>keep: el texto entre %% y %% se queda en este equipo; send: se envía con su nota.</translation>
    </message>
    <message>
        <source>never: no model reads it; local: only models on this computer; ask: you are asked each time.</source>
        <translation>never: ningún modelo la lee; local: solo modelos de este equipo; ask: se pregunta cada vez.</translation>
    </message>
    <message>
        <source>read-only, ask, edit (agents change notes in their folders without asking) or trusted.</source>
        <translation>read-only, ask, edit (los agentes cambian notas de sus carpetas sin preguntar) o trusted.</translation>
    </message>
</context>
<context>
    <name>SettingsForm</name>
    <message>
        <source>None</source>
        <translation>Ninguno</translation>
    </message>
</context>
<context>
    <name>SettingsNavigation</name>
    <message>
        <source>Find a setting</source>
        <translation>Buscar un ajuste</translation>
    </message>
    <message>
        <source>No settings match.</source>
        <translation>Ningún ajuste coincide.</translation>
    </message>
    <message>
        <source>Settings pages</source>
        <translation>Páginas de ajustes</translation>
    </message>
</context>
<context>
    <name>SettingsPage</name>
    <message>
        <source>Done</source>
        <translation>Listo</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
</context>
<context>
    <name>ShortcutsSheet</name>
    <message>
        <source>Keyboard</source>
        <translation>Teclado</translation>
    </message>
    <message>
        <source>All commands and their shortcuts. Type a name, or press keys in the field.</source>
        <translation>Todos los comandos y sus atajos. Escriba un nombre o pulse teclas en el campo.</translation>
    </message>
    <message>
        <source>Find a command</source>
        <translation>Buscar un comando</translation>
    </message>
    <message>
        <source>Name or shortcut of a command</source>
        <translation>Nombre o atajo de un comando</translation>
    </message>
    <message>
        <source>Commands and their shortcuts</source>
        <translation>Comandos y sus atajos</translation>
    </message>
    <message>
        <source>New shortcut</source>
        <translation>Atajo nuevo</translation>
    </message>
    <message>
        <source>Change Shortcut</source>
        <translation>Cambiar atajo</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Restaurar</translation>
    </message>
    <message>
        <source>Restore all</source>
        <translation>Restaurar todo</translation>
    </message>
    <message>
        <source>Use It Anyway</source>
        <translation>Usarlo de todos modos</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>modificada</translation>
    </message>
    <message>
        <source>Press the new shortcut for “{0}”. Backspace removes it, Esc cancels.</source>
        <translation>Pulse el atajo nuevo para «{0}». Retroceso lo quita, Esc cancela.</translation>
    </message>
    <message>
        <source>{0} is the shortcut of “{1}”, which would then have none.</source>
        <translation>{0} es el atajo de «{1}», que se quedaría sin ninguno.</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Privacy</source>
        <translation>Privacidad</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>Bóveda</translation>
    </message>
    <message>
        <source>Window</source>
        <translation>Ventana</translation>
    </message>
    <message>
        <source>A single key is needed for typing. Combine it with Ctrl or Alt, or use F1 to F12.</source>
        <translation>Una tecla sola se necesita para escribir. Combínela con Ctrl o Alt, o use una de F1 a F12.</translation>
    </message>
    <message>
        <source>This shortcut is needed in text fields. Choose another one.</source>
        <translation>Este atajo se necesita en los campos de texto. Elija otro.</translation>
    </message>
</context>
<context>
    <name>Shutdown</name>
    <message>
        <source>Close without saving</source>
        <translation>Cerrar sin guardar</translation>
    </message>
    <message>
        <source>Quit without saving</source>
        <translation>Salir sin guardar</translation>
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
        <translation>La exportación tal como se descargó (.zip) o su carpeta descomprimida.</translation>
    </message>
    <message>
        <source>Obsidian Copilot, ChatGPT MD, Gemini Scribe</source>
        <translation>Obsidian Copilot, ChatGPT MD, Gemini Scribe</translation>
    </message>
    <message>
        <source>One chat note, or a folder of them.</source>
        <translation>Una nota de chat o una carpeta de ellas.</translation>
    </message>
</context>
<context>
    <name>SourceChip</name>
    <message>
        <source>{note} (no longer exists)</source>
        <translation>{note} (ya no existe)</translation>
    </message>
</context>
<context>
    <name>SourceRow</name>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Copy link</source>
        <translation>Copiar enlace</translation>
    </message>
</context>
<context>
    <name>SpellChecker</name>
    <message>
        <source>Also installed: {languages}.</source>
        <translation>También instalados: {languages}.</translation>
    </message>
    <message>
        <source>In use: {languages}.</source>
        <translation>En uso: {languages}.</translation>
    </message>
    <message>
        <source>No spell checker was found. Install the package libenchant-2-2 and a dictionary, such as hunspell-en-us, then reopen Settings.</source>
        <translation>No se encontró ningún corrector. Instale el paquete libenchant-2-2 y un diccionario, como hunspell-es, y vuelva a abrir los ajustes.</translation>
    </message>
    <message>
        <source>No spell checker was found: VaultDesk cannot use that of macOS or Windows.</source>
        <translation>No se encontró ningún corrector: VaultDesk no puede usar el de macOS ni el de Windows.</translation>
    </message>
    <message>
        <source>A spell checker is installed, but no dictionary. Install one, such as the package hunspell-en-us.</source>
        <translation>Hay un corrector instalado, pero ningún diccionario. Instale uno, como el paquete hunspell-es.</translation>
    </message>
    <message>
        <source>No dictionary is installed for these languages. Installed: {languages}.</source>
        <translation>No hay ningún diccionario instalado para estos idiomas. Instalados: {languages}.</translation>
    </message>
    <message>
        <source>No dictionary is installed for {languages}.</source>
        <translation>No hay ningún diccionario instalado para {languages}.</translation>
    </message>
</context>
<context>
    <name>SpellingCard</name>
    <message>
        <source>Spelling</source>
        <translation>Ortografía</translation>
    </message>
</context>
<context>
    <name>SpellingMenu</name>
    <message>
        <source>Remove from dictionary</source>
        <translation>Quitar del diccionario</translation>
    </message>
    <message>
        <source>This note is read-only here.</source>
        <translation>Esta nota es aquí de solo lectura.</translation>
    </message>
    <message>
        <source>No suggestions</source>
        <translation>Sin sugerencias</translation>
    </message>
    <message>
        <source>Add to dictionary</source>
        <translation>Añadir al diccionario</translation>
    </message>
    <message>
        <source>Ignore in this note</source>
        <translation>Ignorar en esta nota</translation>
    </message>
</context>
<context>
    <name>StatusBar</name>
    <message>
        <source>Index</source>
        <translation>Índice</translation>
    </message>
    <message>
        <source>Search by meaning</source>
        <translation>Búsqueda por significado</translation>
    </message>
    <message>
        <source>What left this computer</source>
        <translation>Qué salió de este equipo</translation>
    </message>
    <message>
        <source>Pomodoro</source>
        <translation>Pomodoro</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>No vault</source>
        <translation>Sin bóveda</translation>
    </message>
    <message>
        <source>Opening {0}…</source>
        <translation>Abriendo {0}…</translation>
    </message>
    <message>
        <source>answers on this computer</source>
        <translation>responde en este equipo</translation>
    </message>
    <message>
        <source>answers over the network</source>
        <translation>responde por la red</translation>
    </message>
</context>
<context>
    <name>StatusMenus</name>
    <message>
        <source>Search index</source>
        <translation>Índice de búsqueda</translation>
    </message>
    <message>
        <source>Compare with the folder now</source>
        <translation>Comparar ahora con la carpeta</translation>
    </message>
    <message>
        <source>Rebuild the index</source>
        <translation>Reconstruir el índice</translation>
    </message>
    <message>
        <source>Could not be read</source>
        <translation>No se pudo leer</translation>
    </message>
    <message>
        <source>More about the index</source>
        <translation>Más sobre el índice</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Actividad</translation>
    </message>
    <message>
        <source>and {0} more</source>
        <translation>y {0} más</translation>
    </message>
</context>
<context>
    <name>SubmitController</name>
    <message>
        <source>Another answer is in progress. Wait for it or stop it, then ask again.</source>
        <translation>Hay otra respuesta en curso. Espérela o deténgala y pregunte de nuevo.</translation>
    </message>
</context>
<context>
    <name>SuggestionRow</name>
    <message>
        <source>Ask: {0}</source>
        <translation>Preguntar: {0}</translation>
    </message>
</context>
<context>
    <name>Suggestions</name>
    <message>
        <source>Ask about your notes</source>
        <translation>Pregunte sobre sus notas</translation>
    </message>
    <message>
        <source>Answers quote the notes they use. You are asked before a note leaves this computer.</source>
        <translation>Las respuestas citan las notas que usan. Se pregunta antes de que una nota salga de este equipo.</translation>
    </message>
    <message>
        <source>Ask about 1 note</source>
        <translation>Pregunte sobre 1 nota</translation>
    </message>
    <message>
        <source>Ask about {0} notes</source>
        <translation>Pregunte sobre {0} notas</translation>
    </message>
    <message>
        <source>What does “{0}” say?</source>
        <translation>¿Qué dice «{0}»?</translation>
    </message>
    <message>
        <source>{0} · changed {1}</source>
        <translation>{0} · modificada {1}</translation>
    </message>
    <message>
        <source>Vault root</source>
        <translation>Raíz de la bóveda</translation>
    </message>
    <message>
        <source>today</source>
        <translation>hoy</translation>
    </message>
    <message>
        <source>yesterday</source>
        <translation>ayer</translation>
    </message>
</context>
<context>
    <name>SwitcherPopup</name>
    <message>
        <source>Your notes are still being read.</source>
        <translation>Sus notas aún se están leyendo.</translation>
    </message>
    <message>
        <source>Go to a note</source>
        <translation>Ir a una nota</translation>
    </message>
    <message>
        <source>Find a note by its name</source>
        <translation>Buscar una nota por su nombre</translation>
    </message>
    <message>
        <source>Find or create a note…</source>
        <translation>Buscar o crear una nota…</translation>
    </message>
    <message>
        <source>Notes found</source>
        <translation>Notas encontradas</translation>
    </message>
    <message>
        <source>No matches.</source>
        <translation>No hay coincidencias.</translation>
    </message>
    <message>
        <source>There are no other notes yet. Type a name to create one.</source>
        <translation>Aún no hay otras notas. Escriba un nombre para crear una.</translation>
    </message>
    <message>
        <source>open</source>
        <translation>abrir</translation>
    </message>
    <message>
        <source>in a new tab</source>
        <translation>en pestaña nueva</translation>
    </message>
    <message>
        <source>to the side</source>
        <translation>al lado</translation>
    </message>
    <message>
        <source>headings</source>
        <translation>encabezados</translation>
    </message>
    <message>
        <source>tags</source>
        <translation>etiquetas</translation>
    </message>
    <message>
        <source>close</source>
        <translation>cerrar</translation>
    </message>
</context>
<context>
    <name>TabCloseButton</name>
    <message>
        <source>Unpin tab</source>
        <translation>Desfijar pestaña</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Cerrar pestaña</translation>
    </message>
</context>
<context>
    <name>TabStrip</name>
    <message>
        <source>Open notes</source>
        <translation>Notas abiertas</translation>
    </message>
    <message>
        <source>Close tab</source>
        <translation>Cerrar pestaña</translation>
    </message>
</context>
<context>
    <name>TagRenamer</name>
    <message>
        <source>{n} notes have this tag, but at most {most} can be changed at once.</source>
        <translation>{n} notas tienen esta etiqueta, pero como mucho se pueden cambiar {most} a la vez.</translation>
    </message>
    <message>
        <source>1 note has this tag or a nested tag. You see the change before it is made.</source>
        <translation>1 nota tiene esta etiqueta o una anidada. Usted ve el cambio antes de que se haga.</translation>
    </message>
    <message>
        <source>{n} notes have this tag or a nested tag. You see every change before it is made.</source>
        <translation>{n} notas tienen esta etiqueta o una anidada. Usted ve cada cambio antes de que se haga.</translation>
    </message>
    <message>
        <source>Rename the tag #{tag}</source>
        <translation>Renombrar la etiqueta #{tag}</translation>
    </message>
    <message>
        <source>Renamed #{tag} to #{name} in 1 note.</source>
        <translation>Se renombró #{tag} a #{name} en 1 nota.</translation>
    </message>
    <message>
        <source>Renamed #{tag} to #{name} in {n} notes.</source>
        <translation>Se renombró #{tag} a #{name} en {n} notas.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>No note was changed.</source>
        <translation>No se cambió ninguna nota.</translation>
    </message>
</context>
<context>
    <name>TagsPane</name>
    <message>
        <source>Filter the tags</source>
        <translation>Filtrar las etiquetas</translation>
    </message>
    <message>
        <source>Sort order of tags</source>
        <translation>Orden de las etiquetas</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Etiquetas</translation>
    </message>
    <message>
        <source>No matching tag</source>
        <translation>Ninguna etiqueta coincide</translation>
    </message>
    <message>
        <source>No tag in this vault contains this text.</source>
        <translation>Ninguna etiqueta de esta bóveda contiene este texto.</translation>
    </message>
    <message>
        <source>No tags yet</source>
        <translation>Aún no hay etiquetas</translation>
    </message>
    <message>
        <source>Tags you write in notes, such as #idea, are listed here.</source>
        <translation>Las etiquetas que escriba en las notas, como #idea, aparecen aquí.</translation>
    </message>
    <message>
        <source>By name</source>
        <translation>Por nombre</translation>
    </message>
    <message>
        <source>Most notes first</source>
        <translation>Con más notas primero</translation>
    </message>
    <message>
        <source>Expand all</source>
        <translation>Desplegar todo</translation>
    </message>
    <message>
        <source>Collapse all</source>
        <translation>Plegar todo</translation>
    </message>
    <message>
        <source>Tag</source>
        <translation>Etiqueta</translation>
    </message>
    <message>
        <source>Search for it</source>
        <translation>Buscarla</translation>
    </message>
    <message>
        <source>Add to the search</source>
        <translation>Añadir a la búsqueda</translation>
    </message>
    <message>
        <source>Rename in all notes…</source>
        <translation>Renombrar en todas las notas…</translation>
    </message>
</context>
<context>
    <name>TemplatePicker</name>
    <message>
        <source>First open the note that the template is for.</source>
        <translation>Abra primero la nota para la que es la plantilla.</translation>
    </message>
    <message>
        <source>There are no templates in “{folder}”.</source>
        <translation>No hay ninguna plantilla en «{folder}».</translation>
    </message>
    <message>
        <source>No folder for templates is set.</source>
        <translation>No hay definida ninguna carpeta de plantillas.</translation>
    </message>
    <message>
        <source>Choose a folder…</source>
        <translation>Elegir una carpeta…</translation>
    </message>
    <message>
        <source>Another folder…</source>
        <translation>Otra carpeta…</translation>
    </message>
    <message>
        <source>Templates</source>
        <translation>Plantillas</translation>
    </message>
    <message>
        <source>Which template?</source>
        <translation>¿Qué plantilla?</translation>
    </message>
    <message>
        <source>Folder for templates</source>
        <translation>Carpeta de plantillas</translation>
    </message>
    <message>
        <source>In which folder are your templates?</source>
        <translation>¿En qué carpeta están sus plantillas?</translation>
    </message>
</context>
<context>
    <name>TextCell</name>
    <message>
        <source>Empty</source>
        <translation>Vacío</translation>
    </message>
    <message>
        <source>Choose a day</source>
        <translation>Elegir un día</translation>
    </message>
</context>
<context>
    <name>Toast</name>
    <message>
        <source>Close this message</source>
        <translation>Cerrar este mensaje</translation>
    </message>
</context>
<context>
    <name>ToolChecklist</name>
    <message>
        <source>All tools, including ones added later</source>
        <translation>Todas las herramientas, también las que se añadan después</translation>
    </message>
    <message>
        <source>Only selected tools</source>
        <translation>Solo las herramientas seleccionadas</translation>
    </message>
    <message>
        <source>Deleting and bulk changes</source>
        <translation>Eliminaciones y cambios en bloque</translation>
    </message>
    <message>
        <source>Changing notes</source>
        <translation>Cambiar notas</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Finding and reading</source>
        <translation>Buscar y leer</translation>
    </message>
</context>
<context>
    <name>ToolLine</name>
    <message>
        <source>Show arguments and result</source>
        <translation>Mostrar argumentos y resultado</translation>
    </message>
    <message>
        <source>Arguments</source>
        <translation>Argumentos</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Resultado</translation>
    </message>
    <message>
        <source>Nothing yet.</source>
        <translation>Aún nada.</translation>
    </message>
</context>
<context>
    <name>ToolListSection</name>
    <message>
        <source>Find a tool</source>
        <translation>Buscar una herramienta</translation>
    </message>
    <message>
        <source>No tools match.</source>
        <translation>Ninguna herramienta coincide.</translation>
    </message>
    <message>
        <source>Tools</source>
        <translation>Herramientas</translation>
    </message>
    <message>
        <source>changes notes</source>
        <translation>cambia notas</translation>
    </message>
    <message>
        <source>deletes notes</source>
        <translation>elimina notas</translation>
    </message>
    <message>
        <source>reads notes</source>
        <translation>lee notas</translation>
    </message>
    <message>
        <source>uses no notes</source>
        <translation>no usa notas</translation>
    </message>
    <message>
        <source>uses the network</source>
        <translation>usa la red</translation>
    </message>
</context>
<context>
    <name>ToolText</name>
    <message>
        <source>you skipped it</source>
        <translation>usted la omitió</translation>
    </message>
    <message>
        <source>Asked you</source>
        <translation>Le preguntó</translation>
    </message>
    <message>
        <source>Read notes</source>
        <translation>Leer notas</translation>
    </message>
    <message>
        <source>Read {0} of {1} notes</source>
        <translation>{0} de {1} notas leídas</translation>
    </message>
    <message>
        <source>Read {n} note</source>
        <translation>{n} nota leída</translation>
    </message>
    <message>
        <source>Read {n} notes</source>
        <translation>{n} notas leídas</translation>
    </message>
    <message>
        <source>Reading a note</source>
        <translation>Leyendo una nota</translation>
    </message>
    <message>
        <source>Reading {n} notes</source>
        <translation>Leyendo {n} notas</translation>
    </message>
    <message>
        <source>Search notes</source>
        <translation>Buscar notas</translation>
    </message>
    <message>
        <source>Searched notes</source>
        <translation>Buscó notas</translation>
    </message>
    <message>
        <source>Searching notes</source>
        <translation>Buscando notas</translation>
    </message>
    <message>
        <source>Tool</source>
        <translation>Herramienta</translation>
    </message>
    <message>
        <source>invalid arguments</source>
        <translation>argumentos no válidos</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <translation>no se puede leer</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>modificada</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>con error</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>omitida</translation>
    </message>
    <message>
        <source>no answer after {0}</source>
        <translation>sin respuesta tras {0}</translation>
    </message>
    <message>
        <source>no such tool</source>
        <translation>no existe esa herramienta</translation>
    </message>
    <message>
        <source>not allowed</source>
        <translation>no permitida</translation>
    </message>
    <message>
        <source>not found</source>
        <translation>no encontrada</translation>
    </message>
    <message>
        <source>nothing found</source>
        <translation>no se encontró nada</translation>
    </message>
    <message>
        <source>read</source>
        <translation>leída</translation>
    </message>
    <message>
        <source>sent</source>
        <translation>enviada</translation>
    </message>
    <message>
        <source>sent {0}</source>
        <translation>enviado: {0}</translation>
    </message>
    <message>
        <source>stayed here</source>
        <translation>se quedó aquí</translation>
    </message>
    <message>
        <source>stopped</source>
        <translation>detenida</translation>
    </message>
    <message>
        <source>too many calls</source>
        <translation>demasiadas llamadas</translation>
    </message>
    <message>
        <source>waiting for you</source>
        <translation>espera su respuesta</translation>
    </message>
    <message>
        <source>written, not confirmed</source>
        <translation>escrita, sin confirmar</translation>
    </message>
    <message>
        <source>you left out {0}</source>
        <translation>usted omitió {0}</translation>
    </message>
    <message>
        <source>refused by you</source>
        <translation>denegada por usted</translation>
    </message>
    <message>
        <source>{0} found</source>
        <translation>{0} encontradas</translation>
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
        <translation>{n} resultado</translation>
    </message>
    <message>
        <source>{n} matches</source>
        <translation>{n} resultados</translation>
    </message>
    <message>
        <source>{n} token</source>
        <translation>{n} token</translation>
    </message>
    <message>
        <source>{n} tokens</source>
        <translation>{n} tokens</translation>
    </message>
    <message>
        <source>“{0}”</source>
        <translation>«{0}»</translation>
    </message>
    <message>
        <source>1 link repaired</source>
        <translation>1 enlace reparado</translation>
    </message>
    <message>
        <source>Changed</source>
        <translation>Modificada</translation>
    </message>
    <message>
        <source>Changed nothing</source>
        <translation>Nada modificado</translation>
    </message>
    <message>
        <source>Changed {0} notes</source>
        <translation>{0} notas modificadas</translation>
    </message>
    <message>
        <source>Changed {0} of {1} notes</source>
        <translation>{0} de {1} notas modificadas</translation>
    </message>
    <message>
        <source>Created</source>
        <translation>Creada</translation>
    </message>
    <message>
        <source>Deleted</source>
        <translation>Eliminada</translation>
    </message>
    <message>
        <source>Moved</source>
        <translation>Movida</translation>
    </message>
    <message>
        <source>Renamed</source>
        <translation>Renombrada</translation>
    </message>
    <message>
        <source>changed by another program</source>
        <translation>modificada por otro programa</translation>
    </message>
    <message>
        <source>edited by you</source>
        <translation>editada por usted</translation>
    </message>
    <message>
        <source>not all written</source>
        <translation>no escrita del todo</translation>
    </message>
    <message>
        <source>partly left out by you</source>
        <translation>omitida en parte por usted</translation>
    </message>
    <message>
        <source>{0} left out by you</source>
        <translation>{0} omitidas por usted</translation>
    </message>
    <message>
        <source>{0} links repaired</source>
        <translation>{0} enlaces reparados</translation>
    </message>
</context>
<context>
    <name>Toolbar</name>
    <message>
        <source>No vault</source>
        <translation>Sin bóveda</translation>
    </message>
    <message>
        <source>Vault</source>
        <translation>Bóveda</translation>
    </message>
    <message>
        <source>Files</source>
        <translation>Archivos</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Chat</source>
        <translation>Chat</translation>
    </message>
    <message>
        <source>Pane shown</source>
        <translation>Panel mostrado</translation>
    </message>
    <message>
        <source>{0}
{1} and a click open it in a new window.</source>
        <translation>{0}
Con {1} y un clic se abre en una ventana nueva.</translation>
    </message>
</context>
<context>
    <name>ToolsetCard</name>
    <message>
        <source>Toolsets from other packages</source>
        <translation>Conjuntos de herramientas de otros paquetes</translation>
    </message>
    <message>
        <source>A toolset is code from another package and runs with your user rights. Its tools need the same approvals as built-in tools. Changes take effect after a restart.</source>
        <translation>Un conjunto de herramientas es código de otro paquete y se ejecuta con sus derechos de usuario. Sus herramientas necesitan las mismas aprobaciones que las integradas. Los cambios surten efecto tras reiniciar.</translation>
    </message>
    <message>
        <source>None is installed.</source>
        <translation>No hay ninguno instalado.</translation>
    </message>
    <message>
        <source>not installed</source>
        <translation>no instalado</translation>
    </message>
    <message>
        <source>Update its package or report this to its developers. The other tools can be used.</source>
        <translation>Actualice su paquete o comuníquelo a sus desarrolladores. Las demás herramientas se pueden usar.</translation>
    </message>
    <message>
        <source>Update its package or report this to its developers.</source>
        <translation>Actualice su paquete o comuníquelo a sus desarrolladores.</translation>
    </message>
    <message>
        <source>Install its package, or switch the toolset off.</source>
        <translation>Instale su paquete o desactive el conjunto de herramientas.</translation>
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
        <translation>VaultDesk: hay una respuesta en curso</translation>
    </message>
    <message>
        <source>VaultDesk: a request is waiting for your approval</source>
        <translation>VaultDesk: una petición espera su aprobación</translation>
    </message>
    <message>
        <source>Quick ask</source>
        <translation>Pregunta rápida</translation>
    </message>
    <message>
        <source>Open VaultDesk</source>
        <translation>Abrir VaultDesk</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Quit VaultDesk</source>
        <translation>Salir de VaultDesk</translation>
    </message>
</context>
<context>
    <name>UndoAction</name>
    <message>
        <source>Redone: {notes}.</source>
        <translation>Rehecho: {notes}.</translation>
    </message>
    <message>
        <source>Undone: {notes}.</source>
        <translation>Deshecho: {notes}.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rehacer</translation>
    </message>
    <message>
        <source>{n} notes</source>
        <translation>{n} notas</translation>
    </message>
</context>
<context>
    <name>UndoBanner</name>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
</context>
<context>
    <name>UndoConflict</name>
    <message>
        <source>1 conflict</source>
        <translation>1 conflicto</translation>
    </message>
    <message>
        <source>Both changed these lines</source>
        <translation>Ambas partes cambiaron estas líneas</translation>
    </message>
    <message>
        <source>is not changed</source>
        <translation>no cambia</translation>
    </message>
    <message>
        <source>{0} conflicts</source>
        <translation>{0} conflictos</translation>
    </message>
    <message>
        <source>{0}: − is the current text, + the earlier text</source>
        <translation>{0}: − es el texto actual, + el texto anterior</translation>
    </message>
</context>
<context>
    <name>UndoConflictDialog</name>
    <message>
        <source>This note has changed since</source>
        <translation>Esta nota ha cambiado entretanto</translation>
    </message>
    <message>
        <source>These notes have changed since</source>
        <translation>Estas notas han cambiado entretanto</translation>
    </message>
    <message>
        <source>What has changed since</source>
        <translation>Qué ha cambiado entretanto</translation>
    </message>
    <message>
        <source>Which version</source>
        <translation>Qué versión</translation>
    </message>
    <message>
        <source>Merge</source>
        <translation>Fusionar</translation>
    </message>
    <message>
        <source>{0} was not done. Nothing was changed.</source>
        <translation>{0} no se hizo. No se cambió nada.</translation>
    </message>
    <message>
        <source>With both merged</source>
        <translation>Con ambas fusionadas</translation>
    </message>
    <message>
        <source>Conflicting changes</source>
        <translation>Cambios en conflicto</translation>
    </message>
    <message>
        <source>Merging undoes the change and keeps later changes.</source>
        <translation>La fusión deshace el cambio y conserva los cambios posteriores.</translation>
    </message>
    <message>
        <source>The same lines have changed since, so they cannot be merged automatically. Change them in the note.</source>
        <translation>Las mismas líneas han cambiado entretanto, así que no se pueden fusionar automáticamente. Cámbielas en la nota.</translation>
    </message>
    <message>
        <source>Open {0}</source>
        <translation>Abrir {0}</translation>
    </message>
</context>
<context>
    <name>UpdateCard</name>
    <message>
        <source>Check Now</source>
        <translation>Buscar ahora</translation>
    </message>
    <message>
        <source>Open Download Page</source>
        <translation>Abrir la página de descarga</translation>
    </message>
    <message>
        <source>Only released builds can check for updates. Look for a newer version where you got this one; update a checkout with git pull.</source>
        <translation>Solo las compilaciones publicadas pueden buscar actualizaciones. Busque una versión más reciente donde obtuvo esta; una copia de git se actualiza con git pull.</translation>
    </message>
    <message>
        <source>Check Now fetches only {address} and downloads no program. The request is the same for every user and contains nothing about you, your notes or your version. The site sees your IP address.</source>
        <translation>Buscar ahora obtiene solo {address} y no descarga ningún programa. La petición es igual para todos los usuarios y no contiene nada sobre usted, sus notas ni su versión. El sitio ve su dirección IP.</translation>
    </message>
    <message>
        <source>Updates</source>
        <translation>Actualizaciones</translation>
    </message>
    <message>
        <source>Asking {host}…</source>
        <translation>Preguntando a {host}…</translation>
    </message>
    <message>
        <source>VaultDesk could not check for a newer version.</source>
        <translation>VaultDesk no pudo comprobar si hay una versión más reciente.</translation>
    </message>
    <message>
        <source>VaultDesk {version} is up to date. The newest version is {newest}, released on {day}.</source>
        <translation>VaultDesk {version} está actualizado. La versión más reciente es {newest}, publicada el {day}.</translation>
    </message>
    <message>
        <source>VaultDesk {newest} was released on {day}. You have {version}.</source>
        <translation>VaultDesk {newest} se publicó el {day}. Usted tiene {version}.</translation>
    </message>
    <message>
        <source>In your browser, at {host}</source>
        <translation>En su navegador, en {host}</translation>
    </message>
</context>
<context>
    <name>UrlHandler</name>
    <message>
        <source>Too many links were opened at once. This one was ignored.</source>
        <translation>Se abrieron demasiados enlaces a la vez. Este se omitió.</translation>
    </message>
    <message>
        <source>Open a vault first: the link does not name one.</source>
        <translation>Abra primero una bóveda: el enlace no nombra ninguna.</translation>
    </message>
    <message>
        <source>There is no note “{0}” in this vault.</source>
        <translation>No hay ninguna nota «{0}» en esta bóveda.</translation>
    </message>
    <message>
        <source>Another link is already proposing a note. This one was ignored.</source>
        <translation>Otro enlace ya propone una nota. Este se omitió.</translation>
    </message>
    <message>
        <source>Untitled</source>
        <translation>Sin título</translation>
    </message>
    <message>
        <source>A link filled in this question. Read it before you send it.</source>
        <translation>Un enlace rellenó esta pregunta. Léala antes de enviarla.</translation>
    </message>
    <message>
        <source>Go to the question</source>
        <translation>Ir a la pregunta</translation>
    </message>
    <message>
        <source>A link proposes the question “{0}”</source>
        <translation>Un enlace propone la pregunta «{0}»</translation>
    </message>
    <message>
        <source>Replace the current question</source>
        <translation>Reemplazar la pregunta actual</translation>
    </message>
</context>
<context>
    <name>UseProviderRow</name>
    <message>
        <source>Use in Chats</source>
        <translation>Usar en los chats</translation>
    </message>
    <message>
        <source>Chats use this provider now.</source>
        <translation>Los chats usan ahora este proveedor.</translation>
    </message>
    <message>
        <source>Chats use {0} now.</source>
        <translation>Los chats usan ahora {0}.</translation>
    </message>
</context>
<context>
    <name>VaultList</name>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>Open {0}</source>
        <translation>Abrir {0}</translation>
    </message>
    <message>
        <source>last used today</source>
        <translation>usada hoy por última vez</translation>
    </message>
    <message>
        <source>last used {0}</source>
        <translation>usada por última vez el {0}</translation>
    </message>
    <message>
        <source>last used in {0}</source>
        <translation>usada por última vez en {0}</translation>
    </message>
</context>
<context>
    <name>VaultStatus</name>
    <message>
        <source>A newer version of VaultDesk has stored records of this vault. They are not changed. This version stores its own, so changes made and texts sent with the newer version are not listed here.</source>
        <translation>Una versión más reciente de VaultDesk ha guardado registros de esta bóveda. No se modifican. Esta versión guarda los suyos, así que los cambios hechos y los textos enviados con la versión más reciente no aparecen aquí.</translation>
    </message>
    <message>
        <source>Rebuild it</source>
        <translation>Reconstruirlo</translation>
    </message>
    <message>
        <source>Nothing sent today</source>
        <translation>Hoy no se envió nada</translation>
    </message>
</context>
<context>
    <name>VaultViews</name>
    <message>
        <source>The note “{name}” no longer exists.</source>
        <translation>La nota «{name}» ya no existe.</translation>
    </message>
</context>
<context>
    <name>VaultWindow</name>
    <message>
        <source>A note could not be saved, so it stays open.</source>
        <translation>Una nota no se pudo guardar, así que sigue abierta.</translation>
    </message>
    <message>
        <source>Continue without saving</source>
        <translation>Continuar sin guardar</translation>
    </message>
    <message>
        <source>Find the Folder…</source>
        <translation>Buscar la carpeta…</translation>
    </message>
    <message>
        <source>Look around in the welcome vault</source>
        <translation>Echar un vistazo a la bóveda de bienvenida</translation>
    </message>
    <message>
        <source>The folder {folder} was last found on {day}.</source>
        <translation>La carpeta {folder} se encontró por última vez el {day}.</translation>
    </message>
    <message>
        <source>Try Again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>It may have been moved, or its drive may not be connected.</source>
        <translation>Puede que se haya movido o que su unidad no esté conectada.</translation>
    </message>
    <message>
        <source>Your chats and settings are safe.</source>
        <translation>Los chats y los ajustes están a salvo.</translation>
    </message>
    <message>
        <source>{name} was not found</source>
        <translation>No se encontró {name}</translation>
    </message>
</context>
<context>
    <name>VocabularyCommand</name>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulario</translation>
    </message>
    <message>
        <source>The offline assistant cannot look up words.</source>
        <translation>El asistente sin conexión no puede buscar palabras.</translation>
    </message>
    <message>
        <source>Choose a model in Settings.</source>
        <translation>Elija un modelo en Ajustes.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
</context>
<context>
    <name>VocabularyPage</name>
    <message>
        <source>Search the words</source>
        <translation>Buscar en las palabras</translation>
    </message>
    <message>
        <source>Search words and meanings</source>
        <translation>Buscar palabras y significados</translation>
    </message>
    <message>
        <source>Which words</source>
        <translation>Qué palabras</translation>
    </message>
    <message>
        <source>All words</source>
        <translation>Todas las palabras</translation>
    </message>
    <message>
        <source>To review</source>
        <translation>Por repasar</translation>
    </message>
    <message>
        <source>Without a meaning</source>
        <translation>Sin significado</translation>
    </message>
    <message>
        <source>Add a Word</source>
        <translation>Añadir una palabra</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Repasar</translation>
    </message>
    <message>
        <source>Vocabulary</source>
        <translation>Vocabulario</translation>
    </message>
    <message>
        <source>Words</source>
        <translation>Palabras</translation>
    </message>
    <message>
        <source>Review {n}</source>
        <translation>Repasar {n}</translation>
    </message>
    <message>
        <source>There are no words to review now.</source>
        <translation>No hay ninguna palabra que repasar ahora.</translation>
    </message>
    <message>
        <source>No matching words</source>
        <translation>Ninguna palabra coincide</translation>
    </message>
    <message>
        <source>Search for something else.</source>
        <translation>Busque otra cosa.</translation>
    </message>
    <message>
        <source>the vault</source>
        <translation>la bóveda</translation>
    </message>
    <message>
        <source>No words yet</source>
        <translation>Aún no hay palabras</translation>
    </message>
    <message>
        <source>Add one here, or ask the assistant: “add nuances to vocabulary”. Each word is a note in {0}.</source>
        <translation>Añada una aquí o pídalo al asistente: «añade matices al vocabulario». Cada palabra es una nota en {0}.</translation>
    </message>
    <message>
        <source>Changed the meaning of “{0}”.</source>
        <translation>Se modificó el significado de «{0}».</translation>
    </message>
    <message>
        <source>“{0}” already exists.</source>
        <translation>«{0}» ya existe.</translation>
    </message>
    <message>
        <source>Added “{0}” to the vocabulary.</source>
        <translation>Se añadió «{0}» al vocabulario.</translation>
    </message>
    <message>
        <source>Deleted “{0}”.</source>
        <translation>Se eliminó «{0}».</translation>
    </message>
    <message>
        <source>1 day</source>
        <translation>1 día</translation>
    </message>
    <message>
        <source>1 hour</source>
        <translation>1 hora</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Eliminar</translation>
    </message>
    <message>
        <source>Edit</source>
        <translation>Editar</translation>
    </message>
    <message>
        <source>Look up</source>
        <translation>Consultar</translation>
    </message>
    <message>
        <source>New</source>
        <translation>Nueva</translation>
    </message>
    <message>
        <source>Open its note</source>
        <translation>Abrir su nota</translation>
    </message>
    <message>
        <source>in {wait}</source>
        <translation>en {wait}</translation>
    </message>
    <message>
        <source>no meaning yet</source>
        <translation>aún sin significado</translation>
    </message>
    <message>
        <source>{n} days</source>
        <translation>{n} días</translation>
    </message>
    <message>
        <source>{n} hours</source>
        <translation>{n} horas</translation>
    </message>
    <message>
        <source>{n} min</source>
        <translation>{n} min</translation>
    </message>
    <message>
        <source>{n} months</source>
        <translation>{n} meses</translation>
    </message>
    <message>
        <source>{n} word</source>
        <translation>{n} palabra</translation>
    </message>
    <message>
        <source>{n} words</source>
        <translation>{n} palabras</translation>
    </message>
    <message>
        <source>{n} years</source>
        <translation>{n} años</translation>
    </message>
    <message>
        <source>{total}, {due} to review</source>
        <translation>{total}, {due} por repasar</translation>
    </message>
</context>
<context>
    <name>WaitingBanner</name>
    <message>
        <source>Another chat is waiting for your answer.</source>
        <translation>Otro chat espera su respuesta.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
</context>
<context>
    <name>WebSheet</name>
    <message>
        <source>Web searches of an assistant are sent to the search engine you choose. You are asked each time.</source>
        <translation>Las búsquedas web de un asistente se envían al buscador que usted elija. Se le pregunta cada vez.</translation>
    </message>
    <message>
        <source>Web</source>
        <translation>Web</translation>
    </message>
    <message>
        <source>Key</source>
        <translation>Clave</translation>
    </message>
    <message>
        <source>The words of each search you allow are sent to {0}.</source>
        <translation>Las palabras de cada búsqueda que permita se envían a {0}.</translation>
    </message>
</context>
<context>
    <name>Window</name>
    <message>
        <source>An agent is a note. It can narrow your permissions but never extend them.</source>
        <translation>Un agente es una nota. Puede restringir sus permisos, pero nunca ampliarlos.</translation>
    </message>
    <message>
        <source>VaultDesk quit unexpectedly the last time. Your saved notes are not affected.</source>
        <translation>VaultDesk se cerró de forma inesperada la última vez. Sus notas guardadas no se ven afectadas.</translation>
    </message>
    <message>
        <source>An internal error occurred in VaultDesk the last time. Your saved notes are not affected.</source>
        <translation>La última vez se produjo un error interno en VaultDesk. Sus notas guardadas no se ven afectadas.</translation>
    </message>
    <message>
        <source>An internal error occurred in VaultDesk. Your notes were not changed. See the log for details.</source>
        <translation>Se produjo un error interno en VaultDesk. Sus notas no han cambiado. Los detalles están en el registro.</translation>
    </message>
    <message>
        <source>The strictest rule that matches a note applies, whatever else is allowed.</source>
        <translation>Se aplica la regla más estricta que coincide con una nota, aunque otra cosa esté permitida.</translation>
    </message>
    <message>
        <source>The rule for the innermost folder applies. For the same folder, the strictest rule applies.</source>
        <translation>Se aplica la regla de la carpeta más interna. Para una misma carpeta se aplica la regla más estricta.</translation>
    </message>
    <message>
        <source>{0} contains a very large number of files and is not an Obsidian vault. VaultDesk would read all Markdown files in it to make them searchable. Nothing in it is changed.</source>
        <translation>{0} contiene muchísimos archivos y no es una bóveda de Obsidian. VaultDesk leería todos los archivos Markdown que hay en ella para poder buscar en ellos. No se cambia nada.</translation>
    </message>
</context>
<context>
    <name>WindowChats</name>
    <message>
        <source>The chat was copied as Markdown.</source>
        <translation>El chat se copió como Markdown.</translation>
    </message>
</context>
<context>
    <name>WindowManager</name>
    <message>
        <source>This is a portable VaultDesk: it stores settings and data in {0} but cannot write there ({1}). Until it can, nothing is saved. Without that folder, it uses the standard folders of this computer.</source>
        <translation>Este es un VaultDesk portátil: guarda ajustes y datos en {0}, pero no puede escribir allí ({1}). Hasta que pueda, no se guarda nada. Sin esa carpeta usa las carpetas estándar de este equipo.</translation>
    </message>
    <message>
        <source>VaultDesk stores settings and data in {0} but cannot write there ({1}). Until it can, nothing is saved.</source>
        <translation>VaultDesk guarda ajustes y datos en {0}, pero no puede escribir allí ({1}). Hasta que pueda, no se guarda nada.</translation>
    </message>
</context>
<context>
    <name>WindowTabs</name>
    <message>
        <source>Open a note…</source>
        <translation>Abrir una nota…</translation>
    </message>
    <message>
        <source>New note</source>
        <translation>Nueva nota</translation>
    </message>
    <message>
        <source>Today’s note</source>
        <translation>Nota de hoy</translation>
    </message>
    <message>
        <source>Reopen {name}</source>
        <translation>Reabrir {name}</translation>
    </message>
    <message>
        <source>Tab</source>
        <translation>Pestaña</translation>
    </message>
    <message>
        <source>There are no other tabs.</source>
        <translation>No hay otras pestañas.</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Close other tabs</source>
        <translation>Cerrar las demás pestañas</translation>
    </message>
    <message>
        <source>There are no tabs to the right.</source>
        <translation>No hay pestañas a la derecha.</translation>
    </message>
    <message>
        <source>Close tabs to the right</source>
        <translation>Cerrar las pestañas de la derecha</translation>
    </message>
    <message>
        <source>Pinned</source>
        <translation>Fijado</translation>
    </message>
    <message>
        <source>Split to the right</source>
        <translation>Dividir a la derecha</translation>
    </message>
    <message>
        <source>Split downwards</source>
        <translation>Dividir hacia abajo</translation>
    </message>
    <message>
        <source>Move to the other side</source>
        <translation>Mover al otro lado</translation>
    </message>
    <message>
        <source>Saved</source>
        <translation>Guardado</translation>
    </message>
    <message>
        <source>Open a note to see its headings.</source>
        <translation>Abra una nota para ver sus encabezados.</translation>
    </message>
</context>
<context>
    <name>WindowsHotkeyBackend</name>
    <message>
        <source>Works everywhere in Windows.</source>
        <translation>Funciona en todo Windows.</translation>
    </message>
    <message>
        <source>“{0}” is already used by another program. Choose another shortcut.</source>
        <translation>Otro programa ya usa «{0}». Elija otro atajo.</translation>
    </message>
    <message>
        <source>Windows refused “{0}”.</source>
        <translation>Windows rechazó «{0}».</translation>
    </message>
</context>
<context>
    <name>WordForm</name>
    <message>
        <source>Word or phrase</source>
        <translation>Palabra o expresión</translation>
    </message>
    <message>
        <source>Meaning</source>
        <translation>Significado</translation>
    </message>
    <message>
        <source>Save</source>
        <translation>Guardar</translation>
    </message>
    <message>
        <source>Look Up the Meaning</source>
        <translation>Consultar el significado</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Add a word</source>
        <translation>Añadir una palabra</translation>
    </message>
    <message>
        <source>Asking {model}…</source>
        <translation>Preguntando a {model}…</translation>
    </message>
    <message>
        <source>Waiting for the model.</source>
        <translation>Esperando al modelo.</translation>
    </message>
    <message>
        <source>Proposed by the model. Check it, then save.</source>
        <translation>Propuesto por el modelo. Compruébelo y guárdelo después.</translation>
    </message>
    <message>
        <source>A word of the vocabulary</source>
        <translation>Una palabra del vocabulario</translation>
    </message>
    <message>
        <source>Type a word.</source>
        <translation>Escriba una palabra.</translation>
    </message>
</context>
<context>
    <name>WriteLockNotice</name>
    <message>
        <source>{n} more changes were interrupted.</source>
        <translation>Se interrumpieron {n} cambios más.</translation>
    </message>
    <message>
        <source>1 more change was interrupted.</source>
        <translation>Se interrumpió 1 cambio más.</translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Mostrar</translation>
    </message>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
</context>
<context>
    <name>X11HotkeyBackend</name>
    <message>
        <source>Works everywhere on this desktop.</source>
        <translation>Funciona en todo este escritorio.</translation>
    </message>
    <message>
        <source>The X server could not be asked for this shortcut.</source>
        <translation>No se pudo pedir este atajo al servidor X.</translation>
    </message>
    <message>
        <source>This keyboard has no key for “{0}”.</source>
        <translation>Este teclado no tiene tecla para «{0}».</translation>
    </message>
    <message>
        <source>“{0}” is already used by another program. Choose another shortcut.</source>
        <translation>Otro programa ya usa «{0}». Elija otro atajo.</translation>
    </message>
    <message>
        <source>The X server refused “{0}”.</source>
        <translation>El servidor X rechazó «{0}».</translation>
    </message>
</context>
<context>
    <name>_Conflict</name>
    <message>
        <source>Conflict {number}, line {line}</source>
        <translation>Conflicto {number}, línea {line}</translation>
    </message>
    <message>
        <source>Mine</source>
        <translation>Mía</translation>
    </message>
    <message>
        <source>From outside</source>
        <translation>De fuera</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Ambas</translation>
    </message>
    <message>
        <source>These lines are removed.</source>
        <translation>Estas líneas se quitan.</translation>
    </message>
</context>
<context>
    <name>_QuestionText</name>
    <message>
        <source>Your question</source>
        <translation>Su pregunta</translation>
    </message>
</context>
</TS>
