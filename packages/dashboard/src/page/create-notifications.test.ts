import { expect, it } from 'vitest'
import { createNotifications } from './create-notifications.ts'

const browse = (answer: NotificationPermission) => {
  const shown: string[] = []
  const stored = new Map<string, string>()
  class Notification {
    static permission: NotificationPermission = 'default'
    static async requestPermission(): Promise<NotificationPermission> {
      Notification.permission = answer
      return answer
    }
    onclick: unknown
    constructor(title: string) {
      shown.push(title)
    }
  }
  const page = { hidden: true }
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  }
  const browser = { Notification, localStorage, document: page, focus() {} }
  return { notifications: createNotifications(browser), page, shown }
}

it('shows nothing before a person asks, and then questions and ends of a hidden page once', async () => {
  const { notifications, page, shown } = browse('granted')
  notifications.show('(1) Waiting: Bread', 'asks')
  expect(notifications.isOn()).toBe(false)
  await notifications.setOn(true)
  expect(notifications.isOn()).toBe(true)
  notifications.show('(1) Waiting: Bread', 'asks')
  notifications.show('Running: Bread', undefined)
  notifications.show('(1) Waiting: Bread', 'asks')
  page.hidden = false
  notifications.show('(2) Waiting: Bread', 'asks')
  page.hidden = true
  notifications.show('Completed: Bread', 'good')
  await notifications.setOn(false)
  notifications.show('Failed: Bread', 'bad')
  expect(shown).toEqual(['(1) Waiting: Bread', 'Completed: Bread'])
})

it('is absent where a person refuses, and in a browser without notifications', async () => {
  const { notifications } = browse('denied')
  await notifications.setOn(true)
  expect(notifications.isOn()).toBeUndefined()
  expect(createNotifications({ localStorage, document: { hidden: true }, focus() {} }).isOn()).toBeUndefined()
})

const localStorage = { getItem: () => null, setItem() {} }
