import type { Plan } from '@amelia/core/plugin'
import { escapeText } from './escape-text.ts'

/** Writes title, goal and tracker id of a plan, so that `readHead` can read them. */
export const writeHead = ({ title, goal, trackerId }: Plan): string[] => [
  ...(title === '' ? [] : [`# ${escapeText(title)}`, '']),
  ...(goal === '' ? [] : [`**Goal:** ${escapeText(goal)}`, '']),
  ...(trackerId === undefined ? [] : [`**Tracker:** ${escapeText(trackerId)}`, '']),
]
