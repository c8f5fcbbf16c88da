import {
  Disposable,
  DecorationRangeBehavior,
  OverviewRulerLane,
  Range,
  TabInputText,
  ThemeColor,
  window,
  workspace,
  type DecorationOptions,
  type TextEditor,
  type TextEditorDecorationType,
} from 'vscode';
import {
  layerRoles,
  renderedScheme,
  type LayerRole,
  type RenderedDocument,
} from '../../server/src/protocol/renderedDocument.ts';
import { layerRuns, trailingNote } from './layerRuns.ts';
import type { RenderedDocuments } from './renderedDocument.ts';
import { readSettings } from './settings.ts';

/**
 * Shows in rendered documents which layer wrote each line: a border and a mark in the overview ruler in the layer's
 * color, and a note behind the cursor's line.
 */
export class LayerDecorations implements Disposable {
  private readonly documents: RenderedDocuments;
  private readonly borders = new Map(layerRoles.map((role) => [role, borderOf(role)]));
  private readonly legend = new Map(layerRoles.map((role) => [role, legendOf(role)]));
  private readonly gap = gapType();
  private readonly note = noteType();
  private readonly subscriptions: Disposable;

  constructor(documents: RenderedDocuments) {
    this.documents = documents;
    this.subscriptions = Disposable.from(
      window.onDidChangeVisibleTextEditors((editors) => editors.forEach((one) => this.show(one))),
      workspace.onDidChangeTextDocument(({ document }) => this.showAll(document.uri.toString())),
      documents.onDidDeliver((uri) => this.showAll(uri.toString())),
      window.onDidChangeTextEditorSelection(({ textEditor }) => this.showNote(textEditor)),
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('strata.trailingNotes')) this.showAll();
      }),
    );
    this.showAll();
  }

  dispose(): void {
    this.subscriptions.dispose();
    Disposable.from(
      ...this.borders.values(),
      ...this.legend.values(),
      this.gap,
      this.note,
    ).dispose();
  }

  private showAll(uri?: string): void {
    for (const editor of window.visibleTextEditors) {
      if (uri === undefined || editor.document.uri.toString() === uri) this.show(editor);
    }
  }

  private show(editor: TextEditor): void {
    const shown = this.shownIn(editor);
    if (shown === undefined) return;
    const isAlone = !isComparing(editor);
    const lines = Array.from({ length: editor.document.lineCount }, (_, line) => line);
    editor.setDecorations(
      this.gap,
      isAlone ? lines.map((line) => new Range(line, 0, line, 0)) : [],
    );
    for (const [role, runs] of layerRuns(shown)) {
      setRanges(
        editor,
        this.borders.get(role),
        // In a comparison the border would touch the text, and what differs is what counts.
        isAlone ? runs.map(({ firstLine, lastLine }) => new Range(firstLine, 0, lastLine, 0)) : [],
      );
      const words = shown.legend.filter((entry) => entry.role === role);
      setRanges(
        editor,
        this.legend.get(role),
        words.map(({ line, startColumn, endColumn }) => {
          return new Range(line, startColumn, line, endColumn);
        }),
      );
    }
    this.showNote(editor);
  }

  private showNote(editor: TextEditor): void {
    const shown = this.shownIn(editor);
    if (shown === undefined) return;
    const { line } = editor.selection.active;
    const wanted = readSettings(editor.document).trailingNotes;
    const note = wanted ? trailingNote(shown, line) : undefined;
    const { end } = editor.document.lineAt(line).range;
    const noteAt = (contentText: string): DecorationOptions => {
      return { range: new Range(end, end), renderOptions: { after: { contentText } } };
    };
    editor.setDecorations(this.note, note === undefined ? [] : [noteAt(note)]);
  }

  private shownIn({ document }: TextEditor): RenderedDocument | undefined {
    return document.uri.scheme === renderedScheme ? this.documents.shownIn(document) : undefined;
  }
}

/** Whether an editor is a part of another one: of a comparison, where lines that are gone stand between others, or of a peek. */
function isComparing({ document }: TextEditor): boolean {
  const uri = document.uri.toString();
  return !window.tabGroups.all.some(({ activeTab }) => {
    const input = activeTab?.input;
    return input instanceof TabInputText && input.uri.toString() === uri;
  });
}

function setRanges(
  editor: TextEditor,
  type: TextEditorDecorationType | undefined,
  ranges: readonly Range[],
): void {
  if (type !== undefined) editor.setDecorations(type, ranges);
}

function colorOf(role: LayerRole): ThemeColor {
  return new ThemeColor(`strata.layer.${role}`);
}

function borderOf(role: LayerRole): TextEditorDecorationType {
  return window.createTextEditorDecorationType({
    isWholeLine: true,
    borderColor: colorOf(role),
    borderStyle: 'solid',
    borderWidth: '0 0 0 2px',
    overviewRulerColor: colorOf(role),
    overviewRulerLane: OverviewRulerLane.Left,
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
}

function legendOf(role: LayerRole): TextEditorDecorationType {
  return window.createTextEditorDecorationType({
    color: colorOf(role),
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
}

/** Keeps the text off the border, which would touch its first letters. */
function gapType(): TextEditorDecorationType {
  return window.createTextEditorDecorationType({
    before: { contentText: '', margin: '0 0 0 8px' },
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
}

function noteType(): TextEditorDecorationType {
  return window.createTextEditorDecorationType({
    after: { color: new ThemeColor('editorCodeLens.foreground'), margin: '0 0 0 3em' },
    rangeBehavior: DecorationRangeBehavior.ClosedClosed,
  });
}
