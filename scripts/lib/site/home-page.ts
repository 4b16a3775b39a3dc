/** Puts the first screen of the site above the list of pages. */
export const homePage = (text: string): string => `---
layout: start-page
sidebar: false
hero:
  name: Amelia
  text: A plan in, reviewed commits out
  tagline: Runs a development plan with coding agents, and leaves one verified commit per phase on a separate branch.
  actions:
    - theme: brand
      text: Quick start
      link: /start/quick-start-cli
    - theme: alt
      text: About Amelia
      link: /start/about
    - theme: alt
      text: Embed it
      link: /start/quick-start-sdk
---

${text.replace(/^# .*\n/, '')}`
