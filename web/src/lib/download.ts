// A file on this device.
// SPDX-License-Identifier: MIT

export function download(name: string, content: string | Blob): void {
  const a = document.createElement('a');
  a.href = URL.createObjectURL(typeof content === 'string' ? new Blob([content], { type: 'text/plain' }) : content);
  a.download = name;
  a.click();
  URL.revokeObjectURL(a.href);
}
