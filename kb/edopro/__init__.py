"""What EDOPro card scripts do to control, as records that know nothing of how Lua is read."""
