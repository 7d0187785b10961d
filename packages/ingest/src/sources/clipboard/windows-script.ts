// What PowerShell is asked, as one fixed text. Copied files come first (their icon is also a picture), then the PNG that
// the copying program offered (its own bytes, with transparency), then the bitmap. Everything is printed as base64, so
// that no code page can change it.

export const windowsScript = `
$ErrorActionPreference = 'Stop'
$ProgressPreference = 'SilentlyContinue'
Add-Type -AssemblyName System.Windows.Forms
Add-Type -AssemblyName System.Drawing
$clipboard = [System.Windows.Forms.Clipboard]
$out = [Console]::Out
if ($clipboard::ContainsFileDropList()) {
  foreach ($file in $clipboard::GetFileDropList()) {
    $out.WriteLine('file ' + [Convert]::ToBase64String([Text.Encoding]::UTF8.GetBytes($file)))
  }
  exit 0
}
$data = $clipboard::GetDataObject()
if ($data -ne $null -and $data.GetDataPresent('PNG')) {
  $stream = $data.GetData('PNG')
  if ($stream -is [IO.MemoryStream]) {
    $out.WriteLine('image ' + [Convert]::ToBase64String($stream.ToArray()))
    exit 0
  }
}
$image = $clipboard::GetImage()
if ($image -ne $null) {
  $memory = New-Object IO.MemoryStream
  $image.Save($memory, [System.Drawing.Imaging.ImageFormat]::Png)
  $out.WriteLine('image ' + [Convert]::ToBase64String($memory.ToArray()))
}
`;
