import { mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const patienceMs = 10 * 60_000

const read = (path) => {
  try {
    return { pid: Number(readFileSync(path, 'utf8')), ageMs: Date.now() - statSync(path).mtimeMs }
  } catch {
    return undefined
  }
}

const lives = (pid) => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** Waits until this process owns the lock, and returns a function that releases it. */
export const takeLock = async (path) => {
  mkdirSync(dirname(path), { recursive: true })
  const since = Date.now()
  let said = false
  for (;;) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' })
      break
    } catch (error) {
      if (error.code !== 'EEXIST') throw error
    }
    const holder = read(path)
    // A new file may still be empty, so its writer gets a moment.
    const abandoned = holder && (holder.pid > 0 ? !lives(holder.pid) : holder.ageMs > 5_000)
    if (abandoned) {
      rmSync(path, { force: true })
      continue
    }
    if (Date.now() - since > patienceMs) {
      throw new Error(`Another set-up owns ${path}. If none is running, delete that file and try again.`)
    }
    if (!said)
      console.log(`Waiting for another set-up of this checkout (process ${holder?.pid || 'unknown'}).`)
    said = true
    await wait(200)
  }

  const release = () => rmSync(path, { force: true })
  process.once('exit', release)
  return () => {
    process.off('exit', release)
    release()
  }
}
