// The data that the page carries: JSON, compressed (gzip), in base64.

function carriedBytes() {
  const text = atob(document.getElementById('data').textContent.trim());
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; ++i)
    bytes[i] = text.charCodeAt(i);
  return bytes;
}

async function unpacked(bytes) {
  if (typeof DecompressionStream !== 'function')
    throw new Error('this browser is from before 2023 and cannot unpack them');
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

async function carriedData() {
  return JSON.parse(new TextDecoder().decode(await unpacked(carriedBytes())));
}
