; The installer's own sentences; NSIS brings those of its pages.
!macro Sentences LANGUAGE RUNNING OLD_WINDOWS NOT_UPDATED FOLDERS OPEN_IN MARKDOWN_FILES DOCUMENT ON_DESKTOP STARTUP STAYS
  LangString IsRunning ${LANGUAGE} "${RUNNING}"
  LangString NeedsWindows10 ${LANGUAGE} "${OLD_WINDOWS}"
  LangString NotUpdated ${LANGUAGE} "${NOT_UPDATED}"
  LangString FolderChoice ${LANGUAGE} "${FOLDERS}"
  LangString OpenInVaultDesk ${LANGUAGE} "${OPEN_IN}"
  LangString MarkdownChoice ${LANGUAGE} "${MARKDOWN_FILES}"
  LangString MarkdownDocument ${LANGUAGE} "${DOCUMENT}"
  LangString DesktopChoice ${LANGUAGE} "${ON_DESKTOP}"
  LangString StartupChoice ${LANGUAGE} "${STARTUP}"
  LangString DataStays ${LANGUAGE} "${STAYS}"
!macroend

!insertmacro Sentences ${LANG_ENGLISH} \
  "VaultDesk is running. Close it, then try again." \
  "VaultDesk needs Windows 10 or later, 64-bit." \
  "VaultDesk was not updated. The version that was installed before is unchanged." \
  "Offer “Open in VaultDesk” on folders" \
  "Open in VaultDesk" \
  "Offer VaultDesk for Markdown files (.md)" \
  "Markdown document" \
  "Desktop shortcut" \
  "Start VaultDesk with Windows" \
  "Your notes are unchanged. Your settings and data stay in:"

!insertmacro Sentences ${LANG_GERMAN} \
  "VaultDesk läuft noch. Schließen Sie es und versuchen Sie es erneut." \
  "VaultDesk benötigt Windows 10 oder neuer, 64-Bit." \
  "VaultDesk wurde nicht aktualisiert. Die zuvor installierte Version ist unverändert." \
  "„In VaultDesk öffnen“ bei Ordnern anbieten" \
  "In VaultDesk öffnen" \
  "VaultDesk für Markdown-Dateien (.md) anbieten" \
  "Markdown-Dokument" \
  "Verknüpfung auf dem Desktop" \
  "VaultDesk mit Windows starten" \
  "Ihre Notizen sind unverändert. Ihre Einstellungen und Daten bleiben in:"

!insertmacro Sentences ${LANG_SPANISH} \
  "VaultDesk está en ejecución. Ciérrelo y vuelva a intentarlo." \
  "VaultDesk necesita Windows 10 o posterior, de 64 bits." \
  "VaultDesk no se actualizó. La versión instalada antes no ha cambiado." \
  "Ofrecer «Abrir en VaultDesk» en las carpetas" \
  "Abrir en VaultDesk" \
  "Ofrecer VaultDesk para archivos Markdown (.md)" \
  "Documento Markdown" \
  "Acceso directo en el escritorio" \
  "Iniciar VaultDesk con Windows" \
  "Sus notas no han cambiado. Sus ajustes y datos permanecen en:"

!insertmacro Sentences ${LANG_FRENCH} \
  "VaultDesk est en cours d’exécution. Fermez-le, puis réessayez." \
  "VaultDesk nécessite Windows 10 ou une version ultérieure, 64 bits." \
  "VaultDesk n’a pas été mis à jour. La version installée auparavant est inchangée." \
  "Proposer « Ouvrir dans VaultDesk » sur les dossiers" \
  "Ouvrir dans VaultDesk" \
  "Proposer VaultDesk pour les fichiers Markdown (.md)" \
  "Document Markdown" \
  "Raccourci sur le bureau" \
  "Démarrer VaultDesk avec Windows" \
  "Vos notes sont inchangées. Vos réglages et données restent dans :"

!insertmacro Sentences ${LANG_SIMPCHINESE} \
  "VaultDesk 正在运行。请将其关闭,然后重试。" \
  "VaultDesk 需要 64 位的 Windows 10 或更高版本。" \
  "VaultDesk 未更新。之前安装的版本保持不变。" \
  "在文件夹上提供“在 VaultDesk 中打开”" \
  "在 VaultDesk 中打开" \
  "为 Markdown 文件 (.md) 提供 VaultDesk" \
  "Markdown 文档" \
  "桌面快捷方式" \
  "随 Windows 启动 VaultDesk" \
  "您的笔记未更改。您的设置和数据保留在:"
