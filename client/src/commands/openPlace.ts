import { FileType, Range, Uri, commands, window, workspace, type Disposable } from 'vscode';
import type { Place } from '../../../server/src/protocol/place.ts';

/** What the commands that open a place are called on: items of views carry it under the word for what they stand for. */
interface Placed {
  readonly place?: Place;
  readonly cluster?: { readonly place?: Place };
  readonly application?: { readonly declared?: Place };
  readonly generator?: { readonly declared: Place };
}

/** The command that opens the line that an item stands for, and the one of its menu. */
export function registerOpenPlace(): readonly Disposable[] {
  return ['strata.openPlace', 'strata.openDeclaration'].map((command) =>
    commands.registerCommand(command, async (target?: Placed) => {
      const place =
        target?.place ??
        target?.cluster?.place ??
        target?.application?.declared ??
        target?.generator?.declared;
      if (place !== undefined) await openPlace(place);
    }),
  );
}

/** Opens a line of a file, or shows a folder in the explorer. */
export async function openPlace({ uri, line }: Place): Promise<void> {
  const file = Uri.parse(uri);
  if (await isFolder(file)) {
    await commands.executeCommand('revealInExplorer', file);
    return;
  }
  const selection = new Range(line, 0, line, 0);
  await window.showTextDocument(file, { preview: true, selection });
}

async function isFolder(uri: Uri): Promise<boolean> {
  return workspace.fs.stat(uri).then(
    ({ type }) => (type & FileType.Directory) !== 0,
    () => false,
  );
}
