import type { Rendering } from './rendering.ts';
import type { Session } from './session.ts';

/** How many documents are remembered that no editor is known to show: not every client tells which ones it shows. */
const mostUnshown = 20;

/**
 * Remembers what was given for a rendered document. What is of a tree that is open no more is let go, and so are the oldest of
 * those that no editor shows: each keeps all that its tree holds.
 */
export function rememberDelivered(
  { delivered, documents, trees }: Pick<Session, 'delivered' | 'documents' | 'trees'>,
  uri: string,
  rendering: Rendering,
): void {
  delivered.delete(uri);
  delivered.set(uri, rendering);
  forgetClosed({ delivered, trees });
  const unshown = [...delivered.keys()].filter((other) => !documents.has(other));
  for (const oldest of unshown.slice(0, -mostUnshown)) delivered.delete(oldest);
}

/** Lets go of what was given of trees that are open no more. */
export function forgetClosed({ delivered, trees }: Pick<Session, 'delivered' | 'trees'>): void {
  for (const [uri, { subject }] of delivered)
    if (!trees.all.includes(subject.tree)) delivered.delete(uri);
}
