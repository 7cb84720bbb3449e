import type { files, shares } from "./tables.ts";

export type ShareRow = typeof shares.$inferSelect;
export type FileRow = typeof files.$inferSelect;
