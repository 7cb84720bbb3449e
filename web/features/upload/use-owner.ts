import { useMemo } from "react";
import { givenName } from "../../../worker/accounts/contract.ts";
import { useCreator } from "../../lib/session/session.tsx";
import type { Owner } from "./owner.ts";
import { useTypedName } from "./seller-name.ts";

export function useOwner(): Owner {
	const creator = useCreator();
	const { id } = creator;
	const typed = useTypedName();
	const name = givenName(creator) ?? (typed?.trim() || null);
	return useMemo(() => ({ id, name }), [id, name]);
}
