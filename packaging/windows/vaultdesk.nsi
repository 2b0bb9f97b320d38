; The installer for Windows, by NSIS on Windows or Linux (installer.py calls makensis): for one user, without the rights
; of an administrator.
;
;     VaultDesk-VERSION-setup.exe [/S] [/D=FOLDER]      /S asks nothing; /D comes last, without quotes
;     uninstall.exe [/S]
;
; Exit codes: 0 done; 1 cancelled; 2 failed, the version from before is there as it was; 5 the same, VaultDesk is running.
Unicode true
!ifdef TARGET
  Target ${TARGET}
!endif
SetCompressor ${COMPRESSOR}
ManifestDPIAware true
ManifestLongPathAware true
ManifestSupportedOS Win10
RequestExecutionLevel user
AllowSkipFiles off

!include MUI2.nsh
!include FileFunc.nsh
!include LogicLib.nsh
!include WinVer.nsh
!include x64.nsh

!define UNINSTALL_KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\VaultDesk"
!define RUN_KEY "Software\Microsoft\Windows\CurrentVersion\Run"
!define CLASSES "Software\Classes"
!define FOLDER_KEY "${CLASSES}\Directory\shell\VaultDesk"
!define LINK_KEY "${CLASSES}\vaultdesk"
!define MARKDOWN "VaultDesk.Markdown"
!define CAPABILITIES "Software\VaultDesk\Capabilities"
!define RUNNING 5

Name "VaultDesk"
OutFile "${OUT}"
InstallDir "$LOCALAPPDATA\Programs\VaultDesk"
InstallDirRegKey HKCU "${UNINSTALL_KEY}" "InstallLocation"
BrandingText "VaultDesk ${VERSION}"
VIProductVersion "${VERSION}.0"
VIFileVersion "${VERSION}.0"
VIAddVersionKey /LANG=0 ProductName "VaultDesk"
VIAddVersionKey /LANG=0 ProductVersion "${VERSION}"
VIAddVersionKey /LANG=0 FileVersion "${VERSION}"
VIAddVersionKey /LANG=0 FileDescription "VaultDesk Setup"
VIAddVersionKey /LANG=0 CompanyName "The VaultDesk team"
VIAddVersionKey /LANG=0 LegalCopyright "The VaultDesk team, MIT License"

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_COMPONENTSPAGE_NODESC
!define MUI_FINISHPAGE_RUN "$INSTDIR\vaultdesk.exe"
!insertmacro MUI_PAGE_LICENSE "${LICENCE}"
!insertmacro MUI_PAGE_COMPONENTS
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
; The first one is used where Windows has a language that is not in the list.
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "Spanish"
!insertmacro MUI_LANGUAGE "French"
!insertmacro MUI_LANGUAGE "SimpChinese"
!include languages.nsh

!ifdef SIGN
  !finalize '${SIGN} "%1"' = 0
  !uninstfinalize '${SIGN} "%1"' = 0
!endif

; Writes to the caller's console where there is one: a quiet installation shows no message.
!macro ReportQuietly TEXT
  ${If} ${Silent}
    System::Call 'kernel32::AttachConsole(i -1)'
    System::Call 'kernel32::GetStdHandle(i -12) p.r0'
    ${If} $0 P<> 0
    ${AndIf} $0 P<> -1
      FileWrite $0 "${TEXT}$\r$\n"
    ${EndIf}
  ${EndIf}
!macroend

!macro IsFileInUse FILE RESULT
  ${If} ${FileExists} "${FILE}"
    ClearErrors
    FileOpen $0 "${FILE}" a
    ${If} ${Errors}
      StrCpy ${RESULT} 1
    ${Else}
      FileClose $0
    ${EndIf}
  ${EndIf}
!macroend

; Windows does not let a running program be opened for writing.
!macro RequireClosed
  ${Do}
    StrCpy $1 0
    !insertmacro IsFileInUse "$INSTDIR\vaultdesk.exe" $1
    !insertmacro IsFileInUse "$INSTDIR\vaultdesk-cli.exe" $1
    ${If} $1 = 0
      ${ExitDo}
    ${EndIf}
    !insertmacro ReportQuietly "$(IsRunning)"
    ${If} ${Cmd} `MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "$(IsRunning)" /SD IDCANCEL IDCANCEL`
      SetErrorLevel ${RUNNING}
      Abort
    ${EndIf}
  ${Loop}
!macroend

!macro MovePart NAME FROM TO
  ${If} ${FileExists} "${FROM}\${NAME}"
    Rename "${FROM}\${NAME}" "${TO}\${NAME}"
  ${EndIf}
