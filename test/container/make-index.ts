import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';

/** Joins the images of an OCI layout, one for each platform, into one index: make-index.ts FOLDER NAME */
const [folder = '', name = ''] = process.argv.slice(2);

interface Descriptor {
  mediaType: string;
  digest: string;
  size: number;
}

const read = (file: string) => JSON.parse(readFileSync(`${folder}/${file}`, 'utf8'));
const blob = (digest: string) => read(`blobs/${digest.replace(':', '/')}`);

const { manifests, ...outer } = read('index.json') as { mediaType: string; manifests: Descriptor[] };
const index = JSON.stringify({
  ...outer,
  manifests: manifests.map(({ mediaType, digest, size }) => {
    const { architecture } = blob(blob(digest).config.digest);
    return { mediaType, digest, size, platform: { os: 'linux', architecture } };
  }),
});
const hash = createHash('sha256').update(index).digest('hex');
const annotations = { 'io.containerd.image.name': name };

writeFileSync(`${folder}/blobs/sha256/${hash}`, index);
writeFileSync(
  `${folder}/index.json`,
  JSON.stringify({
    ...outer,
    manifests: [
      { mediaType: outer.mediaType, digest: `sha256:${hash}`, size: Buffer.byteLength(index), annotations },
    ],
  }),
);
