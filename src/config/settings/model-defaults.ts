/** What a model has where nobody says anything. */
export const modelDefaults = {
  temperature: 0.1,
  maxTokens: 16_384,
  maxRetries: 2,
  agentTimeout: 180,
  maxTurns: 25,
  stream: true,
  answeringSystemPrompt: "You are an expert assistant. Answer the question accurately and concisely.",
} as const;
