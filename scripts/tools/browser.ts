import { chromium, type Browser } from 'playwright-core';

/** Starts the Chromium at a path, without a window and without talking to anybody on its own. */
export async function startBrowser(chromiumPath: string): Promise<Browser> {
  return chromium.launch({
    executablePath: chromiumPath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
