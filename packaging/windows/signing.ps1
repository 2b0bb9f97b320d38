# Signing: puts the certificate of the environment where signtool finds it, and tells the build how to sign with it.
#
#     CERTIFICATE (a .pfx in base64) and CERTIFICATE_PASSWORD; without them the program is not signed.
$ErrorActionPreference = 'Stop'
if (-not $env:CERTIFICATE) {
    Write-Output '::warning::No certificate: the program for Windows is not signed.'
    exit 0
}
$file = Join-Path $env:RUNNER_TEMP 'certificate.pfx'
[IO.File]::WriteAllBytes($file, [Convert]::FromBase64String($env:CERTIFICATE))
$word = ConvertTo-SecureString $env:CERTIFICATE_PASSWORD -AsPlainText -Force
$one = Import-PfxCertificate -FilePath $file -CertStoreLocation Cert:\CurrentUser\My -Password $word
Remove-Item $file
$tool = Get-ChildItem 'C:\Program Files (x86)\Windows Kits\10\bin\*\x64\signtool.exe' | Sort-Object FullName | Select-Object -Last 1
# $q and $f are Inno Setup's: a quote, and the file to be signed.
$command = '$q' + $tool.FullName + '$q sign /sha1 ' + $one.Thumbprint + ' /fd sha256 /td sha256 /tr http://timestamp.digicert.com $f'
"WINDOWS_SIGN_COMMAND=$command" | Out-File -FilePath $env:GITHUB_ENV -Append -Encoding utf8
