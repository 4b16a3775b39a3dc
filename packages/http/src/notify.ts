/** Notifications about runs: to webhooks, and to anything else that can send. */
export type { Notification, Notifier } from './lib/notify/notification.ts'
export { notifyAbout, type Notifications, type NotifyOptions } from './lib/notify/notify-about.ts'
export { webhook, type WebhookOptions } from './lib/notify/webhook.ts'
