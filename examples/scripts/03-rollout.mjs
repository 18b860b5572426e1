#!/usr/bin/env node
// Uploads a signed package and rolls it out in stages: ./03-rollout.mjs lamp-1.4.0.release BETA "What is new" 5,25,100
// Role: FIRMWARE_MANAGER. For a pipeline: it ends with 1 as soon as the rollout is paused. A second run goes on where it was.
// STAGE_MINUTES: how long a stage is watched before the next one; default 60.
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { call, usage } from './karvon.mjs';

const [file, channel, releaseNotes, stages] = process.argv.slice(2);
usage('03-rollout.mjs FILE.release CHANNEL NOTES STAGES', stages);
const stageMinutes = Number(process.env.STAGE_MINUTES ?? 60);
const CHECK_SECONDS = 30;

function formOf(bytes, fields = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ channel, ...fields })) form.set(name, value);
  form.set('file', new Blob([bytes]), basename(file));
  return form;
}

/** The release of this very package, if an earlier run has uploaded it. */
async function uploaded(sha256) {
  const { items } = await call('GET', '/v1/admin/firmware');
  return items.find((release) => release.package?.sha256 === sha256);
}

async function move(id, body) {
  const release = await call('PATCH', `/v1/admin/firmware/${id}/lifecycle`, { body });
  console.log(`${release.version}: ${release.lifecycle} ${release.rolloutPercentage} %`);
  return release;
}

const bytes = await readFile(file);
const sha256 = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex');
let release =
  (await uploaded(sha256)) ??
  (await call('POST', '/v1/admin/firmware/packages', { body: formOf(bytes, { releaseNotes }) }));
const { id } = release;
if (release.lifecycle === 'DRAFT') release = await move(id, { status: 'READY' });
for (const percentage of stages.split(',').map(Number)) {
  const isDone = release.lifecycle === 'ROLLING_OUT' && release.rolloutPercentage >= percentage;
  if (!isDone) release = await move(id, { status: 'ROLLING_OUT', rolloutPercentage: percentage });
  for (const until = Date.now() + stageMinutes * 60_000; ; ) {
    release = await call('GET', `/v1/admin/firmware/${id}`);
    if (release.lifecycle !== 'ROLLING_OUT') {
      console.error(`${release.version} is ${release.lifecycle}: ${release.pauseReason ?? 'somebody stopped it'}`);
      process.exit(1);
    }
    const left = until - Date.now();
    if (left <= 0) break;
    await sleep(Math.min(left, CHECK_SECONDS * 1000));
  }
}