!macroend

!macro MoveProgram FROM TO
  ClearErrors
  !insertmacro MovePart "_internal" "${FROM}" "${TO}"
  !insertmacro MovePart "vaultdesk.exe" "${FROM}" "${TO}"
  !insertmacro MovePart "vaultdesk-cli.exe" "${FROM}" "${TO}"
!macroend

!macro DeleteProgram
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\vaultdesk.exe"
  Delete "$INSTDIR\vaultdesk-cli.exe"
!macroend

!macro RemoveChoices
  DeleteRegKey HKCU "${FOLDER_KEY}"
  DeleteRegKey HKCU "${CLASSES}\${MARKDOWN}"
  DeleteRegValue HKCU "${CLASSES}\.md\OpenWithProgids" "${MARKDOWN}"
  DeleteRegValue HKCU "${CLASSES}\.markdown\OpenWithProgids" "${MARKDOWN}"
  DeleteRegKey /ifempty HKCU "${CLASSES}\.md\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "${CLASSES}\.markdown\OpenWithProgids"
  DeleteRegKey /ifempty HKCU "${CLASSES}\.md"
  DeleteRegKey /ifempty HKCU "${CLASSES}\.markdown"
  DeleteRegValue HKCU "Software\RegisteredApplications" "VaultDesk"
  DeleteRegKey HKCU "${CAPABILITIES}"
  DeleteRegKey /ifempty HKCU "Software\VaultDesk"
  Delete "$DESKTOP\VaultDesk.lnk"
!macroend

; SHCNE_ASSOCCHANGED: Explorer reads again what opens which files.
!macro TellExplorer
  System::Call 'shell32::SHChangeNotify(i 0x08000000, i 0, p 0, p 0)'
!macroend

Var UpdatesProgram

Section "VaultDesk" ProgramSection
  SectionIn RO
  !insertmacro RequireClosed
  ; The version from before stays beside the new one until that is complete.
  RMDir /r "$INSTDIR\previous"
  StrCpy $UpdatesProgram 0
  ${If} ${FileExists} "$INSTDIR\vaultdesk.exe"
    CreateDirectory "$INSTDIR\previous"
    !insertmacro MoveProgram "$INSTDIR" "$INSTDIR\previous"
    ${If} ${Errors}
      !insertmacro MoveProgram "$INSTDIR\previous" "$INSTDIR"
      RMDir "$INSTDIR\previous"
      !insertmacro ReportQuietly "$(IsRunning)"
      MessageBox MB_OK|MB_ICONEXCLAMATION "$(IsRunning)" /SD IDOK
      SetErrorLevel ${RUNNING}
      Abort
    ${EndIf}
    StrCpy $UpdatesProgram 1
  ${EndIf}
  SetOutPath "$INSTDIR"
  File /r "${FILES}"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  RMDir /r "$INSTDIR\previous"
  StrCpy $UpdatesProgram 0

  !insertmacro RemoveChoices
  CreateShortcut "$SMPROGRAMS\VaultDesk.lnk" "$INSTDIR\vaultdesk.exe"
  WriteRegStr HKCU "${LINK_KEY}" "" "URL:VaultDesk"
  WriteRegStr HKCU "${LINK_KEY}" "URL Protocol" ""
  WriteRegStr HKCU "${LINK_KEY}\DefaultIcon" "" "$INSTDIR\vaultdesk.exe,0"
  WriteRegStr HKCU "${LINK_KEY}\shell\open\command" "" '"$INSTDIR\vaultdesk.exe" "%1"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayName" "VaultDesk"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "Publisher" "The VaultDesk team"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "DisplayIcon" "$INSTDIR\vaultdesk.exe"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${UNINSTALL_KEY}" "UninstallString" '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKCU "${UNINSTALL_KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /S'
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoModify" 1
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "NoRepair" 1
  ${GetSize} "$INSTDIR" "/S=0K" $0 $1 $2
  WriteRegDWORD HKCU "${UNINSTALL_KEY}" "EstimatedSize" "$0"
SectionEnd

Section "$(FolderChoice)" FolderSection
  WriteRegStr HKCU "${FOLDER_KEY}" "" "$(OpenInVaultDesk)"
  WriteRegStr HKCU "${FOLDER_KEY}" "Icon" "$INSTDIR\vaultdesk.exe"
  WriteRegStr HKCU "${FOLDER_KEY}\command" "" '"$INSTDIR\vaultdesk.exe" "%1"'
SectionEnd

