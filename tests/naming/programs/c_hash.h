#pragma once

struct table;

struct table *table_create(unsigned buckets);
void table_increment(struct table *table, unsigned key);
void table_tell(const struct table *table);
