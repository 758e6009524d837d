import { choicesOf } from './choices.ts';
import { cover } from './cover.ts';
import { face } from './face.ts';
import { logo } from './logo.ts';

/** The kinds of pictures, each with its drawing. */
const drawings = { avatar: face, cover, logo } as const;
export type PictureKind = keyof typeof drawings;

export const isPictureKind = (kind: string): kind is PictureKind => Object.hasOwn(drawings, kind);

/** An SVG that follows from kind and id alone. It shows neither text nor a real person or brand. */
export const picture = (kind: PictureKind, id: string): string => drawings[kind](choicesOf(`${kind} ${id}`));
