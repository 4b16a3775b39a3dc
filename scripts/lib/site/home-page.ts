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
      link: /quick-start-cli
    - theme: alt
      text: About Amelia
      link: /about
    - theme: alt
      text: Embed it
      link: /quick-start-sdk
---

${text.replace(/^# .*\n/, '')}`
