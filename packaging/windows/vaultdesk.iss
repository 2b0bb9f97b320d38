; The installer for Windows, for one person: it asks for no rights of an administrator.
;
;     iscc /DVersion=0.1.0 /DFrozen=build\frozen\vaultdesk packaging\windows\vaultdesk.iss

#ifndef Version
  #define Version "0.0.0"
#endif
#ifndef Frozen
  #define Frozen "..\..\build\frozen\vaultdesk"
#endif

[Setup]
AppId={{6E1B7C1E-6C0B-4F52-9D1C-2B7A5C3E8F10}
AppName=VaultDesk
AppVersion={#Version}
AppPublisher=The VaultDesk team
DefaultDirName={localappdata}\Programs\VaultDesk
DefaultGroupName=VaultDesk
DisableProgramGroupPage=yes
PrivilegesRequired=lowest
ArchitecturesAllowed=x64compatible
ArchitecturesInstallIn64BitMode=x64compatible
MinVersion=10.0.17763
OutputBaseFilename=VaultDesk-{#Version}-setup
SetupIconFile=..\..\build\icons\vaultdesk.ico
UninstallDisplayIcon={app}\vaultdesk.exe
LicenseFile=..\..\LICENSE
Compression=lzma2
SolidCompression=yes
WizardStyle=modern
CloseApplications=yes
RestartApplications=no
#ifdef SignTool
SignTool={#SignTool}
#endif

[Languages]
Name: "en"; MessagesFile: "compiler:Default.isl"
Name: "de"; MessagesFile: "compiler:Languages\German.isl"
Name: "es"; MessagesFile: "compiler:Languages\Spanish.isl"
Name: "fr"; MessagesFile: "compiler:Languages\French.isl"

[CustomMessages]
en.StartUp=Start VaultDesk with Windows
de.StartUp=VaultDesk mit Windows starten
es.StartUp=Iniciar VaultDesk con Windows
fr.StartUp=Démarrer VaultDesk avec Windows
en.Folders=Offer "Open in VaultDesk" on folders
de.Folders=„In VaultDesk öffnen“ bei Ordnern anbieten
es.Folders=Ofrecer «Abrir en VaultDesk» en las carpetas
fr.Folders=Proposer « Ouvrir dans VaultDesk » sur les dossiers
en.OpenIn=Open in VaultDesk
de.OpenIn=In VaultDesk öffnen
es.OpenIn=Abrir en VaultDesk
fr.OpenIn=Ouvrir dans VaultDesk
en.DataStays=Your settings and data stay in:
de.DataStays=Ihre Einstellungen und Daten bleiben in:
es.DataStays=Sus ajustes y datos permanecen en:
fr.DataStays=Vos réglages et données restent dans :

[Tasks]
Name: "desktopicon"; Description: "{cm:CreateDesktopIcon}"; Flags: unchecked
Name: "folders"; Description: "{cm:Folders}"
; Only asked the first time: later it is a switch in Settings, which an update must not turn back on.
Name: "startup"; Description: "{cm:StartUp}"; Flags: unchecked; Check: IsFirstTime

[InstallDelete]
; What a version before packed and this one does not would stay and be loaded.
Type: filesandordirs; Name: "{app}\_internal"
; How a version before started with Windows; two entries would start it twice.
Type: files; Name: "{userstartup}\VaultDesk.lnk"

[Files]
#ifdef SignTool
Source: "{#Frozen}\vaultdesk.exe"; DestDir: "{app}"; Flags: ignoreversion signonce
#endif
Source: "{#Frozen}\*"; DestDir: "{app}"; Flags: recursesubdirs ignoreversion

[Icons]
Name: "{group}\VaultDesk"; Filename: "{app}\vaultdesk.exe"
Name: "{userdesktop}\VaultDesk"; Filename: "{app}\vaultdesk.exe"; Tasks: desktopicon

[Registry]
Root: HKCU; Subkey: "Software\Classes\Directory\shell\VaultDesk"; ValueType: string; ValueData: "{cm:OpenIn}"; Flags: uninsdeletekey; Tasks: folders
Root: HKCU; Subkey: "Software\Classes\Directory\shell\VaultDesk"; ValueType: string; ValueName: "Icon"; ValueData: "{app}\vaultdesk.exe"; Tasks: folders
Root: HKCU; Subkey: "Software\Classes\Directory\shell\VaultDesk\command"; ValueType: string; ValueData: """{app}\vaultdesk.exe"" ""%1"""; Tasks: folders
Root: HKCU; Subkey: "Software\Classes\vaultdesk"; ValueType: string; ValueData: "URL:VaultDesk"; Flags: uninsdeletekey
Root: HKCU; Subkey: "Software\Classes\vaultdesk"; ValueType: string; ValueName: "URL Protocol"; ValueData: ""
Root: HKCU; Subkey: "Software\Classes\vaultdesk\shell\open\command"; ValueType: string; ValueData: """{app}\vaultdesk.exe"" ""%1"""
; The same value as the switch in Settings (vaultdesk/core/platform/autostart.py); it goes with the program, whoever set it.
Root: HKCU; Subkey: "Software\Microsoft\Windows\CurrentVersion\Run"; ValueType: string; ValueName: "VaultDesk"; ValueData: """{app}\vaultdesk.exe"" --hidden"; Flags: uninsdeletevalue; Tasks: startup
Root: HKCU; Subkey: "Software\Microsoft\Windows\CurrentVersion\Run"; ValueType: none; ValueName: "VaultDesk"; Flags: uninsdeletevalue

[Run]
Filename: "{app}\vaultdesk.exe"; Description: "{cm:LaunchProgram,VaultDesk}"; Flags: nowait postinstall skipifsilent

[Code]
function IsFirstTime: Boolean;
begin
  Result := not FileExists(ExpandConstant('{localappdata}\Programs\VaultDesk\vaultdesk.exe'));
end;

procedure CurUninstallStepChanged(Step: TUninstallStep);
begin
  if (Step = usPostUninstall) and not UninstallSilent then
    MsgBox(CustomMessage('DataStays') + #13#10 + ExpandConstant('{localappdata}\vaultdesk'), mbInformation, MB_OK);
end;
