import type { TitleMark } from '../lib/dashboard/title-of.ts'

/** Notifications of the browser about the shown run, which a person asks for. */
export interface Notifications {
  /** Whether they are on. Undefined in a browser without them, or where a person has refused them. */
  isOn(): boolean | undefined
  /** Turns them on, after the browser asked the person, or off. */
  setOn(isOn: boolean): Promise<void>
  /** Shows a new question or end while the page is hidden. The last title is not shown again. */
  show(title: string, mark: TitleMark | undefined): void
}

/** The parts of the browser that notifications need. */
export interface NotifyingBrowser {
  /** The class of notifications. Absent in some browsers and without https. */
  Notification?:
    | (Pick<typeof Notification, 'permission' | 'requestPermission'> &
        (new (
          title: string,
        ) => { onclick: unknown }))
    | undefined
  localStorage: Pick<Storage, 'getItem' | 'setItem'>
  document: Pick<Document, 'hidden'>
  focus(): void
}

const key = 'amelia:notify'

/** Creates the notifications of a page. They are off until a person asks for them. */
export const createNotifications = (browser: NotifyingBrowser = globalThis): Notifications => {
  let last = ''
  const isOn = (): boolean | undefined => {
    const permission = browser.Notification?.permission
    if (permission === undefined || permission === 'denied') return undefined
    return permission === 'granted' && browser.localStorage.getItem(key) === 'on'
  }
  return {
    isOn,
    async setOn(next) {
      const permission = next ? await browser.Notification?.requestPermission() : undefined
      browser.localStorage.setItem(key, permission === 'granted' ? 'on' : 'off')
    },
    show(title, mark) {
      const isNew = title !== last
      last = title
      if (!mark || !isNew || !browser.document.hidden || isOn() !== true || !browser.Notification) return
      const shown = new browser.Notification(title)
      shown.onclick = () => browser.focus()
    },
  }
}
