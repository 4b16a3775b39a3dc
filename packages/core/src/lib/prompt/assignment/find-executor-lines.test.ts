import { describe, expect, it } from 'vitest'
import { findExecutorLines } from './find-executor-lines.ts'

describe('findExecutorLines', () => {
  it.each([
    '> **For agentic workers:** REQUIRED SUB-SKILL: Use superpowers:executing-plans to implement this plan task-by-task.',
    '> **For Claude:** Execute this plan using the `/superbuild` skill, one phase at a time.',
    'For AI agents: implement this plan with one subagent per task.',
    '**REQUIRED SKILL:** executing-plans',
    '- Run `/speckit.implement` to execute the tasks.',
    'Start it with /gsd:execute-phase after the plan is approved.',
  ])('finds %s', (line) => {
    expect(findExecutorLines(['# Plan', '', line, '', '**Goal:** Slugs.'])).toEqual([3])
  })

  it.each([
    '**Goal:** Add a skill to the list.',
    '**Architecture:** The API is served below `/plan`, with tasks in a queue.',
    'Use `/tmp` for files of the tasks.',
    'Use /plan.md for the phases.',
    'Run /usr/bin/make to build each phase.',
    'For agents: indent with tabs.',
    '- Use the `GET /tasks` route of the plan service, never a copy.',
    'Every task must implement the interface of `src/plan.ts`.',
    'Agents execute commands in a sandbox.',
  ])('leaves %s', (line) => {
    expect(findExecutorLines([line])).toEqual([])
  })

  it('takes whole sentences, quoted or not, and leaves others and fences', () => {
    const lines = [
      '> **For agentic workers:** tick the boxes.',
      '> Use superpowers:executing-plans to implement',
      '> this plan.',
      '> Phase 5 is out of scope.',
      '>',
      '> Support Node 20.',
      '```',
      'REQUIRED SUB-SKILL: Use superpowers:executing-plans',
      '```',
    ]
    expect(findExecutorLines(lines)).toEqual([1, 2, 3])
  })
})
