import { useMemo } from "react";
import { givenName } from "../../../worker/contract/accounts/accounts.ts";
import { useCreator } from "../../lib/session/session.tsx";
import type { Owner } from "./owner.ts";

export function useOwner(): Owner {
	const creator = useCreator();
	const { id } = creator;
	const name = givenName(creator);
	return useMemo(() => ({ id, name }), [id, name]);
}
