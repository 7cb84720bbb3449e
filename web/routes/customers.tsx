export { CustomersPage as default } from "../features/customers/customers-page.tsx";
