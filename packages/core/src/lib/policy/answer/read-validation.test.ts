import { describe, expect, it } from 'vitest'
import { readValidation } from './read-validation.ts'

const said = (text: string) => readValidation({ text })
const given = (output: unknown) => readValidation({ text: '{ "ok": true, "issues": [] }', output })

describe('readValidation', () => {
  it('reads the output that the driver gives, else the text, also in a fence', () => {
    expect(given({ ok: false, issues: ['s: no'] })).toEqual({ ok: false, issues: ['s: no'] })
    for (const text of [
      '{"ok":true,"issues":[]}',
      ' \n{"ok":true,"issues":[]}\n',
      '```json\n{"ok":true,"issues":[]}\n```',
      '```\n{"ok":true,"issues":["  "],"more":1}\n```\n',
    ])
      expect(said(text), text).toEqual({ ok: true, issues: [] })
  })

  it('takes a yes with something in its way for a no', () => {
    expect(said('{"ok":true,"issues":["s: the file is another one"]}')).toEqual({
      ok: false,
      issues: ['s: the file is another one'],
    })
  })

  it('takes a no for one however it names its problems', () => {
    for (const issues of [undefined, null, '', []])
      expect(given({ ok: false, issues })).toEqual({ ok: false, issues: [] })
    expect(given({ ok: false, issues: 's: no' })).toEqual({ ok: false, issues: ['s: no'] })
    expect(given({ ok: true, issues: null })).toEqual({ ok: true, issues: [] })
  })

  it('takes nothing else for an answer', () => {
    for (const text of [
      '',
      'yes',
      'true',
      'null',
      '[]',
      '{}',
      '{"ok":true}',
      '{"ok":"true","issues":[]}',
      '```',
    ])
      expect(said(text), text).toBeNull()
    for (const output of [
      true,
      null,
      [],
      'ok',
      { ok: true, issues: 'none' },
      { ok: true, issues: [1] },
      { issues: [] },
    ])
      if (output !== null) expect(given(output), JSON.stringify(output)).toBeNull()
    // Prose around it could say anything.
    expect(said('I would say {"ok":true,"issues":[]}')).toBeNull()
  })
})
