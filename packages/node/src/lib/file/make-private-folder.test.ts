import {
  chmodSync,
  chownSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makePrivateFolder } from './make-private-folder.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'amelia-private-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A folder of another user: only root can create one, and then `/` is root's own. */
const makeForeign = (): string => {
  if (process.getuid?.() !== 0) return '/'
  const path = join(folder, 'foreign')
  mkdirSync(path)
  chownSync(path, 12_345, 12_345)
  return path
}

describe('makePrivateFolder', () => {
  it('closes the user’s own folder to others', () => {
    const path = join(folder, 'a/b')
    makePrivateFolder(path)
    chmodSync(path, 0o755)
    makePrivateFolder(path)
    expect(statSync(path).mode & 0o777).toBe(0o700)
  })

  it('refuses anything else, and names the remedies', () => {
    for (const target of [folder, join(folder, 'nowhere')]) {
      const link = join(folder, `link-${target.length}`)
      symlinkSync(target, link)
      expect(() => makePrivateFolder(link)).toThrow(
        `${link} is a link or a file, not a folder. Remove it, or choose another folder with TMPDIR; a program can use \`slots\`.`,
      )
    }
    const file = join(folder, 'file')
    writeFileSync(file, '')
    expect(() => makePrivateFolder(file)).toThrow('is a link or a file')
    expect(() => makePrivateFolder(makeForeign())).toThrow('belongs to another user')
  })
})
