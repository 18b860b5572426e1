import { readFileSync } from 'node:fs';
import { inflateSync } from 'node:zlib';
import type { BrowserContext, Page } from 'playwright-core';
import { consoleTest, describeConsole } from '../support/console.ts';

const JSQR = 'node_modules/jsqr/dist/jsQR.js';
const POINTS_PER_MM = 72 / 25.4;

/** The sizes of the pages of a PDF in whole millimetres. */
function pageSizes(pdf: Buffer): string[] {
  const boxes = pdf.toString('latin1').matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g);
  return [...boxes].map(([, width, height]) =>
    [width, height].map((points) => Math.round(Number(points) / POINTS_PER_MM)).join('x'),
  );
}

/** The drawing of the first page, as operators of PDF (ISO 32000-1, annex A). */
function drawingOf(pdf: Buffer): string {
  const text = pdf.toString('latin1');
  const streams = [...text.matchAll(/\/FlateDecode[\s\S]*?stream\r?\n([\s\S]*?)endstream/g)].map(([, data = '']) => {
    try {
      return inflateSync(Buffer.from(data, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  return streams.find((stream) => / cm\n/.test(stream) && /\bf\n/.test(stream)) ?? '';
}

/** Draws the black areas of a page in a browser and reads each QR code where its label is. Runs in a blank page of Chromium. */
const READ_CODES = `(drawing, width, height, places) => {
  const SCALE = 6;
  const canvas = document.createElement('canvas');
  canvas.width = width * SCALE;
  canvas.height = height * SCALE;
  const context = canvas.getContext('2d');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.setTransform(SCALE, 0, 0, -SCALE, 0, height * SCALE);
  context.fillStyle = '#000';
  let stack = [], isText = false;
  context.beginPath();
  for (const word of drawing.split(/\\s+/)) {
    if (/^[-+.\\d]/.test(word)) { stack.push(Number(word)); continue; }
    const [a, b, c, d, e, f] = stack;
    if (word === 'BT') isText = true;
    else if (word === 'ET') isText = false;
    else if (isText) {}
    else if (word === 'q') context.save();
    else if (word === 'Q') context.restore();
    else if (word === 'cm') context.transform(a, b, c, d, e, f);
    else if (word === 'rg') context.fillStyle = 'rgb(' + [a, b, c].map((one) => one * 255) + ')';
    else if (word === 're') context.rect(a, b, c, d);
    else if (word === 'm') context.moveTo(a, b);
    else if (word === 'l') context.lineTo(a, b);
    else if (word === 'h') context.closePath();
    else if (word === 'W' || word === 'W*') context.clip(word === 'W' ? 'nonzero' : 'evenodd');
    else if (word === 'f' || word === 'f*') { context.fill(word === 'f' ? 'nonzero' : 'evenodd'); context.beginPath(); }
    else if (word === 'n') context.beginPath();
    stack = [];
  }
  return places.map(([x, y, side]) => {
    const image = context.getImageData(...[x, y, side, side].map((one) => Math.round(one * SCALE)));
    return jsQR(image.data, image.width, image.height)?.data;
  });
}`;

/** The places of QR codes on the first sheet of 38 × 21 mm labels, in millimetres from the upper left. */
const sheetPlace = (place: number) => [4.75 + (place % 5) * 40.6, 10.7 + Math.floor(place / 5) * 21.2, 21.2];

describeConsole('batches and their labels in the console, in Chromium', () => {
  const console = consoleTest();

  /** Plans a batch in the form, by keyboard. */
  async function planBatch(page: Page, code: string, quantity: number) {
    // An empty list has the button a second time.
    await page.getByRole('button', { name: 'New batch' }).first().press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Code').first().waitFor();
    for (const text of [code, 'LAMP1', 'rev-b', String(quantity)]) {
      await page.keyboard.type(text);
      await page.keyboard.press('Tab');
    }
    await dialog.getByRole('button', { name: 'Create the batch' }).press('Enter');
    await page.getByRole('heading', { name: code }).first().waitFor();
  }

  async function provision(page: Page, expiresAt = '') {
    await page.getByRole('button', { name: 'Provision devices' }).press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Claim codes expire after').fill(expiresAt);
    await dialog.getByRole('button', { name: 'Provision devices' }).press('Enter');
    await printable(page).first().waitFor();
  }

  /** The button, once all labels are drawn. */
  const printable = (page: Page) => page.getByRole('button', { name: 'Print', exact: true, disabled: false });

  /** What a reader makes of the QR codes at these places of a printed page. */
  async function scan(context: BrowserContext, pdf: Buffer, size: readonly number[], places: readonly number[][]) {
    const page = await context.newPage();
    await page.evaluate(readFileSync(JSQR, 'utf8'));
    const points = [size, ...places].map((values) => values.map((value) => value * POINTS_PER_MM));
    const [[width, height] = [], ...areas] = points;
    const found = await page.evaluate<string[]>(
      `(${READ_CODES})(${JSON.stringify(drawingOf(pdf))}, ${width}, ${height}, ${JSON.stringify(areas)})`,
    );
    await page.close();
    return found;
  }

  it('OPERATIONS makes a batch and prints its labels, whose codes stay until the print is confirmed and find the devices', async () => {
    const { context, page } = await console.enter('OPERATIONS', '/inventory');
    await page.getByRole('button', { name: 'New batch' }).first().press('Enter');
    const code = page.getByRole('dialog').getByLabel('Code').first();
    await code.fill('LAMP-2026-11');
    await code.press('Escape');
    await page.getByRole('button', { name: 'Keep editing' }).press('Enter');
    await page.getByText('Leave without saving?').waitFor({ state: 'detached' });
    expect(await code.inputValue()).toBe('LAMP-2026-11');
    await code.press('Escape');
    await page.getByRole('button', { name: 'Discard' }).press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await planBatch(page, 'LAMP-2026-12', 66);
    await provision(page);
    const devices = await console.app.sql(`select serial from device order by batch_ordinal`);
    expect(devices).toHaveLength(66);

    const sheets = await page.pdf({ preferCSSPageSize: true });
    expect(pageSizes(sheets)).toEqual(['210x297', '210x297']);
    const texts = await scan(context, sheets, [210, 297], [0, 7, 64].map(sheetPlace));
    expect(texts.map((text) => text?.split('&code=')[0])).toEqual(
      [0, 7, 64].map((place) => `${console.origin}/pair#serial=${devices[place]?.serial}`),
    );

    await page.getByRole('combobox', { name: 'Label size' }).click();
    await page.getByRole('option', { name: '62 × 29 mm, roll' }).click();
    await printable(page).first().waitFor();
    await page.getByTestId('label').nth(66).waitFor({ state: 'attached' });
    const roll = await page.pdf({ preferCSSPageSize: true });
    expect(pageSizes(roll)).toEqual(Array.from({ length: 66 }, () => '62x29'));
    expect(await scan(context, roll, [62, 29], [[0, 0, 29]])).toEqual([texts[0]]);

    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download CSV' }).press('Enter'),
    ]);
    const lines = readFileSync(await file.path(), 'utf8')
      .trim()
      .split('\r\n');
    expect([file.suggestedFilename(), lines.length, lines[0]]).toEqual([
      'LAMP-2026-12.csv',
      67,
      'serial,claimCode,hardwareRevision,qr',
    ]);
    expect(lines[1]).toContain(`,${texts[0]}`);

    await page.getByRole('button', { name: 'The labels are printed' }).press('Enter');
    await page.getByRole('button', { name: 'Hide the codes' }).press('Enter');
    await page.getByRole('link', { name: 'All 66 in the list' }).first().waitFor();
    expect(await page.getByTestId('label').count()).toBe(0);
    await page.getByRole('link', { name: 'Devices', exact: true }).first().click();
    await page.getByRole('searchbox').fill(texts[1] ?? '');
    await page.getByText('1 record', { exact: true }).first().waitFor();
    await page
      .getByRole('link', { name: String(devices[7]?.serial) })
      .first()
      .waitFor();
    // The claim code is a secret: neither the address nor what the browser remembers of it has the code.
    expect(new URL(page.url()).search).toBe(`?q=${devices[7]?.serial}`);
  });

  it('leaving the labels asks first, in the console and in the browser, and staying keeps the codes', async () => {
    const { page } = await console.enter('OPERATIONS', '/inventory');
    await planBatch(page, 'LAMP-LEAVE', 2);
    await provision(page, '2030-01-31');
    const expiries = await console.app.sql(
      `select expires_at::date::text as day from claim_code where expires_at is not null`,
    );
    expect(expiries).toEqual([{ day: '2030-01-31' }, { day: '2030-01-31' }]);
    const label = page.getByTestId('label').first();
    const text = await label.textContent();
    await page.getByRole('link', { name: 'Devices', exact: true }).first().click();
    await page.getByRole('button', { name: 'Stay' }).press('Enter');
    await page.goBack();
    await page.getByRole('button', { name: 'Stay' }).press('Enter');
    const asked = page.waitForEvent('dialog');
    await page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    expect(await label.textContent()).toBe(text);
    await page.getByRole('link', { name: 'Devices', exact: true }).first().click();
    await page.getByRole('button', { name: 'Leave without the codes' }).press('Enter');
    await page.getByRole('heading', { name: 'Devices', exact: true }).first().waitFor();
    await page.goBack();
    await page.getByRole('link', { name: 'All 2 in the list' }).first().waitFor();
    // The day that was typed still counts.
    const { page: codes } = await console.enter('SUPER_ADMIN', '/claim-codes?cols=expiresAt');
    await codes.getByText('31 Jan 2030', { exact: true }).first().waitFor();
  });

  it('two browsers change the plan of one batch: both changes are kept, the same field is chosen, and leaving asks', async () => {
    const { page: one } = await console.enter('OPERATIONS', '/inventory');
    await planBatch(one, 'LAMP-TWO', 20);
    await one.goto(`${console.origin}/console/inventory`);
    await one.getByRole('button', { name: 'New batch' }).first().click();
    const hardware = one.getByRole('dialog').getByLabel('Hardware').first();
    await hardware.fill('REV B');
    await one.getByRole('button', { name: 'Take “rev-b”' }).click();
    expect(await hardware.inputValue()).toBe('rev-b');
    await one.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await one.getByRole('button', { name: 'Discard' }).click();
    await one.getByRole('link', { name: 'LAMP-TWO' }).click();
    await one.getByRole('heading', { name: 'LAMP-TWO' }).first().waitFor();
    const { page: other } = await console.enter('ADMIN', new URL(one.url()).pathname.replace('/console', ''));
    const open = async (page: Page) => {
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
      await page.getByRole('dialog').getByLabel('Number of devices').first().waitFor();
    };
    const save = (page: Page) => page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    const closed = (page: Page) => page.getByRole('dialog').waitFor({ state: 'detached' });
    const stored = async () =>
      (await console.app.sql(`select quantity, source, notes from inventory_batch where code = 'LAMP-TWO'`))[0];
    for (const page of [one, other]) await open(page);
    await one.getByRole('dialog').getByLabel('Number of devices').fill('30');
    await one.getByRole('dialog').getByLabel('Source').fill('Line 2');
    await save(one);
    await closed(one);
    await other.getByRole('dialog').getByLabel('Number of devices').fill('40');
    await other.getByRole('dialog').getByLabel('Notes').fill('A second shift');
    await other.keyboard.press('Escape');
    await other.getByRole('button', { name: 'Keep editing' }).click();
    await save(other);
    const choice = other.getByRole('radiogroup', { name: /what stays/ });
    await choice.first().waitFor();
    await save(other);
    await other.getByText('Choose one of the two.').first().waitFor();
    expect(await stored()).toEqual({ quantity: 30, source: 'Line 2', notes: null });
    await choice.getByRole('radio', { name: 'Theirs' }).check();
    await save(other);
    await closed(other);
    expect(await stored()).toEqual({ quantity: 30, source: 'Line 2', notes: 'A second shift' });
    expect(console.takeErrors()).toEqual([expect.stringContaining('409 (Conflict)')]);
  });
});
