/* global Buffer, btoa, indexedDB, localStorage, sessionStorage */
import { readFile } from 'node:fs/promises'
import { inflateSync } from 'node:zlib'
import { openVisit } from './open-visit.mjs'
import { markup, serveModel } from './serve-model.mjs'

const key = 'a-key-that-only-the-server-sees-7305'
const wrongKey = 'a-key-that-no-server-takes-1182'

const isKey = (text) => text.includes(key) || text.includes(wrongKey)

/** Returns everything that the page has stored, bytes as base64. Runs in the page. */
const readStored = async () => {
  const resultOf = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  const values = []
  const take = (value) => {
    if (value instanceof Uint8Array) values.push({ bytes: btoa(String.fromCharCode(...value)) })
    else if (typeof value === 'string') values.push({ text: value })
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(take)
  }
  for (const { name } of await indexedDB.databases()) {
    const database = await resultOf(indexedDB.open(name))
    for (const table of database.objectStoreNames) {
      const store = database.transaction(table).objectStore(table)
      const [keys, all] = [await resultOf(store.getAllKeys()), await resultOf(store.getAll())]
      take(keys)
      take(all)
    }
    database.close()
  }
  take({ ...localStorage })
  return values
}

/** Decodes stored texts, because objects of git are compressed. */
const textsOf = (values) =>
  values.flatMap(({ bytes, text }) => {
    if (text !== undefined) return [text]
    const plain = Buffer.from(bytes, 'base64')
    try {
      return [plain.toString('latin1'), inflateSync(plain).toString('latin1')]
    } catch {
      return [plain.toString('latin1')]
    }
  })

/** Runs the plan for an agent: with a wrong key first, and reloads in the middle without and with its key. */
export const visitAgent = async (stage, look) => {
  const model = await serveModel(key)
  const visit = await openVisit(stage, look)
  const { page, check, shoot } = visit
  /** Searches the journal, the objects of git and the settings: `expected` proves that they were read. */
  const checkStored = async (moment, expected) => {
    const stored = textsOf(await page.evaluate(readStored))
    const found = expected.filter((part) => stored.some((text) => text.includes(part)))
    const leak = stored.find(isKey)
    check(
      `no key is stored ${moment}`,
      found.length === expected.length && leak === undefined,
      leak?.slice(0, 300) ?? `${stored.length} texts`,
    )
  }
  try {
    await page.selectOption('#pick', 'bakery')
    await page.click('#start')
    await visit.hasStatus('needs an agent')
    check('a plan without commands asks for an agent', await page.isVisible('#key'))
    await page.fill('#address', 'http://example.org/v1')
    await page.fill('#model', 'm')
    await page.click('#start')
    await visit.hasStatus('must start with')
    await page.fill('#address', 'http://127.0.0.1:9/v1')
    await page.fill('#key', wrongKey)
    await shoot('1-form')
    await page.click('#start')
    await visit.openPhase('1')
    await page.locator('.amelia-panel', { hasText: 'does not allow pages' }).waitFor()
    await page.click('#stop')
    await visit.hasStatus('Stopped')
    await checkStored('when it was begun', ['bakery'])
    await page.reload()
    await visit.hasStatus('Stopped')
    check('a server that does not answer is told; what was stopped stays so after a reload', true)

    await page.fill('#address', model.address)
    await page.fill('#key', wrongKey)
    await page.click('#start')
    await visit.hasStatus('refuses the key')
    await visit.openQuestion()
    const refused = await page.locator('body').innerText()
    check('a key that is refused is told, and not named', !refused.includes(wrongKey), await visit.status())
    await shoot('2-refused-key')
    await checkStored('when it was refused', ['run_started', '\0tree '])
    await page.fill('#key', key)
    model.hold('2A')
    await visit.answer('Retry')
    await visit.openPhase('2A')
    await page.locator('.amelia-panel', { hasText: 'pages/2A.html' }).waitFor()
    await visit.hasDone(3)
    check('what the agent does is in a line of its phase', true)
    await shoot('3-running')
    await checkStored('while the run goes on', [markup])

    await page.reload()
    await visit.hasStatus('does not store the key')
    await visit.hasDone(3)
    check('without its key the run stands after a reload', true)
    await page.click('#start')
    await visit.hasStatus('Enter the key')
    const asked = model.asked.length
    await page.fill('#key', key)
    await page.check('#keep-key')
    await page.click('#start')
    await visit.openPhase('2A')
    await page.locator('.amelia-panel', { hasText: 'pages/2A.html' }).waitFor()
    check('it goes on when the key is there again', model.asked.length > asked)
    await page.reload()
    await visit.openPhase('2A')
    await page.locator('.amelia-panel-head .amelia-is-running').waitFor()
    await visit.hasDone(3)
    check('and by itself, where the key was kept in the tab', true)
    model.release()
    await visit.hasStatus('Completed')

    await visit.openTab('Changes')
    await page.locator('.amelia-diff', { hasText: 'pages/2A.html' }).waitFor()
    const changes = await page.locator('.amelia-diff').innerText()
    check('the commit shows the file, markup as text', changes.includes(markup))
    check('nothing became markup', (await page.locator('img').count()) === 0 && (await page.title()) !== '1')
    await shoot('4-at-the-end')

    const zip = await readFile(await visit.download())
    check('the zip has the file, and no key', zip.includes('pages/2A.html') && !isKey(zip))
    await checkStored('at the end', ['It is there.', markup, '\0tree '])
    const shown = await page.locator('body').innerText()
    check('no key is in the text or the address of the page', !isKey(shown + page.url()))
    await page.uncheck('#keep-key')
    const left = await page.evaluate(() => JSON.stringify({ ...sessionStorage }))
    check('a key that is not to be kept any more is not', !isKey(left))
    await visit.end()
  } finally {
    model.close()
  }
}
