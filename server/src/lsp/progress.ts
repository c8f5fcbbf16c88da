import { setTimeout } from 'node:timers/promises';
import type { Session } from './session.ts';

/** Milliseconds that reading may take before people are told. */
const silence = 400;

/** Tells the client that the opened folders are being read, where that takes a while. */
export async function tellReading({ client, connection, trees, words }: Session): Promise<void> {
  if (client.window?.workDoneProgress !== true) return;
  const isRead = trees.ready().then(() => true);
  if (await Promise.race([isRead, setTimeout(silence, false)])) return;
  const progress = await connection.window.createWorkDoneProgress();
  progress.begin(words.readingLayers);
  await isRead;
  progress.done();
}
