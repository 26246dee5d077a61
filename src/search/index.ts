export type { FunctionSearchOptions, SearchFunction, SearchObject } from "./function/function-search.ts";
export { functionSearch } from "./function/function-search.ts";
export type { McpSearchOptions } from "./mcp/mcp-search.ts";
export { mcpSearch } from "./mcp/mcp-search.ts";
export type { TavilySearchOptions } from "./tavily/tavily-search.ts";
export { tavilySearch } from "./tavily/tavily-search.ts";
