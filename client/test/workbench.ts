import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';

const scenes = join(import.meta.dirname, '..', '..', 'dist', 'scenes');

/** Drives a workbench in a page as a person does: by keyboard, and by what stands on the screen. */
export class Workbench {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Opens the workbench at an address and waits until files can be opened. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.page.locator('.explorer-folders-view .monaco-list-row').first().waitFor();
  }

  /** Opens a file by its path, relative to the folder. */
  async openFile(path: string): Promise<void> {
    await this.page.keyboard.press('Control+P');
    await this.fillQuickInput(path);
    const name = path.slice(path.lastIndexOf('/') + 1);
    const folder = path.slice(0, -name.length - 1);
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: name }).filter({ hasText: folder }).first().click();
    await this.page.locator(`.tab.active[data-resource-name="${name}"]`).first().waitFor();
  }

  /** Runs a command of the palette by its full title. */
  async runCommand(title: string): Promise<void> {
    await this.page.keyboard.press('F1');
    await this.fillQuickInput(`>${title}`);
    await this.page
      .locator('.quick-input-list .monaco-list-row')
      .filter({ hasText: title })
      .first()
      .click();
  }

  /** Moves the cursor of the active editor; both count from 1. */
  async goTo(line: number, column = 1): Promise<void> {
    await this.page.keyboard.press('Control+G');
    await this.fillQuickInput(`:${line}:${column}`);
    await this.page.keyboard.press('Enter');
  }

  /** The rows of the quick input, as texts. */
  async quickInputRows(): Promise<readonly string[]> {
    const rows = this.page.locator('.quick-input-list .monaco-list-row');
    await rows.first().waitFor();
    return rows.allInnerTexts();
  }

  /** The editor of the group at a place, counted from 0. */
  editor(group: number): Locator {
    return this.page
      .locator('.editor-group-container')
      .nth(group)
      .locator('.editor-instance .monaco-editor')
      .first();
  }

  /** A visible line of an editor by a part of its text. */
  line(editor: Locator, text: string): Locator {
    return editor.locator('.view-line').filter({ hasText: text }).first();
  }

  /** Rests the pointer on a word of a line and waits for the hover that then stands there. */
  async hover(editor: Locator, line: string, word: string): Promise<Locator> {
    await this.line(editor, line).getByText(word).first().hover();
    const hover = this.page.locator('.monaco-hover:not(.hidden) .hover-row').first();
    await hover.waitFor();
    return hover;
  }

  /** Stores a picture of the window below `dist/scenes`. */
  async picture(name: string): Promise<void> {
    await mkdir(scenes, { recursive: true });
    await this.page.screenshot({ path: join(scenes, `${name}.png`) });
  }

  private async fillQuickInput(text: string): Promise<void> {
    const input = this.page.locator('.quick-input-widget:visible .quick-input-box input');
    await input.waitFor();
    await input.fill(text);
  }
}