; Among the programs of "Open with" and of Windows' default apps; what opens the files today stays as it is.
Section "$(MarkdownChoice)" MarkdownSection
  WriteRegStr HKCU "${CLASSES}\${MARKDOWN}" "" "$(MarkdownDocument)"
  WriteRegStr HKCU "${CLASSES}\${MARKDOWN}\Application" "ApplicationName" "VaultDesk"
  WriteRegStr HKCU "${CLASSES}\${MARKDOWN}\DefaultIcon" "" "$INSTDIR\vaultdesk.exe,0"
  WriteRegStr HKCU "${CLASSES}\${MARKDOWN}\shell\open\command" "" '"$INSTDIR\vaultdesk.exe" "%1"'
  WriteRegStr HKCU "${CLASSES}\.md\OpenWithProgids" "${MARKDOWN}" ""
  WriteRegStr HKCU "${CLASSES}\.markdown\OpenWithProgids" "${MARKDOWN}" ""
  WriteRegStr HKCU "${CAPABILITIES}" "ApplicationName" "VaultDesk"
  WriteRegStr HKCU "${CAPABILITIES}" "ApplicationDescription" "VaultDesk"
  WriteRegStr HKCU "${CAPABILITIES}\FileAssociations" ".md" "${MARKDOWN}"
  WriteRegStr HKCU "${CAPABILITIES}\FileAssociations" ".markdown" "${MARKDOWN}"
  WriteRegStr HKCU "Software\RegisteredApplications" "VaultDesk" "${CAPABILITIES}"
SectionEnd

Section /o "$(DesktopChoice)" DesktopSection
  CreateShortcut "$DESKTOP\VaultDesk.lnk" "$INSTDIR\vaultdesk.exe"
SectionEnd

; The same value as the switch in Settings (vaultdesk/core/platform/autostart.py).
Section /o "$(StartupChoice)" StartupSection
  WriteRegStr HKCU "${RUN_KEY}" "VaultDesk" '"$INSTDIR\vaultdesk.exe" --hidden'
SectionEnd

Section "-Explorer"
  !insertmacro TellExplorer
SectionEnd

!macro SelectWhere CONDITION SECTION
  ${If} ${CONDITION}
    !insertmacro SelectSection ${SECTION}
  ${Else}
    !insertmacro UnselectSection ${SECTION}
  ${EndIf}
!macroend

Function .onInit
  ${IfNot} ${RunningX64}
  ${OrIfNot} ${AtLeastWin10}
    !insertmacro ReportQuietly "$(NeedsWindows10)"
    MessageBox MB_OK|MB_ICONSTOP "$(NeedsWindows10)" /SD IDOK
    SetErrorLevel 2
    Quit
  ${EndIf}
  ${If} ${FileExists} "$INSTDIR\vaultdesk.exe"
    ; An update keeps what was chosen. The start with Windows is a switch in Settings then.
    SectionSetText ${StartupSection} ""
    ReadRegStr $0 HKCU "${FOLDER_KEY}" ""
    !insertmacro SelectWhere `$0 != ""` ${FolderSection}
    ReadRegStr $0 HKCU "${CLASSES}\${MARKDOWN}" ""
    !insertmacro SelectWhere `$0 != ""` ${MarkdownSection}
    !insertmacro SelectWhere `${FileExists} "$DESKTOP\VaultDesk.lnk"` ${DesktopSection}
  ${EndIf}
FunctionEnd

Function .onInstFailed
  ${If} $UpdatesProgram = 1
    !insertmacro DeleteProgram
    !insertmacro MoveProgram "$INSTDIR\previous" "$INSTDIR"
    RMDir "$INSTDIR\previous"
    !insertmacro ReportQuietly "$(NotUpdated)"
    MessageBox MB_OK|MB_ICONEXCLAMATION "$(NotUpdated)" /SD IDOK
  ${EndIf}
FunctionEnd

Section "Uninstall"
  !insertmacro RequireClosed
  !insertmacro DeleteProgram
  RMDir /r "$INSTDIR\previous"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  Delete "$SMPROGRAMS\VaultDesk.lnk"
  !insertmacro RemoveChoices
  DeleteRegKey HKCU "${LINK_KEY}"
  DeleteRegValue HKCU "${RUN_KEY}" "VaultDesk"
  DeleteRegKey HKCU "${UNINSTALL_KEY}"
  !insertmacro TellExplorer
  MessageBox MB_OK|MB_ICONINFORMATION "$(DataStays)$\r$\n$LOCALAPPDATA\vaultdesk" /SD IDOK
SectionEnd
