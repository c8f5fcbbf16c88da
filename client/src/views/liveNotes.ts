import {
  DecorationRangeBehavior,
  Diagnostic,
  DiagnosticSeverity,
  Disposable,
  Hover,
  MarkdownString,
  Range,
  ThemeColor,
  Uri,
  l10n,
  languages,
  window,
  workspace,
  type HoverProvider,
  type Position,
  type TextDocument,
  type TextEditor,
} from 'vscode';
import { readSettings } from '../settings.ts';
import { adoptableRows } from './liveItems.ts';
import { notesByLine, type LiveNote } from './liveNoteLines.ts';
import type { LiveModel } from './liveModel.ts';
import { noteText, rowText, shortName } from './liveWords.ts';

/** How long typing has to rest before it is asked where lines are now, in milliseconds. */
const rest = 400;

/**
 * Says at the line of Git where the selected cluster has something else: behind the cursor's line, in a hover that opens
 * both sides or adopts what is live, and as a problem only where a setting wants it.
 */
export class LiveNotes implements HoverProvider, Disposable {
  private readonly model: LiveModel;
  private readonly type = window.createTextEditorDecorationType({
    after: { color: new ThemeColor('editorCodeLens.foreground'), margin: '0 0 0 3em' },
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
  private readonly problems = languages.createDiagnosticCollection('strata-live');
  private readonly subscriptions: Disposable;
  private notes: ReadonlyMap<string, ReadonlyMap<number, readonly LiveNote[]>> = new Map();
  /** Documents whose lines may have moved since the notes were told. */
  private readonly moved = new Set<string>();
  private timer: NodeJS.Timeout | undefined;

  constructor(model: LiveModel) {
    this.model = model;
    this.subscriptions = Disposable.from(
      this.type,
      this.problems,
      languages.registerHoverProvider({ scheme: 'file', language: 'yaml' }, this),
      model.onDidChange(() => {
        this.moved.clear();
        this.notes = notesByLine(model.view?.applications ?? []);
        this.showAll();
      }),
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.show(textEditor)),
      window.onDidChangeActiveTextEditor((editor) => {
        if (editor !== undefined) this.show(editor);
      }),
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const uri = document.uri.toString();
        if (contentChanges.length === 0 || !this.notes.has(uri)) return;
        this.moved.add(uri);
        this.showAll();
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.model.askAgain(), rest);
      }),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('strata')) this.showAll();
      }),
    );
  }

  provideHover(document: TextDocument, position: Position): Hover | undefined {
    const notes = this.notesAt(document, position.line);
    const { cluster } = this.model;
    if (notes.length === 0 || cluster === undefined) return undefined;
    const text = new MarkdownString('', true);
    text.isTrusted = { enabledCommands: ['strata.openDrift', 'strata.adoptDrift'] };
    for (const { application, row } of notes) {
      const where = `${shortName(row.resource)} · ${application.name}`;
      if (text.value !== '') text.appendMarkdown('\n\n');
      text.appendText(noteText(row, cluster)).appendMarkdown('  \n');
      text.appendText([where, rowText({ ...row, path: '/' }, Date.now())].join(' · '));
      const { id } = application;
      const { resource, path } = row;
      const links = [linkTo('strata.openDrift', l10n.t('Open diff'), { id, resource })];
      if (adoptableRows(application).includes(row)) {
        const params = { id, rows: [{ resource, path }] };
        links.push(linkTo('strata.adoptDrift', l10n.t('Adopt into Git'), params));
      }
      text.appendMarkdown(`  \n${links.join(' · ')}`);
    }
    return new Hover(text);
  }

  dispose(): void {
    clearTimeout(this.timer);
    this.subscriptions.dispose();
  }

  private notesAt({ uri }: TextDocument, line: number): readonly LiveNote[] {
    const key = uri.toString();
    return this.moved.has(key) ? [] : (this.notes.get(key)?.get(line) ?? []);
  }

  private showAll(): void {
    for (const editor of window.visibleTextEditors) this.show(editor);
    this.showProblems();
  }

  private show(editor: TextEditor): void {
    const { document, selection } = editor;
    const { cluster } = this.model;
    const { line } = selection.active;
    const [first, ...more] = this.notesAt(document, line);
    const isOn = readSettings(document).trailingNotes;
    if (first === undefined || cluster === undefined || !isOn || line >= document.lineCount) {
      editor.setDecorations(this.type, []);
      return;
    }
    const { end } = document.lineAt(line).range;
    const told = [noteText(first.row, cluster), rowText({ ...first.row, path: '/' }, Date.now())];
    if (more.length > 0) told.push(l10n.t('and {0} more', more.length));
    const contentText = told.filter((one) => one !== '').join(' · ');
    const after = { contentText };
    editor.setDecorations(this.type, [{ range: new Range(end, end), renderOptions: { after } }]);
  }

  /** A problem is what an edit here mends; drift is one only for who says so. */
  private showProblems(): void {
    this.problems.clear();
    const { cluster } = this.model;
    if (cluster === undefined || !readSettings().liveProblems) return;
    for (const [uri, lines] of this.notes) {
      if (this.moved.has(uri)) continue;
      const found = [...lines].flatMap(([line, notes]) =>
        notes.map(({ row }) => {
          const range = new Range(line, 0, line, Number.MAX_SAFE_INTEGER);
          const message = `${shortName(row.resource)}: ${noteText(row, cluster)}`;
          const problem = new Diagnostic(range, message, DiagnosticSeverity.Information);
          problem.source = 'Strata';
          return problem;
        }),
      );
      this.problems.set(Uri.parse(uri), found);
    }
  }
}

/** A link that runs a command of ours; what it is called on cannot end the link. */
function linkTo(command: string, title: string, argument: object): string {
  const words = encodeURIComponent(JSON.stringify([argument])).replaceAll(
    /[()]/g,
    (one) => `%${one.charCodeAt(0).toString(16)}`,
  );
  return `[${title}](command:${command}?${words})`;
}
