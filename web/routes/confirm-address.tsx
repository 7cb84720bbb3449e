export { ConfirmAddressPage as default } from "../features/auth/confirm-address-page.tsx";
