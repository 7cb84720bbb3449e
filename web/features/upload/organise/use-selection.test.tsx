import { renderHook } from "@testing-library/react";
import { act } from "react";
import { expect, test } from "vitest";
import type { ChosenFile } from "./draft.ts";
import type { TreeRow } from "./tree-rows.ts";
import { useSelection } from "./use-selection.ts";

const files = [1, 2, 3, 4, 5].map((key) => ({ key }) as ChosenFile);
const rows = files.map((chosen) => ({ kind: "file", chosen }) as TreeRow);
const start = () =>
	renderHook(({ present }) => useSelection(present, rows), { initialProps: { present: files } });

test("selects and deselects a file", () => {
	const { result } = start();
	act(() => result.current.select(2, true, false));
	act(() => result.current.select(4, true, false));
	expect([...result.current.keys]).toEqual([2, 4]);
	act(() => result.current.select(2, false, false));
	expect([...result.current.keys]).toEqual([4]);
});

test("selects everything up to the last file with Shift, in either direction", () => {
	const { result } = start();
	act(() => result.current.select(4, true, false));
	act(() => result.current.select(2, true, true));
	expect([...result.current.keys].sort()).toEqual([2, 3, 4]);
	act(() => result.current.select(5, false, true));
	expect(result.current.keys.size).toBe(0);
});

test("all are selected, and a file that is removed no longer counts", () => {
	const { result, rerender } = start();
	act(() => result.current.setAll(true));
	expect(result.current.isAll).toBe(true);
	rerender({ present: files.slice(1) });
	expect([...result.current.keys]).toEqual([2, 3, 4, 5]);
	act(() => result.current.setAll(false));
	expect(result.current.keys.size).toBe(0);
});
