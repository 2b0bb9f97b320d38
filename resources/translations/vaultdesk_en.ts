<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>ArgumentList</name>
    <message numerus="yes">
        <source>%n paths, as listed</source>
        <translation>
            <numerusform>%n path, as listed</numerusform>
            <numerusform>%n paths, as listed</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DropOverlay</name>
    <message numerus="yes">
        <source>Drop to open %n files, or to add them to the vault</source>
        <translation>
            <numerusform>Drop to open %n file, or to add it to the vault</numerusform>
            <numerusform>Drop to open %n files, or to add them to the vault</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FileChecklist</name>
    <message numerus="yes">
        <source>{0} of %n results</source>
        <translation>
            <numerusform>{0} of %n result</numerusform>
            <numerusform>{0} of %n results</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>{0} of %n notes</source>
        <translation>
            <numerusform>{0} of %n note</numerusform>
            <numerusform>{0} of %n notes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>FilePreview</name>
    <message numerus="yes">
        <source>{0} of %n lines</source>
        <translation>
            <numerusform>{0} of %n line</numerusform>
            <numerusform>{0} of %n lines</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ModelBox</name>
    <message numerus="yes">
        <source>Choose one of %n, or type a name</source>
        <translation>
            <numerusform>Choose the one there is, or type a name</numerusform>
            <numerusform>Choose one of %n, or type a name</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>SearchEngineTest</name>
    <message numerus="yes">
        <source>It answers: %n results.</source>
        <translation>
            <numerusform>It answers: %n result.</numerusform>
            <numerusform>It answers: %n results.</numerusform>
        </translation>
    </message>
</context>
</TS>
