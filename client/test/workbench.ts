import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

const scenes = join(import.meta.dirname, '..', '..', 'dist', 'scenes');

/** Milliseconds that anything may take on a busy machine. */
export const patience = 90_000;

/** Drives a workbench in a page as a person does: by keyboard and pointer, and by what stands on the screen. */
export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
    page.setDefaultTimeout(patience);
  }

  /** Opens the workbench at an address and waits until files can be opened. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
  }

  /** Opens a file of the folder, by its path, in the group that has the focus. */
  async openFile(path: string): Promise<void> {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const folder = path.slice(0, -name.length - 1);
    await this.page.keyboard.press('Control+P');
    await this.fillQuickInput(path);
    await this.quickInputRow(name).filter({ hasText: folder }).first().click();
    await this.page.locator('.tab.active').filter({ hasText: name }).first().waitFor();
  }

  /** Runs a command of the palette by its full title. */
  async runCommand(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.fillQuickInput(`>${title}`);
    await this.quickInputRow(title).first().click();
  }

  /** Looks for a row of the quick input by its text, and picks it. */
  async pickRow(text: string): Promise<void> {
    await this.fillQuickInput(text);
    await this.quickInputRow(text).first().click();
  }

  /** Ticks the first row of the quick input that has a text. */
  async checkRow(text: string): Promise<void> {
    const box = this.quickInputRow(text)
      .first()
      .locator('.monaco-checkbox, .quick-input-list-checkbox');
    await box.first().click();
  }

  /** Takes the rows of the quick input that are ticked. */
  async confirmRows(): Promise<void> {
    const buttons = this.page.locator('.quick-input-widget:visible .monaco-button');
    await buttons.filter({ hasText: 'OK' }).first().click();
  }

  /** The dialog that asks before something happens. */
  get dialog(): Locator {
    return this.page.locator('.monaco-dialog-box');
  }

  /** Presses the button of the dialog that is called exactly so. */
  async answerDialog(button: string): Promise<void> {
    await this.dialog.getByRole('button', { name: button, exact: true }).click();
  }

  /** The first row of a view of Strata that has a text; the view by its header. */
  viewRow(view: string | RegExp, text: string | RegExp): Locator {
    return this.page
      .locator('.pane')
      .filter({ has: this.page.locator('.pane-header', { hasText: view }) })
      .locator('.monaco-list-row')
      .filter({ hasText: text })
      .first();
  }

  /** Closes views of the side bar, by their headers, so that others get their room. */
  async collapseViews(header: RegExp): Promise<void> {
    const open = this.page.locator('.sidebar .pane-header.expanded').filter({ hasText: header });
    while ((await open.count()) > 0) await open.first().click();
  }

  /** Makes the side bar wider, by pixels. */
  async widenSideBar(by: number): Promise<void> {
    const box = await this.page.locator('.part.sidebar').boundingBox();
    if (box === null) return;
    const [edge, middle] = [box.x + box.width, box.y + box.height / 2];
    await this.page.mouse.move(edge, middle);
    await this.page.mouse.down();
    await this.page.mouse.move(edge + by, middle, { steps: 4 });
    await this.page.mouse.up();
    await this.page.mouse.move(0, 0);
  }

  /** A row at the end of the view that has the focus; it may come late, below what is shown. */
  async lastRow(view: string | RegExp, text: string | RegExp): Promise<Locator> {
    const row = this.viewRow(view, text);
    while (!(await row.isVisible())) {
      await this.page.keyboard.press('End');
      await this.page.waitForTimeout(100);
    }
    return row;
  }

  /** A row of the quick input by a part of its text. */
  quickInputRow(text: string): Locator {
    return this.page.locator('.quick-input-list .monaco-list-row').filter({ hasText: text });
  }

  /** Moves the focus to the editor group at a place, counted from 0. */
  async focusGroup(group: number): Promise<void> {
    await this.page.keyboard.press(`Control+${group + 1}`);
  }

  /** Moves the cursor of the editor that has the focus, and scrolls to it; both count from 1. */
  async goTo(line: number, column = 1): Promise<void> {
    await this.page.keyboard.press('Control+G');
    await this.fillQuickInput(`:${line}:${column}`);
    await this.acceptQuickInput();
    await this.page.locator('.editor-group-container.active .monaco-editor.focused').waitFor();
  }

  /** The editor of the group at a place, counted from 0. */
  editor(group: number): Locator {
    const groups = this.page.locator('.editor-group-container');
    return groups.nth(group).locator('.editor-instance .monaco-editor').first();
  }

  /** A tab by its label. */
  tab(label: string): Locator {
    return this.page.locator('.tab').filter({ hasText: label }).first();
  }

  /** What the tab that has the focus is called. */
  async focusedTab(): Promise<string | null> {
    const tab = this.page.locator('.editor-group-container.active .tab.active');
    return tab.first().getAttribute('data-resource-name');
  }

  /** A line of an editor, as far as it is on the screen, by a part of its text. */
  line(editor: Locator, text: string): Locator {
    return editor.locator('.view-line').filter({ hasText: text }).first();
  }

  /** How far from the top of the window an element stands, in pixels. */
  async top(element: Locator): Promise<number> {
    return (await element.boundingBox())?.y ?? Number.NaN;
  }

  /** The number in the gutter beside a line of an editor. */
  async lineNumber(group: number, line: string): Promise<number> {
    return this.page.evaluate<number>(`(() => {
      const editor = document.querySelectorAll('.editor-group-container')[${String(group)}];
      const top = (element) => Math.round(element.getBoundingClientRect().top);
      const line = [...editor.querySelectorAll('.view-line')].find((one) =>
        one.textContent.replaceAll('\u00a0', ' ').includes(${JSON.stringify(line)}));
      const number = [...editor.querySelectorAll('.margin .line-numbers')].find((one) =>
        line !== undefined && top(one) === top(line));
      return Number(number?.textContent);
    })()`);
  }

  /** Rests the pointer on a word of a line and gives the text of the hover that then stands there. */
  async hover(editor: Locator, line: string, word: string): Promise<string> {
    await this.page.mouse.move(0, 0);
    await this.line(editor, line).getByText(word, { exact: true }).first().hover();
    const row = this.page.locator('.monaco-hover:visible .hover-row').filter({ hasText: word });
    await row.first().waitFor();
    return row.first().innerText();
  }

  /** Lets go of a hover or a menu. */
  async dismiss(): Promise<void> {
    await this.page.mouse.move(0, 0);
    await this.page.keyboard.press('Escape');
    await this.page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
  }

  /** Presses a key and measures how long it takes until a text stands in an editor, in milliseconds. */
  async timeUntilShown(key: string, group: number, text: string): Promise<number> {
    const [place, wanted] = [String(group), JSON.stringify(text)];
    await this.page.evaluate(`
      globalThis.strataMeasured = new Promise((resolve) => {
        let start = Infinity;
        const press = () => (start = performance.now());
        addEventListener('keydown', press, { capture: true, once: true });
        const look = () => {
          const editor = document.querySelectorAll('.editor-group-container')[${place}];
          const shown = editor.querySelector('.view-lines').textContent.replaceAll('\u00a0', ' ');
          if (shown.includes(${wanted})) resolve(performance.now() - start);
          else requestAnimationFrame(look);
        };
        look();
      });
      undefined;
    `);
    await this.page.keyboard.press(key);
    return this.page.evaluate<number>('globalThis.strataMeasured');
  }

  /** What decorations add behind the text of a line of an editor. */
  async noteBehind(group: number, line: string): Promise<string> {
    return this.page.evaluate<string>(`
      [...document.querySelectorAll('.editor-group-container')[${String(group)}]
        .querySelectorAll('.view-line')]
        .filter((line) => line.textContent.replaceAll('\u00a0', ' ').includes(${JSON.stringify(line)}))
        .flatMap((line) => [...line.querySelectorAll('span')])
        .map((span) => getComputedStyle(span, '::after').content)
        .join('')
    `);
  }

  /** How far the colors of borders beside lines stand out from the background of an editor: the ratios of WCAG, one for each color. */
  async borderContrasts(group: number): Promise<readonly number[]> {
    return this.page.evaluate<readonly number[]>(`(() => {
      const editor = document.querySelectorAll('.editor-group-container')[${String(group)}];
      const channels = (color) => color.match(/[\\d.]+/g).slice(0, 3).map((one) => Number(one) / 255);
      const light = (color) => channels(color)
        .map((one) => (one <= 0.03928 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4))
        .reduce((sum, one, index) => sum + one * [0.2126, 0.7152, 0.0722][index], 0);
      const background = light(getComputedStyle(editor.querySelector('.monaco-editor-background')).backgroundColor);
      const colors = [...editor.querySelectorAll('.view-overlays .cdr')]
        .map((one) => getComputedStyle(one))
        .filter(({ borderLeftWidth, borderLeftStyle }) => borderLeftWidth === '2px' && borderLeftStyle === 'solid')
        .map(({ borderLeftColor }) => borderLeftColor);
      return [...new Set(colors)].map((color) => {
        const [low, high] = [background, light(color)].sort((a, b) => a - b);
        return (high + 0.05) / (low + 0.05);
      });
    })()`);
  }

  /** Rows of views in the side bar of which a screen reader says less than stands on them, as far as they are on the screen. */
  async unspokenRows(): Promise<readonly string[]> {
    return this.page.evaluate<readonly string[]>(`(() => {
      const words = (text) => text.match(/[\\p{L}\\p{N}]+/gu) ?? [];
      return [...document.querySelectorAll('.sidebar .custom-view-tree-node-item')].flatMap((one) => {
        const said = new Set(words(one.closest('.monaco-list-row').getAttribute('aria-label') ?? ''));
        const shown = [...one.querySelectorAll('.label-name, .label-description')]
          .map(({ textContent }) => textContent).join(' ');
        return words(shown).every((word) => said.has(word)) ? [] : [shown];
      });
    })()`);
  }

  /** Stores a picture of the window below `dist/scenes`; what is fading in or out has done so. */
  async picture(name: string): Promise<void> {
    await mkdir(scenes, { recursive: true });
    await this.page.screenshot({ path: join(scenes, `${name}.png`), animations: 'disabled' });
  }

  /** Stores a part of the window, as large as the walkthrough can show it, below `dist/scenes`; `left` in pixels. */
  async detail(name: string, left = 0): Promise<void> {
    await mkdir(scenes, { recursive: true });
    const clip = { x: left, y: 36, width: 1000, height: 620 };
    await this.page.screenshot({ path: join(scenes, `${name}.png`), animations: 'disabled', clip });
  }

  /** Presses Enter until the quick input is gone: on a busy machine it does not listen at once. */
  private async acceptQuickInput(): Promise<void> {
    const widget = this.page.locator('.quick-input-widget');
    for (let tries = 0; tries < 10; tries += 1) {
      await this.page.keyboard.press('Enter');
      const isGone = await widget.waitFor({ state: 'hidden', timeout: 3_000 }).then(
        () => true,
        () => false,
      );
      if (isGone) return;
    }
    await widget.waitFor({ state: 'hidden' });
  }

  private async fillQuickInput(text: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget:visible .quick-input-box input');
    await input.waitFor();
    await input.fill(text);
  }
}
