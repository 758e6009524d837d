import fc from 'fast-check';

// Lists and texts of properties are as long as the property allows. By default they have ten elements at most, and what
// only a long run meets, such as the second eviction of a queue, is never tried.
fc.configureGlobal({ defaultSizeToMaxWhenMaxSpecified: true });
