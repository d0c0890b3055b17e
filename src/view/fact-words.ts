import type { FactName, ViewFact } from '../protocol/view-fact.ts';

/** What each fact is called in markdown. */
export const FACT_WORDS: Readonly<Record<FactName, string>> = {
  value: 'Current value',
  placeholder: 'Placeholder',
  min: 'Minimum',
  max: 'Maximum',
  step: 'Step',
  decimals: 'Decimals',
  maxLength: 'Maximum length',
  disabledOptions: 'Disabled options',
  dangerousOptions: 'Dangerous options',
  accepts: 'Accepts',
  upload: 'To upload',
  rowButtons: 'Buttons',
  cellLink: 'To follow a link',
  more: 'More',
  chooseItem: 'To choose',
  otherPanel: 'To show another',
  okButton: 'Ok button',
  cancelButton: 'Cancel button',
  nextButton: 'Next button',
  previousButton: 'Previous button',
  tourStep: 'Step',
  query: 'Searched for',
  recentSearches: 'Recent searches',
  prompts: 'Prompts',
  suggestions: 'Suggestions',
  switch: 'Switch',
  sendMessage: 'To send',
  attachments: 'Files',
  tool: 'Tool',
  openConversation: 'Open',
  newConversation: 'Button',
  conversationMenu: 'Menu of each',
};

/** A fact in words, as it is written: its name and its value. */
export function toWords(part: ViewFact): { name: string; value: unknown } {
  const name = FACT_WORDS[part.fact];
  if (part.fact === 'tourStep') return { name, value: `${part.value.at} of ${part.value.total}` };
  return { name, value: part.value };
}
