import {
  CancellationTokenSource,
  DecorationRangeBehavior,
  Disposable,
  Range,
  ThemeColor,
  window,
  workspace,
  type TextEditor,
} from 'vscode';
import {
  lineNotesMethod,
  type LineNote,
  type LineNotes,
  type LineNotesParams,
} from '../../server/src/protocol/lineNotes.ts';
import type { Server } from './server.ts';
import { readSettings } from './settings.ts';

/** How long typing has to rest before notes are asked for again, in milliseconds. */
const rest = 250;

/** Shows behind the cursor's line of a layer where another layer puts something else over its value. */
export class LayerNotes implements Disposable {
  private readonly server: Server;
  private readonly type = window.createTextEditorDecorationType({
    after: { color: new ThemeColor('editorCodeLens.foreground'), margin: '0 0 0 3em' },
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
  private readonly subscriptions: Disposable;
  private shown: { readonly uri: string; readonly notes: readonly LineNote[] } | undefined;
  private asking: CancellationTokenSource | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isRunning = false;

  constructor(server: Server) {
    this.server = server;
    this.subscriptions = Disposable.from(
      // Notes alone are no reason to start the server.
      server.onStarted(() => {
        this.isRunning = true;
        this.askSoon();
      }),
      window.onDidChangeActiveTextEditor(() => this.askSoon()),
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.show(textEditor)),
      workspace.onDidChangeTextDocument(() => {
        // Until the answer is there, no line of the new text has a note of the old one.
        this.shown = undefined;
        if (window.activeTextEditor !== undefined) this.show(window.activeTextEditor);
        this.askSoon();
      }),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('strata.trailingNotes')) this.askSoon();
      }),
    );
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.asking?.cancel();
    this.subscriptions.dispose();
    this.type.dispose();
  }

  private askSoon(): void {
    clearTimeout(this.timer);
    // A fault is told in the log of the server; without notes the editor works as well.
    this.timer = setTimeout(() => void this.ask().catch(() => undefined), rest);
  }

  private async ask(): Promise<void> {
    this.asking?.cancel();
    const editor = window.activeTextEditor;
    if (!this.isRunning || editor === undefined || !isLayer(editor)) return;
    const source = new CancellationTokenSource();
    this.asking = source;
    const { uri, version } = editor.document;
    const parameters: LineNotesParams = { uri: uri.toString() };
    const answer = await this.server.ask<LineNotes>(lineNotesMethod, parameters, source.token);
    if (source.token.isCancellationRequested || editor.document.version !== version) return;
    this.shown = { uri: uri.toString(), notes: answer?.notes ?? [] };
    this.show(editor);
  }

  private show(editor: TextEditor): void {
    const { document, selection } = editor;
    if (!isLayer(editor)) return;
    const { active } = selection;
    const notes = this.shown?.uri === document.uri.toString() ? this.shown.notes : [];
    const note = notes.find(({ line }) => line === active.line);
    const isOn = readSettings(document).trailingNotes;
    if (note === undefined || !isOn || note.line >= document.lineCount) {
      editor.setDecorations(this.type, []);
      return;
    }
    const { end } = document.lineAt(note.line).range;
    const after = { contentText: note.text };
    editor.setDecorations(this.type, [{ range: new Range(end, end), renderOptions: { after } }]);
  }
}

function isLayer({ document }: TextEditor): boolean {
  return document.uri.scheme === 'file' && document.languageId === 'yaml';
}
