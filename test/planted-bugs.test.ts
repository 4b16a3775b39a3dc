import { existsSync } from 'node:fs'
import { expect, it } from 'vitest'
import { bugs } from '../scripts/planted-bugs/bugs.mjs'
import { checkBug } from '../scripts/planted-bugs/plant-bug.mjs'

it.each(bugs)('"$name" still matches its source, and its tests exist', (bug) => {
  checkBug(bug)
  for (const file of bug.tests ?? []) expect(existsSync(file), file).toBe(true)
})
