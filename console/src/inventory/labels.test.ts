import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { csvOf } from './label-csv.ts';
import { LABEL_SIZES, pagesOf } from './label-sizes.ts';

const [sheet38, sheet70, , roll50] = LABEL_SIZES;

describe('labels', () => {
  it('each size fits on its paper', () => {
    for (const { key, columns, rows, top, left, pitch, width, height, page, qr } of LABEL_SIZES) {
      assert.ok(left + (columns - 1) * pitch + width <= page.width + 0.01, key);
      assert.ok(top + rows * height <= page.height + 0.01, key);
      assert.ok(qr <= height, key);
    }
  });

  it('66 labels are two sheets of 65, and one page for each on a roll', () => {
    const labels = Array.from({ length: 66 }, (_, n) => n);
    assert.deepEqual(
      pagesOf(labels, sheet38, 0).map((page) => page.length),
      [65, 1],
    );
    assert.equal(pagesOf(labels, roll50, 0).length, 66);
  });

  it('used places stay empty, and a full sheet cannot be all used', () => {
    assert.deepEqual(pagesOf(['a', 'b'], sheet70, 23), [[...Array.from({ length: 23 }, () => undefined), 'a'], ['b']]);
    assert.equal(pagesOf(['a'], sheet70, 99)[0]?.length, 24);
    assert.deepEqual(pagesOf(['a'], roll50, 5), [['a']]);
  });

  it('the file has a line for each device, and quotes what would end a field', () => {
    const device = {
      id: '1',
      serial: 'KRV-1',
      claimCode: 'A-B',
      hardwareRevision: 'rev "b", 2',
      qr: 'https://k/pair#a',
    };
    assert.equal(
      csvOf([device]),
      'serial,claimCode,hardwareRevision,qr\r\nKRV-1,A-B,"rev ""b"", 2",https://k/pair#a\r\n',
    );
  });

  it('a text that a spreadsheet would calculate stays a text', () => {
    const device = { id: '1', serial: 'KRV-1', claimCode: 'A-B', hardwareRevision: '=1+1', qr: 'q' };
    assert.match(csvOf([device]), /,'=1\+1,/);
  });
});
