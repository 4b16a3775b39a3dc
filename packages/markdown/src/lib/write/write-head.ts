import type { Plan } from '@amelia/core/plugin'
import { writeJson } from '../data/write-json.ts'
import { escapeText } from './escape-text.ts'

/** Writes data, title, goal and tracker id of a plan, so that `readHead` can read them. */
export const writeHead = ({ title, goal, trackerId, meta }: Plan): string[] => [
  ...(meta === undefined ? [] : ['---', `meta: ${writeJson(meta)}`, '---', '']),
  ...(title === '' ? [] : [`# ${escapeText(title)}`, '']),
  ...(goal === '' ? [] : [`**Goal:** ${escapeText(goal)}`, '']),
  ...(trackerId === undefined ? [] : [`**Tracker:** ${escapeText(trackerId)}`, '']),
]
