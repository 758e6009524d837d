import { crc32 } from 'node:zlib';

const signatureBytes = 8;

/** The texts of a PNG by their keywords. */
export function textsOf(png: Buffer): Map<string, string> {
  const texts = new Map<string, string>();
  for (let at = signatureBytes; at < png.length; ) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'tEXt') {
      const [keyword = '', text = ''] = png.toString('latin1', at + 8, at + 8 + length).split('\0');
      texts.set(keyword, text);
    }
    at += length + 12;
  }
  return texts;
}

/** The PNG with a text behind its header. */
export function withText(png: Buffer, keyword: string, text: string): Buffer {
  const headerEnd = signatureBytes + png.readUInt32BE(signatureBytes) + 12;
  const content = Buffer.from(`tEXt${keyword}\0${text}`, 'latin1');
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length - 4);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(content));
  return Buffer.concat([png.subarray(0, headerEnd), length, content, sum, png.subarray(headerEnd)]);
}

export const sizeOf = (png: Buffer): { width: number; height: number } => ({
  width: png.readUInt32BE(16),
  height: png.readUInt32BE(20),
});
